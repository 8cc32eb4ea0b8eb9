import type { TSchema } from '@sinclair/typebox';
import { HINTS, KINDS } from '#rules/kernel/hints.ts';
import { applyLegal } from '#rules/kernel/play.ts';
import type { ActionShape, AnyRuleset, EventShape, Viewer } from '#rules/kernel/ruleset.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { SchemaBook, typeOf } from './schema-book.ts';

const GAMES = 2;
const STEPS = 60;
const ACTIONS_READ = 20;

/** By path of each array without the hint `x-by`: the numbers of seats of the games, and whether the array always had
 * one item per seat. */
type Lengths = Map<string, { seats: Set<number>; isOneEach: boolean }>;

interface Reading {
  book: SchemaBook;
  seats: number;
  view: unknown;
  faults: Set<string>;
  lengths: Lengths | null;
}

export function hintFaults(ruleset: AnyRuleset): string[] {
  const { options, view, actions, events, parts } = ruleset.schemas;
  const book = SchemaBook.of(ruleset);
  const faults = new Set<string>();
  for (const schema of [options, view, ...actions, ...events, ...parts])
    misused(schema, schema.$id ?? '', book, view, faults);
  if (faults.size > 0) return [...faults];
  const lengths: Lengths = new Map();
  for (let { min: seats } = ruleset.seats; seats <= ruleset.seats.max; seats++) {
    for (let game = 0; game < GAMES; game++) playRead(ruleset, { book, seats, view: null, faults, lengths }, game);
  }
  for (const [path, { seats, isOneEach }] of lengths) {
    if (isOneEach && seats.size > 1) faults.add(`${path} has one item for each seat and no x-by that says so`);
  }
  return [...faults];
}

function misused(schema: TSchema, path: string, book: SchemaBook, view: TSchema, faults: Set<string>): void {
  for (const [name, value] of Object.entries(schema)) {
    if (name.startsWith('x-') && !HINTS.some((hint) => hint === name))
      faults.add(`${path} has the unknown hint ${name}`);
    if (typeof value === 'object' && value !== null && name !== 'default') {
      misused(value as TSchema, `${path}.${name}`, book, view, faults);
    }
  }
  const { 'x-kind': kind, 'x-by': by, 'x-indexes': indexes, 'x-among': among } = schema;
  if (among !== undefined && new Set(among).size !== among.length) faults.add(`${path} has x-among with a value twice`);
  if (typeof kind === 'string' && !(kind in KINDS)) faults.add(`${path} is of the unknown kind ${kind}`);
  if (by !== undefined && schema.type !== 'array') faults.add(`${path} has x-by and is no array`);
  if (indexes !== undefined && schema.type !== 'integer') faults.add(`${path} has x-indexes and is no whole number`);
  for (const pointer of [by === 'seat' ? undefined : by, indexes]) {
    if (pointer === undefined) continue;
    const list = view.properties?.[String(pointer).slice(1)];
    if (list === undefined || book.resolve(list).type !== 'array')
      faults.add(`${path} points at ${pointer}, which is no list of the view`);
  }
}

function playRead(ruleset: AnyRuleset, reading: Reading, game: number): void {
  const { book, seats } = reading;
  const chance = new FastChance(`hints ${seats} ${game}`);
  const properties = Object.entries(ruleset.schemas.options.properties as Record<string, TSchema>);
  const options = Object.fromEntries(properties.map(([name, schema]) => [name, schema.default]));
  const eventSchemas = new Map(ruleset.schemas.events.map((schema) => [typeOf(schema), schema]));
  let { state, events } = ruleset.setup(options, seats, chance);
  for (let step = 0; step < STEPS; step++) {
    for (const { type, data } of events as EventShape[]) {
      const schema = eventSchemas.get(type)?.properties.data as TSchema;
      read(data, schema, `${type}.data`, { ...reading, view: ruleset.view(state, 'spectator'), lengths: null });
    }
    const viewers: Viewer[] = ['spectator', ...Array(seats).keys()];
    for (const viewer of viewers) {
      const view = ruleset.view(state, viewer);
      read(view, ruleset.schemas.view, 'view', { ...reading, view });
    }
    const seat = ruleset.actors(state)[0];
    if (seat === undefined) return;
    const legal: ActionShape[] = ruleset.legalActions(state, seat);
    const view = ruleset.view(state, seat);
    for (const action of legal.slice(0, ACTIONS_READ)) {
      read(action, book.actions.get(action.type) as TSchema, action.type, { ...reading, view, lengths: null });
    }
    const action = legal[chance.int(legal.length)] as ActionShape;
    ({ state, events } = applyLegal(ruleset, state, seat, action, chance));
  }
}

function read(value: unknown, schema: TSchema, path: string, reading: Reading): void {
  const meant = branchOf(value, reading.book.resolve(schema), reading.book);
  if (meant === undefined) return;
  if (Array.isArray(value)) {
    readArray(value, meant, path, reading);
    for (const item of value) read(item, meant.items as TSchema, `${path}[]`, reading);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, part] of Object.entries(value)) {
      const field = meant.properties?.[name];
      if (field !== undefined) read(part, field, `${path}.${name}`, reading);
    }
  } else if (typeof value === 'number') readNumber(value, meant, path, reading);
}

function readArray({ length }: unknown[], { 'x-by': by }: TSchema, path: string, reading: Reading): void {
  const { seats, view, faults, lengths } = reading;
  if (by === undefined) {
    const known = lengths?.get(path) ?? { seats: new Set(), isOneEach: true };
    lengths?.set(path, { seats: known.seats.add(seats), isOneEach: known.isOneEach && length === seats });
    return;
  }
  const due = by === 'seat' ? seats : listAt(view, by).length;
  if (length !== due) faults.add(`${path} has ${length} items where x-by ${by} makes them ${due}`);
}

function readNumber(value: number, schema: TSchema, path: string, { seats, view, faults }: Reading): void {
  const { 'x-kind': kind, 'x-indexes': indexes } = schema;
  if (kind === 'seat' && value >= seats) faults.add(`${path} is ${value}, which is no seat`);
  if (indexes !== undefined && value >= listAt(view, indexes).length)
    faults.add(`${path} is ${value}, beyond ${indexes}`);
}

function listAt(view: unknown, pointer: string): unknown[] {
  return (view as Record<string, unknown[]>)[pointer.slice(1)] ?? [];
}

/** Returns the branch of the schema that fits the type of the value; if the schema has no branches, the schema. */
function branchOf(value: unknown, schema: TSchema, book: SchemaBook): TSchema | undefined {
  const branches: TSchema[] | undefined = schema.anyOf ?? schema.oneOf;
  if (branches === undefined) return schema;
  const type = Array.isArray(value)
    ? 'array'
    : value === null
      ? 'null'
      : Number.isInteger(value)
        ? 'integer'
        : typeof value;
  return branches.map((branch) => book.resolve(branch)).find((branch) => branch.type === type);
}
