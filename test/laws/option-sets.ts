import type { TSchema } from '@sinclair/typebox';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { shuffle } from '#rules/kernel/tabletop/cards.ts';
import { one } from './samples.ts';
import type { Options, Subject } from './trial.ts';

const MOST_COMBINATIONS = 64;

/** Returns the defaults, sets with one option changed, combinations of words and booleans, and these combinations with
 * one number changed. */
export function optionSets(subject: Subject, seats: number, most: number): Options[] {
  const properties = Object.entries((subject.ruleset.schemas.options.properties ?? {}) as Record<string, TSchema>);
  const defaults: Options = Object.fromEntries(properties.map(([name, schema]) => [name, schema.default]));
  const values = properties.map(([name, schema]): [string, unknown[]] => [name, valuesOf(subject, schema)]);
  const isNumber = ([, all]: [string, unknown[]]) => all.some((value) => typeof value === 'number');
  const numbers = values.filter(isNumber);
  const combined = combinations(
    subject,
    defaults,
    values.filter((value) => !isNumber(value)),
  );
  const numbered = combined.flatMap((set) => changesOf(set, numbers));
  const lot = new FastChance(`option sets of ${subject.ruleset.id}`);
  return distinct([defaults, ...changesOf(defaults, values), ...shuffle(lot, combined), ...shuffle(lot, numbered)])
    .filter((set) => subject.book.optionsFault(set) === null && subject.ruleset.checkOptions(set, seats) === null)
    .slice(0, most);
}

function changesOf(set: Options, values: readonly [string, unknown[]][]): Options[] {
  return values.flatMap(([name, all]) => all.map((value) => ({ ...set, [name]: value })));
}

function combinations(subject: Subject, defaults: Options, words: readonly [string, unknown[]][]): Options[] {
  const size = words.reduce((product, [, all]) => product * all.length, 1);
  if (size <= MOST_COMBINATIONS) {
    return words.reduce((sets, word) => sets.flatMap((set) => changesOf(set, [word])), [defaults]);
  }
  const lot = new FastChance(`combinations of ${subject.ruleset.id}`);
  return Array.from({ length: MOST_COMBINATIONS }, () =>
    Object.assign({ ...defaults }, Object.fromEntries(words.map(([name, all]) => [name, one(all, lot)]))),
  );
}

/** True if an option that is a number exceeds its default: such games may be very long. */
export function isLong(subject: Subject, options: Options): boolean {
  return Object.entries((subject.ruleset.schemas.options.properties ?? {}) as Record<string, TSchema>).some(
    ([name, schema]) => typeof schema.default === 'number' && Number(options[name]) > schema.default,
  );
}

function valuesOf(subject: Subject, schema: TSchema): unknown[] {
  const resolved = subject.book.resolve(schema);
  if (resolved.enum !== undefined) return resolved.enum;
  if (resolved.const !== undefined) return [resolved.const];
  const branches = resolved.anyOf ?? resolved.oneOf;
  if (branches !== undefined)
    return branches.flatMap((branch: TSchema) => valuesOf(subject, { default: schema.default, ...branch }));
  if (resolved.type === 'boolean') return [false, true];
  if (resolved.type === 'null') return [null];
  if (resolved.type !== 'integer' && resolved.type !== 'number') return [schema.default];
  const least = resolved.minimum ?? schema.default;
  const next = Math.min(least + (resolved.multipleOf ?? 1), resolved.maximum ?? Number.POSITIVE_INFINITY);
  return distinct([least, next, schema.default, resolved.maximum ?? schema.default]);
}

function distinct<T>(values: readonly T[]): T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
