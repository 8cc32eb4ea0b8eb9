import type { TSchema } from '@sinclair/typebox';
import type { ActionShape, AnyRuleset } from '#rules/kernel/ruleset.ts';
import { NotFinite } from '../refused.ts';
import { SchemaParts } from '../schema-parts.ts';

/** A field of actions and its possible values. If the field may be missing, the first value is null. */
export interface ActionField {
  name: string;
  values: readonly (FieldValue | null)[];
}

/** The actions of one type have the `size` indices from `first` on. The value of the last field changes fastest. */
export interface ActionType {
  type: string;
  first: number;
  size: number;
  fields: readonly ActionField[];
}

interface IndexedField extends ActionField {
  places: Places;
}

interface IndexedType extends ActionType {
  fields: readonly IndexedField[];
}

/** All actions that the schemas allow, numbered from 0. Indices stay the same within a rules version. Throws
 * `NotFinite`. */
export class ActionSpace {
  readonly types: readonly ActionType[];
  readonly size: number;
  readonly #types: ReadonlyMap<string, IndexedType>;
  readonly #actions: (ActionShape | undefined)[];
  readonly #known = new WeakMap<ActionShape, number>();

  constructor(ruleset: AnyRuleset) {
    const parts = new SchemaParts(ruleset);
    const types: IndexedType[] = [];
    let first = 0;
    for (const schema of ruleset.schemas.actions) {
      const type = indexed(schema, first, parts, ruleset.id);
      types.push(type);
      first += type.size;
    }
    if (first > MOST_ACTIONS) throw new NotFinite(`${ruleset.id} has ${first} actions, more than ${MOST_ACTIONS}.`);
    this.size = first;
    this.types = types.map(({ type, first, size, fields }) => {
      return { type, first, size, fields: fields.map(({ name, values }) => ({ name, values })) };
    });
    this.#types = new Map(types.map((type) => [type.type, type]));
    this.#actions = new Array(first);
  }

  /** Returns the index of an action; −1: the action is unknown. */
  indexOf(action: ActionShape): number {
    const known = this.#known.get(action);
    if (known !== undefined) return known;
    const index = this.#find(action);
    if (index !== -1 && Object.isFrozen(action)) this.#known.set(action, index);
    return index;
  }

  actionAt(index: number): ActionShape {
    const made = this.#actions[index] ?? this.#make(index);
    this.#actions[index] = made;
    return made;
  }

  #find(action: ActionShape): number {
    const type = this.#types.get(action.type);
    if (type === undefined) return -1;
    let place = 0;
    for (const { name, values, places } of type.fields) {
      const at = places.of((action as unknown as Record<string, FieldValue | undefined>)[name] ?? null);
      if (at === undefined) return -1;
      place = place * values.length + at;
    }
    return type.first + place;
  }

  #make(index: number): ActionShape {
    const type = this.types.findLast(({ first, size }) => size > 0 && first <= index);
    if (type === undefined || index >= this.size) throw new RangeError(`there is no action ${index}`);
    let rest = index - type.first;
    const chosen: [name: string, value: FieldValue][] = [];
    for (const { name, values } of type.fields.toReversed()) {
      const value = values[rest % values.length] as FieldValue | null;
      rest = Math.floor(rest / values.length);
      if (value !== null) chosen.unshift([name, value]);
    }
    return Object.freeze({ type: type.type, ...Object.fromEntries(chosen) });
  }
}

function indexed(schema: TSchema, first: number, parts: SchemaParts, id: string): IndexedType {
  const { type: word, ...properties } = schema.properties as Record<string, TSchema> & { type: TSchema };
  const type: string = word.const;
  const required: readonly string[] = schema.required ?? [];
  const fields = Object.entries(properties).map(([name, field]): IndexedField => {
    const values = [...(required.includes(name) ? [] : [null]), ...fieldValues(field, parts, `${id}, ${type}.${name}`)];
    return { name, values, places: new Places(values) };
  });
  const size = fields.reduce((product, { values }) => product * values.length, 1);
  return { type, first, size, fields };
}

function fieldValues(field: TSchema, parts: SchemaParts, where: string): FieldValue[] {
  try {
    return valuesOf(field, parts);
  } catch (error) {
    if (error instanceof NotFinite) throw new NotFinite(`${where}: ${error.message}`);
    throw error;
  }
}

interface Branch {
  place: number | undefined;
  next: Map<Value, Branch>;
}

/** Maps the values of a field to indexes. Looks up lists item by item: making a text of each list is far slower. */
class Places {
  readonly #values = new Map<Value | null, number>();
  readonly #lists: Branch = { place: undefined, next: new Map() };

  constructor(values: readonly (FieldValue | null)[]) {
    values.forEach((value, place) => {
      if (isList(value)) this.#addList(value, place);
      else this.#values.set(value, place);
    });
  }

  /** Returns the index of a value; undefined: the value is unknown. */
  of(value: FieldValue | null): number | undefined {
    if (!isList(value)) return this.#values.get(value);
    let branch: Branch | undefined = this.#lists;
    for (let i = 0; i < value.length && branch !== undefined; i++) branch = branch.next.get(value[i] as Value);
    return branch?.place;
  }

  #addList(list: readonly Value[], place: number): void {
    let branch = this.#lists;
    for (const item of list) {
      const next = branch.next.get(item) ?? { place: undefined, next: new Map() };
      branch.next.set(item, next);
      branch = next;
    }
    branch.place = place;
  }
}

function isList(value: FieldValue | null): value is readonly Value[] {
  return typeof value === 'object' && value !== null;
}

type Value = boolean | number | string;
type FieldValue = Value | readonly Value[];

/** With more actions than this, a learner could not use the indices, and masks would be too long for a pipe. */
const MOST_ACTIONS = 200_000;
const MOST_TRIED = 10 * MOST_ACTIONS;

/** Lists the values that a schema allows: short lists before long ones, items in the order of `x-among` if there is
 * one. Throws `NotFinite`. */
function valuesOf(schema: TSchema, parts: SchemaParts): FieldValue[] {
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

function followers(
  list: readonly number[],
  items: number,
  mayFollow: (list: readonly number[], item: number) => boolean,
): number[][] {
  const longer: number[][] = [];
  for (let item = 0; item < items; item++) if (mayFollow(list, item)) longer.push([...list, item]);
  return longer;
}
