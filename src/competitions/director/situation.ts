import type { FormatRules } from '../formats/format.ts';
import type { Competition, Entry } from '../model/competition.ts';
import type { DealtGame } from '../model/events.ts';
import { perVersion } from '../model/per-version.ts';
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
