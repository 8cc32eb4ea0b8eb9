import type { TSchema } from '@sinclair/typebox';
import { Ajv, type ErrorObject, type Options } from 'ajv';
import type { ActionShape, AnyRuleset } from '../kernel/ruleset.ts';

/** One thing that does not fit, at a JSON pointer into the value that was checked. */
export interface InputError {
  pointer: string;
  message: string;
}

/** For schemas of our own: compiling the meta-schema to check them takes longer than compiling them. */
export const UNCHECKED: Options = { meta: false, validateSchema: false };

export type Checked<T> = { ok: true; value: T } | { ok: false; errors: InputError[] };

/**
 * Checks what players send against a ruleset's schemas and says exactly what does not fit. A schema is compiled when
 * something is first held against it (`compile` remembers what it made), so that a start need not wait for all of them;
 * that it is good JSON Schema the tests see.
 */
export class InputValidators {
  readonly #ajv: Ajv;
  readonly #options: TSchema;
  readonly #optionNames: string[];
  readonly #actions: ReadonlyMap<string, TSchema>;

  constructor(ruleset: AnyRuleset) {
    const { options, actions, parts } = ruleset.schemas;
    this.#ajv = new Ajv({ ...UNCHECKED, strict: false, allErrors: true, useDefaults: true, discriminator: true });
    for (const part of parts) this.#ajv.addSchema(part);
    this.#options = options;
    this.#optionNames = Object.keys(options.properties);
    this.#actions = new Map(actions.map((action) => [typeOf(action), action]));
  }

  /** Options with their defaults filled in, in the order of the schema: the same options are always the same text. */
  options(sent: unknown): Checked<Record<string, unknown>> {
    const value = structuredClone(sent ?? {}) as Record<string, unknown>;
    const validate = this.#ajv.compile(this.#options);
    if (!validate(value)) return { ok: false, errors: messagesOf(validate.errors) };
    return { ok: true, value: Object.fromEntries(this.#optionNames.map((name) => [name, value[name]])) };
  }

  /** An action of the right form, legal or not. */
  action(sent: unknown): Checked<ActionShape> {
    const type = typeof sent === 'object' && sent !== null ? (sent as Partial<ActionShape>).type : undefined;
    const schema = typeof type === 'string' ? this.#actions.get(type) : undefined;
    if (schema === undefined) {
      return {
        ok: false,
        errors: [{ pointer: '/type', message: `must be one of ${[...this.#actions.keys()].join(', ')}` }],
      };
    }
    const validate = this.#ajv.compile(schema);
    if (validate(sent)) return { ok: true, value: sent as ActionShape };
    return { ok: false, errors: messagesOf(validate.errors) };
  }
}

const validators = new WeakMap<AnyRuleset['schemas'], InputValidators>();

/** The validators of a ruleset, compiled when they are asked for first. */
export function inputsOf(ruleset: AnyRuleset): InputValidators {
  let known = validators.get(ruleset.schemas);
  if (known === undefined) {
    known = new InputValidators(ruleset);
    validators.set(ruleset.schemas, known);
  }
  return known;
}

function typeOf(action: TSchema): string {
  return action.properties.type.const as string;
}

/** Validation errors as sentences that name the allowed values and the unknown fields, one a field. */
export function messagesOf(errors: readonly Partial<ErrorObject>[] | null | undefined): InputError[] {
  const byPointer = new Map<string, string[]>();
  for (const error of errors ?? []) {
    if (error.keyword === 'anyOf') continue; // its branches have said what would fit
    const { pointer, message } = messageOf(error);
    byPointer.set(pointer, [...(byPointer.get(pointer) ?? []), message]);
  }
  return [...byPointer].map(([pointer, messages]) => ({ pointer, message: [...new Set(messages)].join(' or ') }));
}

function messageOf(error: Partial<ErrorObject>): InputError {
  const pointer = error.instancePath ?? '';
  const params = (error.params ?? {}) as Record<string, unknown>;
  switch (error.keyword) {
    case 'additionalProperties':
      return { pointer: `${pointer}/${escaped(String(params.additionalProperty))}`, message: 'is not a known field' };
    case 'required':
      return { pointer: `${pointer}/${escaped(String(params.missingProperty))}`, message: 'is missing' };
    case 'enum':
      return { pointer, message: `must be one of ${listed(params.allowedValues)}` };
    case 'const':
      return { pointer, message: `must be ${JSON.stringify(params.allowedValue)}` };
    default:
      return { pointer, message: error.message ?? 'does not fit' };
  }
}

function listed(values: unknown): string {
  return Array.isArray(values) ? values.join(', ') : String(values);
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
