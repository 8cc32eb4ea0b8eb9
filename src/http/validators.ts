import type { TSchema } from '@sinclair/typebox';
import { Ajv, type Options, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';

const COMMON: Options = {
  strict: false,
  allErrors: true,
  removeAdditional: false,
  useDefaults: true,
  discriminator: true,
};

/**
 * Checks requests. Bodies are taken as they are: nothing is removed and nothing changes its type, or a strict
 * union would lose the fields of its later branches. Parameters arrive as text and may become numbers.
 */
export class Validators {
  readonly #bodies: Ajv;
  readonly #parameters: Ajv;

  constructor(schemas: readonly TSchema[]) {
    this.#bodies = formats.default(new Ajv({ ...COMMON, coerceTypes: false }));
    this.#parameters = formats.default(new Ajv({ ...COMMON, coerceTypes: true }));
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

  #compile(schema: TSchema, httpPart: string | undefined): ValidateFunction {
    return (httpPart === 'body' ? this.#bodies : this.#parameters).compile(schema);
  }
}
