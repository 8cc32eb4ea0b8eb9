import type { TSchema } from '@sinclair/typebox';
import { Ajv, type Options, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import { UNCHECKED } from '#rules/input-validator.ts';
import { expressionOf } from '../patterns.ts';

const OPTIONS: Options = {
  ...UNCHECKED,
  strict: false,
  allErrors: true,
  useDefaults: true,
  discriminator: true,
  code: { regExp: Object.assign(expressionOf, { code: 'expressionOf' }) },
};

const WHOLE = /^-?\d{1,15}$/;

/** Validates requests. In bodies, removes no fields and converts no types, because that would break strict unions. Only
 * parameters become numbers and booleans. */
export class Validators {
  readonly #ajv: Ajv = formats.default(new Ajv(OPTIONS));

  /** Adds a schema, so that bodies may refer to it. */
  add(schema: TSchema): void {
    this.#ajv.addSchema(schema);
  }

  readonly compiler: FastifySchemaCompiler<any> = ({ schema, httpPart }) => this.#compile(schema, httpPart);

  /** Returns a compiler that validates bodies by `body`, not by the documented union over rulesets. Later the operation
   * validates them by the schema of one ruleset, whose errors are more exact. */
  withBody(body: TSchema): FastifySchemaCompiler<any> {
    return ({ schema, httpPart }) => this.#compile(httpPart === 'body' ? body : schema, httpPart);
  }

  /** Compiles a schema when it is first used, so that the server starts fast. */
  #compile(schema: TSchema, httpPart: string | undefined): ValidateFunction {
    const typed = httpPart === 'body' ? [] : typedParameters(schema);
    let check: ValidateFunction | undefined;
    const validate = (values: Record<string, unknown>) => {
      for (const { name, types } of typed) {
        const value = values[name];
        if (typeof value === 'string') values[name] = meant(value, types);
      }
      check ??= this.#ajv.compile(schema);
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

/** Converts the text of a parameter. Unlike `Number()`, accepts only digits, and not a text such as `1e3`. */
function meant(text: string, types: readonly unknown[]): string | number | boolean {
  if (types.includes('integer') && WHOLE.test(text)) return Number(text);
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
