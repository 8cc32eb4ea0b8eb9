import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

type Doc = Record<string, any>;

/** Holds answers against the OpenAPI document, apart from the code that made them. */
export class DocumentedContract {
  readonly #ajv: Ajv2020;
  readonly #doc: Doc;
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(doc: Doc) {
    this.#doc = doc;
    this.#ajv = formats.default(new Ajv2020({ strict: false, discriminator: true }));
    this.#ajv.addSchema({ $id: 'openapi', ...withoutMappings(doc) });
  }

  /** Throws when the operation does not document this status, media type or body. */
  check(method: string, path: string, status: number, type: string | null, body: unknown): void {
    const template = this.#templateOf(path);
    if (template === undefined) {
      if (status !== 404 && status !== 405)
        throw new Error(`${method} ${path} answered ${status} without being documented`);
      this.#checkProblem(body, type, `${method} ${path}`);
      return;
    }
    const operation = this.#doc.paths[template][method.toLowerCase()];
    const where = `${method} ${template} ${status}`;
    if (operation === undefined) {
      this.#checkProblem(body, type, where);
      return;
    }
    const response = operation.responses[status];
    if (response === undefined) throw new Error(`${where} is not documented: ${JSON.stringify(body)}`);
    if (response.content === undefined) {
      if (body !== undefined) throw new Error(`${where} has a body and the document says none`);
      return;
    }
    const media = type?.split(';')[0] ?? '';
    if (response.content[media] === undefined) throw new Error(`${where} answered ${media}, which is not documented`);
    const pointer = `openapi#/paths/${escaped(template)}/${method.toLowerCase()}/responses/${status}/content/${escaped(media)}/schema`;
    this.#validate(pointer, body, where);
    if (media === 'application/problem+json') this.#checkCode(response, body as Doc, where);
  }

  #checkCode(response: Doc, body: Doc, where: string): void {
    const codes = Object.keys(response.content['application/problem+json'].examples);
    if (!codes.includes(body.code)) throw new Error(`${where} does not document code ${body.code}, only ${codes}`);
  }

  #checkProblem(body: unknown, type: string | null, where: string): void {
    if (type?.split(';')[0] !== 'application/problem+json') throw new Error(`${where} answered ${type}`);
    this.#validate('openapi#/components/schemas/Problem', body, where);
  }

  #validate(pointer: string, body: unknown, where: string): void {
    let validate = this.#compiled.get(pointer);
    if (validate === undefined) {
      validate = this.#ajv.compile({ $ref: pointer });
      this.#compiled.set(pointer, validate);
    }
    if (!validate(body)) {
      const errors = validate.errors?.slice(0, 5).map((error) => `${error.instancePath} ${error.message}`);
      throw new Error(
        `${where} does not fit the document: ${errors?.join('; ')} in ${JSON.stringify(body).slice(0, 600)}`,
      );
    }
  }

  #templateOf(path: string): string | undefined {
    return Object.keys(this.#doc.paths).find((template) => {
      return new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path);
    });
  }
}

/** The validator reads a discriminator but not its mapping, which says the same as the constants of the branches. */
function withoutMappings<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutMappings) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, part]) => {
    const isDiscriminator = name === 'discriminator' && typeof part?.propertyName === 'string';
    return [name, isDiscriminator ? { propertyName: part.propertyName } : withoutMappings(part)];
  });
  return Object.fromEntries(entries) as T;
}

function escaped(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}
