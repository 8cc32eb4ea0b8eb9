import type { Attendance } from '../../games/model/counting.ts';
import { sharesOf } from '../../games/model/rated-game.ts';
import type { FormatRules } from '../formats/format.ts';
import { type Competition, type Entry, perVersion } from '../model/competition.ts';
import type { CountedAs, CountedGame, DealtGame } from '../model/events.ts';
import { isAgainstNobody } from '../model/schedule.ts';
import type { Settings } from '../model/settings.ts';

export interface Situation {
  competition: Competition;
  rules: FormatRules;
  /** of the games that are over and not counted */
  results: GameResults;
  now: Date;
}

export function gamesUnderWay({ competition, results }: Situation): DealtGame[] {
  return uncountedGames(competition).filter(({ gameId }) => !results.has(gameId));
}

/** Dealt games whose result is not in the log, in order of dealing. */
export const uncountedGames = perVersion(({ games, counted, boards }: Competition): readonly DealtGame[] => {
  // a closed board has all its games counted, an open one only the void games
  const isOpen = ({ board }: DealtGame) => boards[board - 1]?.closed === false;
  const known = new Set(counted.filter(isOpen).map(({ gameId }) => gameId));
  return games.filter((game) => isOpen(game) && !known.has(game.gameId));
});

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

export interface GameResult {
  gameId: string;
  /** the last head of the game's hash chain */
  head: string;
  counted: CountedAs;
  shares: number[];
  scores: number[];
  noShows: number[];
  unasked: number[];
}

export type GameResults = ReadonlyMap<string, GameResult>;

export function countedGame(dealt: DealtGame, result: GameResult): CountedGame {
  const { gameId, round, table, board, copy, entries } = dealt;
  const { head, counted, shares, scores, noShows, unasked } = result;
  return { gameId, round, table, board, copy, entries, head, counted, shares, scores, noShows, unasked };
}

/** By reason. */
export function missingIn(seats: readonly number[], attendance: readonly Attendance[]) {
  const those = (how: Attendance) => seats.filter((_, i) => attendance[i] === how);
  return { noShows: those('absent'), unasked: those('unasked') };
}

type Seated = DealtGame['entries'];

/** If ratings rank or a test decides, absent players (`noShows`) lose to one who acted; otherwise they could choose
 * which games count. */
export function countedAs({ format, stop }: Settings, entries: Seated, noShows: readonly number[]): CountedAs {
  if (isAgainstNobody(entries)) return 'walkover';
  if (noShows.length === 0) return 'played';
  const cannotPick = format === 'ladder' || stop !== null;
  return cannotPick && noShows.length < entries.length ? 'played' : 'walkover';
}

/** The house wins nothing in place of an absent opponent. */
export function sharesIn(entries: Seated, winners: readonly number[]): number[] {
  if (isAgainstNobody(entries)) return entries.map((entry) => (entry === null ? 0 : 1));
  return sharesOf(winners, entries.length);
}
