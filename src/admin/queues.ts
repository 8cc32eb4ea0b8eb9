import type { Json } from '#rules/kernel/json.ts';
import type { OverdueGame, QueueRow } from '../store/operators.ts';
import { type AdminAnswer, answered } from './call.ts';
import type { AdminParts } from './house.ts';
import { LATE_MS } from './stuck.ts';
import { aligned, spanBetween } from './words.ts';

const OVERDUE_SHOWN = 20;

/** Everything that waits in the house, and the games in which the house is late. */
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
  if (late.length > 0) lines.push('', 'games in which the house is late: see `game <id>`', ...aligned(late));
  return answered(lines, JSON.parse(JSON.stringify(found)) as Json);
}

function ageOf(oldest: Date, now: Date): string {
  return oldest > now ? `in ${spanBetween(now, oldest)}` : `${spanBetween(oldest, now)} ago`;
}
