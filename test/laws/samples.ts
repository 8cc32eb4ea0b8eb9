import type { TSchema } from '@sinclair/typebox';
import type { Chance } from '#rules/kernel/chance.ts';
import { sameJson } from '#rules/kernel/json.ts';
import type { ActionShape, Seat } from '#rules/kernel/ruleset.ts';
import type { Position } from './position.ts';
import { remembered } from './remembered.ts';
import type { SchemaBook } from './schema-book.ts';

export function sample<T>(items: readonly T[], count: number, chance: Chance): T[] {
  if (items.length <= count) return [...items];
  let needed = count;
  return items.filter((_, i) => {
    const taken = chance.int(items.length - i) < needed;
    if (taken) needed--;
    return taken;
  });
}

export function one<T>(items: readonly T[], chance: Chance): T {
  if (items.length === 0) throw new Error('there is nothing to choose from');
  return items[chance.int(items.length)] as T;
}

export function textsIn(value: unknown): Set<string> {
  const texts = new Set<string>();
  const walk = (part: unknown): void => {
    if (typeof part === 'string') texts.add(part);
    else if (typeof part === 'object' && part !== null) for (const name in part) walk(part[name as keyof typeof part]);
  };
  walk(value);
  return texts;
}

const wordsIn = remembered((at: Position, _all: '') => textsIn(at.state));

export function wordsOf(at: Position): ReadonlySet<string> {
  return wordsIn(at, '');
}

export function unlistedActions(
  at: Position,
  seat: Seat,
  earlier: readonly ActionShape[],
  chance: Chance,
): ActionShape[] {
  const { book } = at.subject;
  const words = [...wordsOf(at)];
  const own = at.listed[seat] ?? [];
  const others = at.listed.flatMap((list, owner) => (owner === seat ? [] : list));
  const made = [...book.actions.values()].map((schema) => madeUp(book, schema, words, chance) as ActionShape);
  const changed = sample(own, 4, chance).map((action) => changedField(book, action, words, chance));
  const candidates = [...made, ...changed, ...sample(others, 4, chance), ...sample(earlier, 4, chance)];
  return candidates.filter(
    (action) => book.actionFault(action) === null && !own.some((listed) => sameJson(listed, action)),
  );
}

function changedField(book: SchemaBook, action: ActionShape, words: readonly string[], chance: Chance): ActionShape {
  const schema = book.actions.get(action.type);
  const fields = Object.entries((schema?.properties ?? {}) as Record<string, TSchema>).filter(
    ([name]) => name !== 'type',
  );
  if (fields.length === 0) return action;
  const [name, field] = one(fields, chance);
  return { ...action, [name]: madeUp(book, field, words, chance) };
}

/** Makes a value that is mostly valid. Its texts are words of the position, so that they mean something. */
function madeUp(book: SchemaBook, schema: TSchema, words: readonly string[], chance: Chance): unknown {
  const resolved = book.resolve(schema);
  if (resolved.const !== undefined) return resolved.const;
  if (resolved.enum !== undefined) return one(resolved.enum, chance);
  const branches = resolved.anyOf ?? resolved.oneOf;
  if (branches !== undefined) return madeUp(book, one(branches, chance) as TSchema, words, chance);
  switch (resolved.type) {
    case 'boolean':
      return chance.int(2) === 1;
    case 'integer':
    case 'number': {
      const least = resolved.minimum ?? 0;
      const most = Math.min(resolved.maximum ?? 12, least + 1000);
      return least + chance.int(most - least + 1);
    }
    case 'string': {
      const pattern = new RegExp(resolved.pattern ?? '');
      const fitting = words.filter((word) => pattern.test(word));
      return fitting.length === 0 ? 'x' : one(fitting, chance);
    }
    case 'array': {
      const length = (resolved.minItems ?? 0) + chance.int(3);
      return Array.from({ length }, () => madeUp(book, resolved.items, words, chance));
    }
    case 'object':
      return objectOf(book, resolved, words, chance);
    default:
      return null;
  }
}

function objectOf(book: SchemaBook, schema: TSchema, words: readonly string[], chance: Chance): object {
  const required = new Set<string>(schema.required ?? []);
  const fields = Object.entries((schema.properties ?? {}) as Record<string, TSchema>);
  const written = fields.filter(([name]) => required.has(name) || chance.int(2) === 0);
  return Object.fromEntries(written.map(([name, field]) => [name, madeUp(book, field, words, chance)]));
}
