import type { GameSummary } from '../../../clients/typescript/src/index.ts';
import { WORDS } from './words.ts';

/** Says in words what a player reached in a game; null: it has no result yet, or was aborted. */
export function resultFor({ outcome, seats }: GameSummary, playerId: string): string | null {
  const mine = seats.filter(({ player }) => player?.id === playerId).map(({ seat }) => seat);
  if (outcome === null) return null;
  const { results } = WORDS.mine;
  if (outcome.left.some(({ seat }) => mine.includes(seat))) return results.left;
  if (outcome.winners.some((seat) => mine.includes(seat))) {
    return outcome.winners.every((seat) => mine.includes(seat)) ? results.won : results.shared;
  }
  return outcome.winners.length === 0 && seats.length > 1 ? results.draw : results.lost;
}
