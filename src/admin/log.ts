import type { Json } from '#rules/kernel/json.ts';
import type { DeedRow } from '../store/operators.ts';
import { type AdminAnswer, type AdminCall, answered, numberOf, optionalText } from './call.ts';
import type { AdminParts } from './house.ts';
import { aligned, timeOf } from './words.ts';

const DEEDS_LISTED = 50;

/** What operators did, newest first. */
export async function log({ store }: AdminParts, call: AdminCall): Promise<AdminAnswer> {
  const query = { subject: call.target ?? undefined, before: optionalText(call, 'before') };
  const deeds = await store.operators.deeds({ ...query, limit: numberOf(call, 'limit', DEEDS_LISTED) });
  const lines = deeds.length === 0 ? ['No operator has done anything here.'] : aligned(deeds.map(rowOf));
  return answered(lines, JSON.parse(JSON.stringify(deeds)) as Json);
}

/** The deeds about one player or game, under a heading; nothing where there are none. */
export function deedLines(deeds: readonly DeedRow[]): string[] {
  return deeds.length === 0 ? [] : ['', 'what operators did', ...aligned(deeds.map(rowOf))];
}

function rowOf({ at, by, deed, subject, because, outcome }: DeedRow): string[] {
  return [timeOf(at), by, deed, subject ?? '', outcome ?? 'broken off', because ?? ''];
}
