import { sameJson } from '#rules/kernel/json.ts';
import { readPointer, stepsOf } from '#rules/kernel/pointer.ts';
import type { EventShape } from '#rules/kernel/ruleset.ts';
import type { Branch, Condition, DataCondition, Matchers } from './plan-shapes.ts';

/** What a plan goes by: what its seat sees, and what it was told since its last decision. */
export interface Seen {
  view: unknown;
  events: readonly EventShape[];
}

/** The place of the first branch whose conditions all hold; null where none does. A branch without conditions always does. */
export function firstMatch(branches: readonly Branch[], seen: Seen): number | null {
  const nth = branches.findIndex(({ when = [] }) => when.every((condition) => holds(condition, seen)));
  return nth === -1 ? null : nth;
}

/** Whether any condition in these branches is one on events. */
export function asksForEvents(branches: readonly Branch[]): boolean {
  return branches.some(({ when = [] }) => when.some((condition) => 'event' in condition));
}

function holds(condition: Condition, { view, events }: Seen): boolean {
  if ('view' in condition) return fits(condition, readPointer(view, stepsOf(condition.view)));
  const { type, seat, where = [] } = condition.event;
  return events.some(
    (event) =>
      event.type === type &&
      (seat === undefined || event.seat === seat) &&
      where.every((each: DataCondition) => fits(each, readPointer(event.data, stepsOf(each.data)))),
  );
}

/** Where nothing stands at a pointer, nothing holds of it but that it is not something. */
function fits(matchers: Matchers, value: unknown): boolean {
  const { is, not, in: among, min, max, has } = matchers;
  if (is !== undefined && !sameJson(value, is)) return false;
  if (not !== undefined && sameJson(value, not)) return false;
  if (among !== undefined && !among.some((each) => sameJson(value, each))) return false;
  if (min !== undefined && !(typeof value === 'number' && value >= min)) return false;
  if (max !== undefined && !(typeof value === 'number' && value <= max)) return false;
  return has === undefined || isIn(has, value);
}

function isIn(part: unknown, whole: unknown): boolean {
  if (Array.isArray(whole)) return whole.some((each) => sameJson(each, part));
  return typeof whole === 'string' && typeof part === 'string' && whole.includes(part);
}
