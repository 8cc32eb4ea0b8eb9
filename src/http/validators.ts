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

/** Validates requests. It neither removes fields nor converts types, because strict unions of bodies would break. Only
 * parameters become numbers. */
export class Validators {
  readonly #bodies: Ajv = formats.default(new Ajv({ ...COMMON, coerceTypes: false }));
  readonly #parameters: Ajv = formats.default(new Ajv({ ...COMMON, coerceTypes: false }));

  /** So that bodies may refer to it. */
  add(schema: TSchema): void {
    this.#bodies.addSchema(schema);
  }

  readonly compiler: FastifySchemaCompiler<any> = ({ schema, httpPart }) => this.#compile(schema, httpPart);

  /** The document shows the union over all rulesets. The handler validates against the game's own schema, whose errors
   * are more exact. */
  withBody(body: TSchema): FastifySchemaCompiler<any> {
    return ({ schema, httpPart }) => this.#compile(httpPart === 'body' ? body : schema, httpPart);
  }

  /** Compiles a schema when it is first used, so that the start does not wait. */
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

function typedParameters(schema: TSchema): { name: string; types: unknown[] }[] {
  return Object.entries<TSchema>(schema.properties ?? {})
    .map(([name, { type, anyOf = [] }]) => ({ name, types: [type, ...anyOf.map((branch: TSchema) => branch.type)] }))
    .filter(({ types }) => types.includes('integer') || types.includes('boolean'));
}

/** A number is digits only, unlike in JavaScript. */
function meant(text: string, types: readonly unknown[]): string | number | boolean {
  if (types.includes('integer') && WHOLE.test(text)) return Number(text);
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
