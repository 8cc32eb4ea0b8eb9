import type { TSchema } from '@sinclair/typebox';
import { Ajv, type ValidateFunction } from 'ajv';
import { HINTS } from '#rules/kernel/hints.ts';
import type { AnyRuleset } from '#rules/kernel/ruleset.ts';

export class SchemaBook {
  static readonly #written = new WeakMap<AnyRuleset['schemas'], SchemaBook>();
  readonly actions: ReadonlyMap<string, TSchema>;
  readonly #ajv = new Ajv({ strict: true, strictTypes: false, allowUnionTypes: true, discriminator: true });
  readonly #parts = new Map<string, TSchema>();
  readonly #options: ValidateFunction;
  readonly #view: ValidateFunction;
  readonly #actions: ReadonlyMap<string, ValidateFunction>;
  readonly #events: ReadonlyMap<string, ValidateFunction>;

  /** Returns the compiled schemas of a ruleset. They are cached: compiling takes as long as checking many positions. */
  static of({ schemas }: AnyRuleset): SchemaBook {
    const known = SchemaBook.#written.get(schemas);
    if (known !== undefined) return known;
    const book = new SchemaBook(schemas);
    SchemaBook.#written.set(schemas, book);
    return book;
  }

  private constructor(schemas: AnyRuleset['schemas']) {
    this.#ajv.addVocabulary([...HINTS]);
    for (const part of schemas.parts) {
      this.#parts.set(`${part.$id}#`, part);
      this.#ajv.addSchema(part);
    }
    this.#options = this.#ajv.compile(schemas.options);
    this.#view = this.#ajv.compile(schemas.view);
    this.actions = new Map(schemas.actions.map((schema) => [typeOf(schema), schema]));
    this.#actions = new Map(schemas.actions.map((schema) => [typeOf(schema), this.#ajv.compile(schema)]));
    this.#events = new Map(schemas.events.map((schema) => [typeOf(schema), this.#ajv.compile(schema)]));
  }

  resolve(schema: TSchema): TSchema {
    if (schema.$ref === undefined) return schema;
    const part = this.#parts.get(schema.$ref);
    if (part === undefined) throw new Error(`no part is called ${schema.$ref}`);
    return this.resolve(part);
  }

  optionsFault(options: unknown): string | null {
    return this.#fault(this.#options, options);
  }

  viewFault(view: unknown): string | null {
    return this.#fault(this.#view, view);
  }

  actionFault(action: { type: string }): string | null {
    return this.#typedFault('action', this.#actions, action);
  }

  eventFault(event: { type: string }): string | null {
    return this.#typedFault('event', this.#events, event);
  }

  #typedFault(kind: string, validators: ReadonlyMap<string, ValidateFunction>, value: { type: string }): string | null {
    const validate = validators.get(value.type);
    return validate === undefined ? `there is no schema of the ${kind} ${value.type}` : this.#fault(validate, value);
  }

  #fault(validate: ValidateFunction, value: unknown): string | null {
    if (validate(value)) return null;
    const extra = validate.errors?.[0]?.params.additionalProperty;
    const text = this.#ajv.errorsText(validate.errors, { dataVar: '' });
    return `${text}${extra === undefined ? '' : ` (${extra})`}: ${JSON.stringify(value)}`;
  }
}

export function typeOf(schema: TSchema): string {
  return String(schema.properties?.type?.const);
}
