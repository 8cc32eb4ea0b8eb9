import { houseTurn } from '../games/commands/actions.ts';
import { RulesMissing } from '../games/refusals.ts';
import { StoreUnavailable } from '../store/failures.ts';
import type { GameRow } from '../store/game-rows.ts';
import type { OverdueGame, QueueRow } from '../store/operators.ts';
import { type AdminAnswer, type AdminParts, answered } from './call.ts';
import { aligned, spanBetween } from './words.ts';

const OVERDUE_SHOWN = 20;

export interface Queues {
  at: Date;
  queues: QueueRow[];
  overdue: OverdueGame[];
}

export async function queuesOf({ store, games }: Pick<AdminParts, 'store' | 'games'>): Promise<Queues> {
  const at = games.clock.now();
  const late = new Date(at.getTime() - LATE_MS);
  const [queues, overdue] = await Promise.all([
    store.operators.queues(at, late),
    store.operators.overdue(late, OVERDUE_SHOWN),
  ]);
  return { at, queues, overdue };
}

export async function queues(house: AdminParts): Promise<AdminAnswer> {
  const found = await queuesOf(house);
  const { at, overdue } = found;
  const rows = found.queues.map(({ queue, state, count, oldest }) => {
    return [queue, state, String(count), oldest === null ? '' : ageOf(oldest, at)];
  });
  const late = overdue.map(({ id, ruleset, deadline }) => [id, ruleset, `due ${spanBetween(deadline, at)} ago`]);
  const lines = [...aligned([['queue', 'state', 'count', 'oldest'], ...rows])];
  if (late.length > 0) lines.push('', 'games in which the server is late: see `game <id>`', ...aligned(late));
  return answered(lines, found);
}

function ageOf(oldest: Date, now: Date): string {
  return oldest > now ? `in ${spanBetween(now, oldest)}` : `${spanBetween(oldest, now)} ago`;
}

/** A game counts as late this long after its deadline. A healthy server acts within seconds. */
const LATE_MS = 60_000;

/** Returns why a game is stuck; null: it is not stuck. */
export async function whyStuck({ store, games }: AdminParts, row: GameRow): Promise<string | null> {
  if (row.status !== 'playing' && row.status !== 'open') return null;
  const now = games.clock.now();
  try {
    const read = await games.gameReader.find(row.id);
    if (read !== null) houseTurn(read, now);
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    if (error instanceof RulesMissing) return `its rules are missing: ${error.message}`;
    return `the server cannot act in it: ${(error as Error).message}`;
  }
  const { deadline } = (await store.game(row.id)) ?? row;
  if (deadline === null || now.getTime() - deadline.getTime() < LATE_MS) return null;
  return `the server should have acted ${spanBetween(deadline, now)} ago and has not`;
}
