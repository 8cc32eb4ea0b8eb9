import type { TSchema } from '@sinclair/typebox';
import { Ajv, type Options, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import { UNCHECKED } from '#rules/input-validator.ts';
import { expressionOf } from '../patterns.ts';

const COMMON: Options = {
  ...UNCHECKED,
  strict: false,
  allErrors: true,
  removeAdditional: false,
  useDefaults: true,
  discriminator: true,
  code: { regExp: Object.assign(expressionOf, { code: 'expressionOf' }) },
};

const WHOLE = /^-?\d{1,15}$/;

/**
 * Checks requests. Bodies are taken as they are: nothing is removed and nothing changes its type, or a strict
 * union would lose the fields of its later branches. Parameters arrive as text and may become numbers.
 */
export class Validators {
  readonly #bodies: Ajv;
  readonly #parameters: Ajv;

  constructor(schemas: readonly TSchema[]) {
    this.#bodies = formats.default(new Ajv({ ...COMMON, coerceTypes: false }));
    this.#parameters = formats.default(new Ajv({ ...COMMON, coerceTypes: false }));
    for (const schema of schemas) this.#bodies.addSchema(schema);
  }

  readonly compiler: FastifySchemaCompiler<any> = ({ schema, httpPart }) => this.#compile(schema, httpPart);

  /**
   * For routes whose body depends on the ruleset: the document shows the exact union over all rulesets, while the
   * outer form is checked here and the rest against the one ruleset, with errors that speak of that one alone.
   */
  withBody(body: TSchema): FastifySchemaCompiler<any> {
    return ({ schema, httpPart }) => this.#compile(httpPart === 'body' ? body : schema, httpPart);
  }

  /** The schema is compiled when something is first held against it, so that a start need not wait for all of them. */
  #compile(schema: TSchema, httpPart: string | undefined): ValidateFunction {
    const ajv = httpPart === 'body' ? this.#bodies : this.#parameters;
    const typed = httpPart === 'body' ? [] : typedParameters(schema);
    let check: ValidateFunction | undefined;
    const validate = (values: Record<string, unknown>) => {
      for (const { name, types } of typed) {
        const value = values[name];
        if (typeof value === 'string') values[name] = meant(value, types);
      }
      check ??= ajv.compile(schema);
      return check(values);
    };
    return Object.defineProperty(validate, 'errors', { get: () => check?.errors }) as ValidateFunction;
  }
}

/** The parameters that are no text, with the types that they may have. */
function typedParameters(schema: TSchema): { name: string; types: unknown[] }[] {
  return Object.entries<TSchema>(schema.properties ?? {})
    .map(([name, { type, anyOf = [] }]) => ({ name, types: [type, ...anyOf.map((branch: TSchema) => branch.type)] }))
    .filter(({ types }) => types.includes('integer') || types.includes('boolean'));
}

/** What the text of a parameter stands for. Digits alone are a number, not all that JavaScript takes for one. */
function meant(text: string, types: readonly unknown[]): string | number | boolean {
  if (types.includes('integer') && WHOLE.test(text)) return Number(text);
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
