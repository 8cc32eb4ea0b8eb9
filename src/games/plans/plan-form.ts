import type { TSchema } from '@sinclair/typebox';
import { inputsOf } from '#rules/input-validator.ts';
import { sameJson } from '#rules/kernel/json.ts';
import { escaped, isIndex, isPointer, stepsOf } from '#rules/kernel/pointer.ts';
import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import { targetOf } from '#rules/kernel/schema.ts';
import type { FieldError } from '../../eventlog/result.ts';
import { HOUSE_EVENT_TYPES } from '../queries/house-sentences.ts';

export const PLAN_LIMITS = {
  branches: 100,
  depth: 6,
  /** the limit of conditions in each branch, and of conditions on the data of one event */
  conditions: 12,
  values: 60,
  bytes: 16 * 1024,
  /** the limit of a plan's actions since a player last acted without a plan: plans alone must not play on forever */
  actionsAlone: 100,
} as const;

const MOST_TOLD = 20;
const NO_NUMBER = 'must be omitted, because `view` or `data` does not point to a number';
const MATCHERS = ['is', 'not', 'in', 'min', 'max', 'has'];

export function planFaults(branches: unknown, ruleset: AnyRuleset, seats: number): FieldError[] {
  const bytes = Buffer.byteLength(JSON.stringify(branches));
  if (bytes > PLAN_LIMITS.bytes) {
    return [{ pointer: '/branches', message: `must have at most ${PLAN_LIMITS.bytes} bytes, not ${bytes}` }];
  }
  const form = new PlanForm(ruleset, seats);
  form.list(branches, '/branches', 1);
  return form.faults.slice(0, MOST_TOLD);
}

type Fields = Record<string, unknown>;

class PlanForm {
  readonly faults: FieldError[] = [];
  readonly #ruleset: AnyRuleset;
  readonly #seats: number;
  #branches = 0;

  constructor(ruleset: AnyRuleset, seats: number) {
    this.#ruleset = ruleset;
    this.#seats = seats;
  }

  list(branches: unknown, pointer: string, depth: number): void {
    if (!Array.isArray(branches) || branches.length === 0) {
      this.#fault(pointer, 'must be a list of at least one branch');
      return;
    }
    if (depth > PLAN_LIMITS.depth) {
      this.#fault(pointer, `must be nested at most ${PLAN_LIMITS.depth} lists deep`);
      return;
    }
    for (const [nth, branch] of branches.entries()) {
      const at = `${pointer}/${nth}`;
      this.#branches++;
      if (this.#branches > PLAN_LIMITS.branches) {
        this.#fault(at, `must be omitted, because the plan has more than ${PLAN_LIMITS.branches} branches`);
        return;
      }
      this.#branch(branch, at, depth);
    }
  }

  #branch(branch: unknown, pointer: string, depth: number): void {
    if (!this.#isObject(branch, pointer, ['when', 'do', 'next'])) return;
    const { when, do: action, next } = branch;
    if (when !== undefined)
      this.#each(when, `${pointer}/when`, PLAN_LIMITS.conditions, (each, at) => this.#condition(each, at));
    if (action === undefined) this.#fault(`${pointer}/do`, 'is missing');
    else this.#action(action, `${pointer}/do`);
    if (next !== undefined && next !== 'again') this.#next(next, `${pointer}/next`, depth);
  }

  #next(next: unknown, pointer: string, depth: number): void {
    if (typeof next === 'string') this.#fault(pointer, 'must be a list of branches or the word "again"');
    else this.list(next, pointer, depth + 1);
  }

  #action(action: unknown, pointer: string): void {
    const checked = inputsOf(this.#ruleset).action(action);
    if (checked.ok) return;
    for (const error of checked.errors) this.#fault(`${pointer}${error.pointer}`, error.message);
  }

  #condition(condition: unknown, pointer: string): void {
    if (!this.#isObject(condition, pointer, ['view', 'event', ...MATCHERS])) return;
    const { view, event } = condition;
    if ((view === undefined) === (event === undefined)) {
      this.#fault(pointer, 'must have exactly one of the fields `view` and `event`');
      return;
    }
    if (view !== undefined) {
      this.#matched(condition, 'view', this.#ruleset.schemas.view, pointer);
      return;
    }
    for (const name of MATCHERS) {
      if (name in condition)
        this.#fault(`${pointer}/${name}`, 'must be in an entry of `event.where`, because this condition has `event`');
    }
    this.#event(event, `${pointer}/event`);
  }

  #event(event: unknown, pointer: string): void {
    if (!this.#isObject(event, pointer, ['type', 'seat', 'where'])) return;
    const { type, seat, where } = event;
    const schemas = this.#ruleset.schemas.events;
    const schema = schemas.find((each) => each.properties.type?.const === type);
    if (schema === undefined && !HOUSE_EVENT_TYPES.includes(String(type))) {
      const known = [...schemas.map((each) => each.properties.type?.const), ...HOUSE_EVENT_TYPES];
      this.#fault(`${pointer}/type`, `must be one of ${known.join(', ')}`);
    }
    const isSeat = Number.isInteger(seat) && (seat as number) >= 0 && (seat as number) < this.#seats;
    if (seat !== undefined && !isSeat)
      this.#fault(`${pointer}/seat`, `must be a seat of the game: 0 to ${this.#seats - 1}`);
    if (where === undefined) return;
    const data: TSchema = schema?.properties.data ?? ({} as TSchema);
    this.#each(where, `${pointer}/where`, PLAN_LIMITS.conditions, (each, at) => {
      if (this.#isObject(each, at, ['data', ...MATCHERS])) this.#matched(each, 'data', data, at);
    });
  }

  #matched(condition: Fields, name: 'view' | 'data', schema: TSchema, pointer: string): void {
    const found = this.#pointedAt(condition, name, schema, `${pointer}/${name}`);
    if (found !== null) this.#possible(condition, possibleIn(found), pointer);
    const { in: among, min, max } = condition;
    if (!MATCHERS.some((each) => each in condition))
      this.#fault(pointer, `must have one of the fields ${MATCHERS.join(', ')}`);
    if (among !== undefined) this.#each(among, `${pointer}/in`, PLAN_LIMITS.values, () => {});
    if (min !== undefined && typeof min !== 'number') this.#fault(`${pointer}/min`, 'must be a number');
    if (max !== undefined && typeof max !== 'number') this.#fault(`${pointer}/max`, 'must be a number');
  }

  /** Rejects conditions that can never be true, because their branch would never act. */
  #possible({ is, in: among, min, max }: Fields, { values, isNumber }: Possible, pointer: string): void {
    const isKnown = (value: unknown) => values === null || values.some((each) => sameJson(each, value));
    const instead = `must be one of ${values?.map((each) => JSON.stringify(each)).join(', ')}`;
    if (is !== undefined && !isKnown(is)) this.#fault(`${pointer}/is`, instead);
    for (const [nth, each] of Array.isArray(among) ? among.entries() : []) {
      if (!isKnown(each)) this.#fault(`${pointer}/in/${nth}`, instead);
    }
    if (isNumber) return;
    if (min !== undefined) this.#fault(`${pointer}/min`, NO_NUMBER);
    if (max !== undefined) this.#fault(`${pointer}/max`, NO_NUMBER);
  }

  /** Returns the possible schemas at the pointer; null: no value has this pointer. */
  #pointedAt(condition: Fields, name: 'view' | 'data', schema: TSchema, pointer: string): Schema[] | null {
    const at = condition[name];
    if (typeof at !== 'string' || !isPointer(at)) {
      this.#fault(pointer, 'must be a JSON pointer, such as /phase or /scores/0');
      return null;
    }
    let found = alternatives(schema);
    for (const step of stepsOf(at)) {
      const within = found.flatMap((each) => partOf(each, step, this.#seats) ?? []);
      if (within.length === 0) {
        const known = [...new Set(found.flatMap((each) => Object.keys(each.properties ?? {})))];
        const instead = known.length === 0 ? '' : `, only ${known.map((field) => `\`${escaped(field)}\``).join(', ')}`;
        const whole = name === 'view' ? `the view of ${this.#ruleset.name}` : 'the data of the event';
        this.#fault(pointer, `must point to a field in ${whole}: there is no \`${escaped(step)}\`${instead}`);
        return null;
      }
      found = within.flatMap(alternatives);
    }
    return found;
  }

  #each(list: unknown, pointer: string, most: number, check: (each: unknown, at: string) => void): void {
    if (!Array.isArray(list) || list.length === 0) {
      this.#fault(pointer, 'must be a list of at least one entry');
      return;
    }
    if (list.length > most) {
      this.#fault(pointer, `must be a list of at most ${most} entries, not ${list.length}`);
      return;
    }
    for (const [nth, each] of list.entries()) check(each, `${pointer}/${nth}`);
  }

  #isObject(value: unknown, pointer: string, names: readonly string[]): value is Fields {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      this.#fault(pointer, `must be an object, whose fields can be ${names.join(', ')}`);
      return false;
    }
    const fault = `is not a known field (known: ${names.map((name) => `\`${name}\``).join(', ')})`;
    for (const name of Object.keys(value)) if (!names.includes(name)) this.#fault(`${pointer}/${escaped(name)}`, fault);
    return true;
  }

  #fault(pointer: string, message: string): void {
    this.faults.push({ pointer, message });
  }
}

type Schema = Record<string, any>;

interface Possible {
  /** null: the schema does not list all values */
  values: readonly unknown[] | null;
  isNumber: boolean;
}

function possibleIn(at: readonly Schema[]): Possible {
  const listed = at.map(valuesOf);
  return {
    values: listed.every((each) => each !== null) ? listed.flat() : null,
    isNumber: at.some(({ type, const: only, enum: words }) => {
      if (only !== undefined || words !== undefined) return [only, ...(words ?? [])].some(Number.isFinite);
      return type === undefined || ['integer', 'number'].some((each) => [type].flat().includes(each));
    }),
  };
}

function valuesOf({ type, const: only, enum: words }: Schema): unknown[] | null {
  if (only !== undefined) return [only];
  if (words !== undefined) return words;
  if (type === 'boolean') return [false, true];
  return type === 'null' ? [null] : null;
}

function alternatives(schema: Schema): Schema[] {
  const target = targetOf(schema as TSchema);
  const branches: Schema[] | undefined = target === undefined ? (schema.anyOf ?? schema.oneOf) : [target];
  return branches === undefined ? [schema] : branches.flatMap(alternatives);
}

/** Returns the schema of a property or item; null: there is none. A schema without constraints allows everything. */
function partOf(schema: Schema, step: string, seats: number): Schema | null {
  const { type, properties, patternProperties, additionalProperties, items } = schema;
  if (type === undefined && properties === undefined) return schema.const !== undefined || schema.enum ? null : {};
  if (type === 'array') {
    if (!isIndex(step) || (schema['x-by'] === 'seat' && Number(step) >= seats)) return null;
    if (!Array.isArray(items)) return items ?? {};
    return items[Number(step)] ?? null;
  }
  if (type !== 'object') return null;
  if (Object.hasOwn(properties ?? {}, step)) return properties[step];
  for (const [pattern, part] of Object.entries<Schema>(patternProperties ?? {}))
    if (new RegExp(pattern).test(step)) return part;
  if (additionalProperties === false || (additionalProperties === undefined && properties !== undefined)) return null;
  return typeof additionalProperties === 'object' ? additionalProperties : {};
}
