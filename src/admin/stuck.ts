import { houseTurn } from '../games/commands/time-outs.ts';
import { RulesMissing } from '../games/refusals.ts';
import { StoreUnavailable } from '../store/failures.ts';
import type { GameRow } from '../store/game-rows.ts';
import type { AdminParts } from './house.ts';
import { spanBetween } from './words.ts';

/** A server that is well acts within seconds of a deadline. */
export const LATE_MS = 60_000;

/** Why a game does not go on by itself though it should; null: nothing is wrong with it. */
export async function whyStuck({ store, games }: AdminParts, row: GameRow): Promise<string | null> {
  if (row.status !== 'playing' && row.status !== 'open') return null;
  const now = games.clock.now();
  try {
    const read = await games.gameReader.find(row.id);
    if (read !== null) houseTurn(read, now);
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    if (error instanceof RulesMissing) return `its rules are missing: ${error.message}`;
    return `the house cannot act in it: ${(error as Error).message}`;
  }
  const { deadline } = (await store.game(row.id)) ?? row;
  if (deadline === null || now.getTime() - deadline.getTime() < LATE_MS) return null;
  return `the house was to act ${spanBetween(deadline, now)} ago and has not`;
}
