import type { TSchema } from '@sinclair/typebox';
import { isIndex } from '#rules/kernel/pointer.ts';

/** What a schema says of a JSON pointer into values of it: null where something may stand there. */
export interface Unreachable {
  /** the name that there is none of */
  step: string;
  /** the names that there are in its place; none where it is no object */
  known: string[];
}

type Schema = Record<string, any>;

/** What the values at a JSON pointer are, as far as their schema tells. */
export interface Possible {
  /** all that they can be; null: more than the schema names */
  values: readonly unknown[] | null;
  /** whether one of them may be a number */
  isNumber: boolean;
}

/** The first step of a pointer that no value of a schema has; null where there may be one, or the schema cannot tell. */
export function unreachableIn(
  schema: TSchema,
  steps: readonly string[],
  parts: readonly TSchema[],
): Unreachable | null {
  const found = schemasAt(schema, steps, parts);
  return Array.isArray(found) ? null : found;
}

/** What the values there can be; there is something. */
export function possibleAt(schema: TSchema, steps: readonly string[], parts: readonly TSchema[]): Possible {
  const found = schemasAt(schema, steps, parts);
  const at = Array.isArray(found) ? found : [{}];
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

/** The schemas of which a value at that pointer fits one; or at which step there is none. */
function schemasAt(schema: TSchema, steps: readonly string[], parts: readonly TSchema[]): Schema[] | Unreachable {
  const byId = new Map(parts.map((part) => [part.$id, part as Schema]));
  let at: Schema[] = alternatives(schema, byId);
  for (const step of steps) {
    const within = at.flatMap((each) => partOf(each, step) ?? []);
    if (within.length === 0)
      return { step, known: [...new Set(at.flatMap((each) => Object.keys(each.properties ?? {})))] };
    at = within.flatMap((each) => alternatives(each, byId));
  }
  return at;
}

/** The schemas of which a value fits one. */
function alternatives(schema: Schema, byId: ReadonlyMap<string | undefined, Schema>): Schema[] {
  if (typeof schema.$ref === 'string') {
    const target = byId.get(schema.$ref.replace(/#$/, ''));
    return target === undefined ? [{}] : alternatives(target, byId);
  }
  const branches: Schema[] | undefined = schema.anyOf ?? schema.oneOf;
  return branches === undefined ? [schema] : branches.flatMap((each) => alternatives(each, byId));
}

/** What may stand at a step into a value of this schema; null: nothing. A schema that says nothing forbids nothing. */
function partOf(schema: Schema, step: string): Schema | null {
  const { type, properties, patternProperties, additionalProperties, items } = schema;
  if (type === undefined && properties === undefined) return schema.const !== undefined || schema.enum ? null : {};
  if (type === 'array') {
    if (!isIndex(step)) return null;
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
