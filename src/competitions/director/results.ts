import type { Attendance } from '../../games/model/attendance.ts';
import { sharesOf } from '../../games/model/rated-game.ts';
import type { CountedAs, CountedGame, DealtGame } from '../model/events.ts';
import { isAgainstNobody } from '../model/seating.ts';
import type { Settings } from '../model/settings.ts';

/** How a game that is over counts. */
export interface GameResult {
  gameId: string;
  /** of the game's hash chain at its end */
  head: string;
  counted: CountedAs;
  shares: number[];
  scores: number[];
  noShows: number[];
  unasked: number[];
}

/** By the id of the game. */
export type GameResults = ReadonlyMap<string, GameResult>;

/** What the log says of a game when its board closes. */
export function countedGame(dealt: DealtGame, result: GameResult): CountedGame {
  const { gameId, round, table, board, copy, entries } = dealt;
  const { head, counted, shares, scores, noShows, unasked } = result;
  return { gameId, round, table, board, copy, entries, head, counted, shares, scores, noShows, unasked };
}

/** Those of these seats that did not act, by why. */
export function missingIn(seats: readonly number[], attendance: readonly Attendance[]) {
  const those = (how: Attendance) => seats.filter((_, i) => attendance[i] === how);
  return { noShows: those('absent'), unasked: those('unasked') };
}

type Seated = DealtGame['entries'];

/**
 * What a game says that was played to its end. `noShows`: the seats whose time ran out and that never acted. Where ratings rank
 * or a test decides, a game that somebody else came to is lost by them, or they would choose which games are measured.
 */
export function countedAs({ format, stop }: Settings, entries: Seated, noShows: readonly number[]): CountedAs {
  if (isAgainstNobody(entries)) return 'walkover';
  if (noShows.length === 0) return 'played';
  const cannotPick = format === 'ladder' || stop !== null;
  return cannotPick && noShows.length < entries.length ? 'played' : 'walkover';
}

/** The shares of a game that was played to its end: in the place of an absent opponent the house wins nothing. */
export function sharesIn(entries: Seated, winners: readonly number[]): number[] {
  if (isAgainstNobody(entries)) return entries.map((entry) => (entry === null ? 0 : 1));
  return sharesOf(winners, entries.length);
}
