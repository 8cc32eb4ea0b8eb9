import type { TSchema } from '@sinclair/typebox';
import { Ajv, type Options } from 'ajv';
import { type InputError, messagesOf } from './input-errors.ts';
import type { ActionShape, AnyRuleset } from './kernel/ruleset.ts';

/** Skips the check against the meta-schema, which takes longer than compiling. `messagesOf` needs verbose errors. */
export const UNCHECKED: Options = { meta: false, validateSchema: false, verbose: true };

export type Checked<T> = { ok: true; value: T } | { ok: false; errors: InputError[] };

// Checks options and actions. Ajv compiles each schema when it is first used, so that the server starts fast. Tests
// check that all schemas are valid.
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

  /** Returns the options with defaults added, in the schema's order, so that equal options have equal JSON. */
  options(sent: unknown): Checked<Record<string, unknown>> {
    const value = structuredClone(sent ?? {}) as Record<string, unknown>;
    const validate = this.#ajv.compile(this.#options);
    if (!validate(value)) return { ok: false, errors: messagesOf(validate.errors) };
    return { ok: true, value: Object.fromEntries(this.#optionNames.map((name) => [name, value[name]])) };
  }

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
