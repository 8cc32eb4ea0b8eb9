import type { FormatRules } from '../formats/format.ts';
import type { Competition, Entry } from '../model/competition.ts';
import type { DealtGame } from '../model/events.ts';
import type { GameResults } from './results.ts';

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
  const counted = countedIn(competition);
  return competition.games.filter(({ gameId }) => !counted.has(gameId) && !results.has(gameId));
}

/** The games whose result is in the log. */
export function countedIn({ counted }: Competition): Set<string> {
  return new Set(counted.map(({ gameId }) => gameId));
}

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
