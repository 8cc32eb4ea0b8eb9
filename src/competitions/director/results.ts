import type { CountedAs, CountedGame, DealtGame } from '../model/events.ts';

/** How a game that is over counts. */
export interface GameResult {
  gameId: string;
  /** of the game's hash chain at its end */
  head: string;
  counted: CountedAs;
  shares: number[];
  scores: number[];
  noShows: number[];
}

/** By the id of the game. */
export type GameResults = ReadonlyMap<string, GameResult>;

/** What the log says of a game when its board closes. */
export function countedGame(dealt: DealtGame, result: GameResult): CountedGame {
  const { gameId, round, table, board, copy, entries } = dealt;
  const { head, counted, shares, scores, noShows } = result;
  return { gameId, round, table, board, copy, entries, head, counted, shares, scores, noShows };
}

/** Who won has an equal share of the win; where everybody lost, everybody has. Alone one wins, or does not. */
export function sharesOf(winners: readonly number[], seats: number): number[] {
  if (seats === 1) return [winners.length > 0 ? 1 : 0];
  const sharers = winners.length > 0 ? winners : Array.from({ length: seats }, (_, seat) => seat);
  return Array.from({ length: seats }, (_, seat) => (sharers.includes(seat) ? 1 / sharers.length : 0));
}
