import type { TSchema } from '@sinclair/typebox';
import type { SchemaParts } from '../schema-parts.ts';
import { NotFinite } from './not-finite.ts';

export type Value = boolean | number | string;
/** What a field of an action can be: a value, or a list of values. */
export type FieldValue = Value | readonly Value[];

/** Beyond this an index of its own for each action is no use to a learner, and masks of them no use to a pipe. */
export const MOST_ACTIONS = 200_000;
const MOST_TRIED = 10 * MOST_ACTIONS;

/**
 * Every value that the schema of a field allows, in an order that follows from the schema alone. Lists stand shorter ones first, then in
 * the order of their items; those with `x-among` hold their items in its order, each once. Throws `NotFinite`.
 */
export function valuesOf(schema: TSchema, parts: SchemaParts): FieldValue[] {
  const meant = parts.resolve(schema);
  if (meant.type === 'array') return listsOf(meant, parts);
  return scalarsOf(meant, parts);
}

function scalarsOf(schema: TSchema, parts: SchemaParts): Value[] {
  const { type, minimum, maximum, multipleOf: every = 1, 'x-among': among } = schema;
  const words = among ?? parts.words(schema);
  if (words !== null) return [...words];
  if (type === 'boolean') return [false, true];
  if (type !== 'integer' || minimum === undefined || maximum === undefined) {
    throw new NotFinite(`a field of type ${type} names neither its words nor its bounds`);
  }
  if ((maximum - minimum) / every >= MOST_ACTIONS) throw new NotFinite(`${minimum} to ${maximum} are too many numbers`);
  const first = Math.ceil(minimum / every) * every;
  return Array.from({ length: Math.floor((maximum - first) / every) + 1 }, (_, i) => first + i * every);
}

function listsOf(schema: TSchema, parts: SchemaParts): Value[][] {
  const { minItems: least = 0, uniqueItems: areUnique = false, 'x-among': among } = schema;
  const items: Value[] = among === undefined ? scalarsOf(parts.resolve(schema.items), parts) : [...among];
  const most = schema.maxItems ?? (areUnique || among !== undefined ? items.length : null);
  if (most === null) throw new NotFinite('a list has no greatest length');
  const mayFollow = (list: readonly number[], item: number): boolean =>
    among !== undefined ? item > (list.at(-1) ?? -1) : !areUnique || !list.includes(item);
  const lists: number[][] = [];
  let longer: number[][] = [[]];
  for (let length = 0; ; length++) {
    if (length >= least) for (const list of longer) lists.push(list);
    if (length === most || longer.length === 0) break;
    if (lists.length > MOST_ACTIONS || longer.length * items.length > MOST_TRIED) {
      throw new NotFinite(`a list has more than ${MOST_ACTIONS} forms`);
    }
    longer = longer.flatMap((list) => followers(list, items.length, mayFollow));
  }
  return lists.map((list) => list.map((item) => items[item] as Value));
}

/** A list with each item that may stand behind it. */
function followers(
  list: readonly number[],
  items: number,
  mayFollow: (list: readonly number[], item: number) => boolean,
): number[][] {
  const longer: number[][] = [];
  for (let item = 0; item < items; item++) if (mayFollow(list, item)) longer.push([...list, item]);
  return longer;
}
