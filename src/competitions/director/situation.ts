import type { Attendance } from '../../games/model/counting.ts';
import { sharesOf } from '../../games/model/rated-game.ts';
import type { FormatRules } from '../formats/format.ts';
import { type Competition, type Entry, perVersion } from '../model/competition.ts';
import type { CountedAs, CountedGame, DealtGame } from '../model/events.ts';
import { isAgainstNobody } from '../model/schedule.ts';
import type { Settings } from '../model/settings.ts';

/** All that the next step of a competition follows from. */
export interface Situation {
  competition: Competition;
  rules: FormatRules;
  /** of its games that are over and not counted yet */
  results: GameResults;
  now: Date;
}

/** The games that are dealt and not over. */
export function gamesUnderWay({ competition, results }: Situation): DealtGame[] {
  return uncountedGames(competition).filter(({ gameId }) => !results.has(gameId));
}

/** The games that are dealt and whose result is not in the log, in the order in which they were dealt. */
export const uncountedGames = perVersion(({ games, counted, boards }: Competition): readonly DealtGame[] => {
  // all games of a closed board are counted; of an open one the void ones
  const isOpen = ({ board }: DealtGame) => boards[board - 1]?.closed === false;
  const known = new Set(counted.filter(isOpen).map(({ gameId }) => gameId));
  return games.filter((game) => isOpen(game) && !known.has(game.gameId));
});

/** How many of these games each entry sits in. */
export function gamesByEntry(games: readonly DealtGame[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { entries } of games) {
    for (const entry of entries) if (entry !== null) counts.set(entry, (counts.get(entry) ?? 0) + 1);
  }
  return counts;
}

export function isActive({ status }: Entry): boolean {
  return status === 'active';
}

export function timeOf(date: string | null): number {
  return date === null ? Number.POSITIVE_INFINITY : Date.parse(date);
}

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
