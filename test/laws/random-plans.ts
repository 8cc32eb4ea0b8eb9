import type { Json } from '#rules/kernel/json.ts';
import { escaped } from '#rules/kernel/pointer.ts';
import type { ActionShape, EventShape } from '#rules/kernel/ruleset.ts';
import type { FastChance } from '#rules/kernel/search/fast-chance.ts';
import type { Branch, Condition, Matchers } from '../../src/games/plans/plan-shapes.ts';
import { bytes } from './position.ts';

export interface Moment {
  view: unknown;
  events: readonly EventShape[];
  actions: readonly ActionShape[];
}

const MOST_DEEP = 3;
const LONGEST_VALUE = 60;

export function randomBranches(lot: FastChance, moments: readonly Moment[], depth = 1): Branch[] {
  return Array.from({ length: 1 + lot.int(2) }, () => {
    const moment = lot.int(2) === 0 ? (moments.at(-1) as Moment) : oneOf(lot, moments);
    const when = Array.from({ length: lot.int(3) }, () => randomCondition(lot, moment));
    const branch = { ...(when.length === 0 ? {} : { when }), do: oneOf(lot, moment.actions) };
    const next = lot.int(3);
    if (next === 0) return { ...branch, next: 'again' as const };
    return next === 1 && depth < MOST_DEEP ? { ...branch, next: randomBranches(lot, moments, depth + 1) } : branch;
  });
}

function randomCondition(lot: FastChance, { view, events }: Moment): Condition {
  if (events.length === 0 || lot.int(2) === 0) {
    const { pointer, value } = placeIn(lot, view);
    return { view: pointer, ...matchersFor(lot, value) };
  }
  const { type, seat, data } = oneOf(lot, events);
  const ofWhom = typeof seat === 'number' && lot.int(2) === 0 ? { seat } : {};
  if (lot.int(2) === 0) return { event: { type, ...ofWhom } };
  const { pointer, value } = placeIn(lot, data);
  return { event: { type, ...ofWhom, where: [{ data: pointer, ...matchersFor(lot, value) }] } };
}

function matchersFor(lot: FastChance, value: Json): Matchers {
  const asked: Matchers[] = [{ is: value }, { in: [value] }, { not: value }];
  if (typeof value === 'number') asked.push({ min: value }, { max: value });
  if (typeof value === 'string') asked.push({ has: value.slice(0, 2) });
  if (Array.isArray(value) && value.length > 0) asked.push({ has: oneOf(lot, value) });
  return oneOf(lot, asked);
}

function placeIn(lot: FastChance, whole: unknown): { pointer: string; value: Json } {
  let value = whole as Json;
  let pointer = '';
  while (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    const isShort = bytes(value).length <= LONGEST_VALUE;
    if (entries.length === 0 || (isShort && pointer !== '' && lot.int(2) === 0)) break;
    const [name, part] = oneOf(lot, entries);
    pointer += `/${escaped(name)}`;
    value = part as Json;
  }
  return { pointer, value };
}

function oneOf<T>(lot: FastChance, of: readonly T[]): T {
  return of[lot.int(of.length)] as T;
}
