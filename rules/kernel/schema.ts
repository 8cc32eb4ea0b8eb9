import {
  type Static,
  type TLiteral,
  type TObject,
  type TProperties,
  type TSchema,
  type TUnsafe,
  Type,
} from '@sinclair/typebox';
import type { Hints } from './hints.ts';

/** The key under which a `$ref` schema stores the schema that it names. JSON output omits symbols. */
const TARGET = Symbol('target');

/** Makes a `$ref` that has the TypeScript type of the schema to which it refers. It may have its own description. */
export function Ref<T extends TSchema>(schema: T, words: { description?: string } = {}) {
  if (schema.$id === undefined) throw new Error('Ref needs a schema with an $id');
  return Type.Unsafe<Static<T>>({ $ref: `${schema.$id}#`, ...words, [TARGET]: schema });
}

/** Returns the schema that a reference names; undefined: the given schema is no reference. */
export function targetOf(schema: TSchema & { [TARGET]?: TSchema }): TSchema | undefined {
  return schema[TARGET];
}

/** Returns by `$id` the named schemas in `parts` and those they refer to. If two have the same name, the first wins. */
export function namedSchemas(parts: readonly unknown[]): Map<string, TSchema> {
  const named = new Map<string, TSchema>();
  const seen = new Set<unknown>();
  const find = (part: unknown): void => {
    if (typeof part !== 'object' || part === null || seen.has(part)) return;
    seen.add(part);
    const { $id, [TARGET]: target, ...within } = part as TSchema & { [TARGET]?: TSchema };
    if ($id !== undefined && !named.has($id)) named.set($id, part as TSchema);
    Object.values(within).forEach(find);
    find(target);
  };
  parts.forEach(find);
  return named;
}

const SEAT: Hints = { 'x-kind': 'seat' };

export const SeatNumber = Type.Integer({ minimum: 0, ...SEAT, description: 'A seat, numbered clockwise from 0.' });

type Described = [fields: TProperties, description: string];

type ActionSchemas<Actions> = {
  [T in keyof Actions & string]: TObject<{ type: TLiteral<T> } & FieldsOf<Actions[T]>>;
}[keyof Actions & string][];

type EventSchemas<Events> = {
  [T in keyof Events & string]: TObject<{
    type: TLiteral<T>;
    seat: TUnsafe<number | null>;
    data: TObject<FieldsOf<Events[T]>>;
  }>;
}[keyof Events & string][];

type FieldsOf<T> = T extends [infer Fields extends TProperties, string] ? Fields : never;

/** Returns functions that build the schemas of one ruleset. The schemas allow no unknown fields, and each `$id` begins
 * with the name of the family (`PascalsRuinView`). */
export function schemaFamily(family: string) {
  return {
    object<Fields extends TProperties>(name: string, fields: Fields, description: string, hints: Hints = {}) {
      return closed(`${family}${name}`, fields, description, hints);
    },

    actions<Actions extends Record<string, Described>>(actions: Actions): ActionSchemas<Actions> {
      return Object.entries(actions).map(([type, [fields, description]]) =>
        ActionSchema(family, type, fields, description),
      ) as TObject[] as ActionSchemas<Actions>;
    },

    events<Events extends Record<string, Described>>(events: Events): EventSchemas<Events> {
      return Object.entries(events).map(([type, [data, description]]) =>
        EventSchema(family, type, data, description),
      ) as TObject[] as EventSchemas<Events>;
    },
  };
}

const WHAT_IS_DONE = 'What is done: tells the actions apart.';
export const WHAT_HAPPENED = 'What happened: tells the events apart.';

/** The schema of an action `{ type, …fields }`, named `<prefix><Type>Action`. */
export function ActionSchema<const T extends string, F extends TProperties>(
  prefix: string,
  type: T,
  fields: F,
  description: string,
) {
  return closed(
    `${prefix}${capital(type)}Action`,
    { type: Type.Literal(type, { description: WHAT_IS_DONE }), ...fields },
    description,
  );
}

/** The schema of an event `{ type, seat, data }`, named `<prefix><Type>Event`. */
export function EventSchema<const T extends string, D extends TProperties>(
  prefix: string,
  type: T,
  data: D,
  description: string,
) {
  return closed(
    `${prefix}${capital(type)}Event`,
    {
      type: Type.Literal(type, { description: WHAT_HAPPENED }),
      seat: Nullable(SeatNumber, { description: 'Whose deed it was, or whom it befell; null for the house.' }),
      data: Type.Object(data, { additionalProperties: false, description: 'What is to be known of it.' }),
    },
    description,
  );
}

/** A named union of named objects. `oneOf` with a discriminator gives exact errors and exact types in clients. */
export function Union<T extends TObject[]>($id: string, field: string, branches: [...T], description: string) {
  return Type.Unsafe<Static<T[number]>>({
    $id,
    description,
    type: 'object',
    required: [field],
    oneOf: branches.map((branch) => Ref(branch)),
    discriminator: { propertyName: field },
  });
}

export function Words<const T extends readonly string[]>(words: T, options: Record<string, unknown> = {}) {
  return Type.Unsafe<T[number]>({ type: 'string', enum: [...words], ...options });
}

// The option for the rules exactly as printed. Games that are older than this option do not have it and count as false.
export function Printed(description: string) {
  return Type.Optional(Type.Boolean({ default: false, description }));
}

export function Nullable<T extends TSchema>(schema: T, options: Record<string, unknown> = {}) {
  return Type.Unsafe<Static<T> | null>({ anyOf: [schema, { type: 'null' }], ...options });
}

function closed<Fields extends TProperties>($id: string, fields: Fields, description: string, hints: Hints = {}) {
  return Type.Object(fields, { $id, additionalProperties: false, ...hints, description });
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

export function count(description: string) {
  return Type.Integer({ minimum: 0, description });
}

export function numbered(description: string) {
  return Type.Integer({ minimum: 1, description });
}
