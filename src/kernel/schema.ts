import { type Static, type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox';

/** A reference to a schema that has an `$id`, typed as what it refers to. */
export function Ref<T extends TSchema>(schema: T) {
  if (schema.$id === undefined) throw new Error('Ref needs a schema with an $id');
  return Type.Unsafe<Static<T>>({ $ref: `${schema.$id}#` });
}

/** A seat number. */
export const SeatNumber = Type.Integer({ minimum: 0, description: 'A seat, numbered clockwise from 0.' });

/** An action of a ruleset: `{ type, …fields }`, named `<prefix><Type>Action`. */
export function ActionSchema<const T extends string, F extends TProperties>(
  prefix: string,
  type: T,
  fields: F,
  description: string,
) {
  return Type.Object(
    { type: Type.Literal(type), ...fields },
    { $id: `${prefix}${capital(type)}Action`, additionalProperties: false, description },
  );
}

/** An event of a ruleset: `{ type, seat, data }`, named `<prefix><Type>Event`. */
export function EventSchema<const T extends string, D extends TProperties>(
  prefix: string,
  type: T,
  data: D,
  description: string,
) {
  return Type.Object(
    { type: Type.Literal(type), seat: Nullable(SeatNumber), data: Type.Object(data, { additionalProperties: false }) },
    { $id: `${prefix}${capital(type)}Event`, additionalProperties: false, description },
  );
}

/**
 * A named union of named objects that one literal field tells apart. Written with `oneOf`, references and a
 * discriminator, so that validators give exact errors and generated clients exact types.
 */
export function Union<T extends TObject[]>($id: string, field: string, branches: [...T], description: string) {
  return Type.Unsafe<Static<T[number]>>({
    $id,
    description,
    type: 'object',
    required: [field],
    oneOf: branches.map((branch) => ({ $ref: `${branch.$id}#` })),
    discriminator: { propertyName: field },
  });
}

/** One of a few words. */
export function Words<const T extends readonly string[]>(words: T, options: Record<string, unknown> = {}) {
  return Type.Unsafe<T[number]>({ type: 'string', enum: [...words], ...options });
}

/** A value or null. */
export function Nullable<T extends TSchema>(schema: T, options: Record<string, unknown> = {}) {
  return Type.Unsafe<Static<T> | null>({ anyOf: [schema, { type: 'null' }], ...options });
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
