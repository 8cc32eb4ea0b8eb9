import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

type Doc = Record<string, any>;

/** Every problem seen in this process, as `operation code`. */
export const seenProblems = new Set<string>();

export class DocumentedContract {
  readonly #ajv: Ajv2020;
  readonly #doc: Doc;
  readonly #compiled = new Map<string, ValidateFunction>();
  readonly #templates: { template: string; pattern: RegExp }[];

  constructor(doc: Doc) {
    this.#doc = writtenOut(doc);
    // does not optimize the compiled code: optimizing takes longer than it saves, because each schema is used seldom
    const code = { optimize: false };
    const quick = { code, inlineRefs: false, validateSchema: false };
    this.#ajv = formats.default(new Ajv2020({ strict: false, discriminator: true, ...quick }));
    this.#ajv.addSchema({ $id: 'openapi', ...withoutMappings(this.#doc) });
    this.#templates = Object.keys(doc.paths).map((template) => ({
      template,
      pattern: new RegExp(`^${template.replace(/\{([^}]+)\}/g, '(?<$1>[^/]+)')}$`),
    }));
  }

  misfitOfBody(method: string, path: string, body: unknown): string | null {
    const { pointer, operation } = this.#operationAt(method, path) ?? {};
    if (operation?.requestBody === undefined) return null;
    if (body === undefined) return operation.requestBody.required === true ? 'a body is missing' : null;
    return this.#misfit(`${pointer}/requestBody/content/application~1json/schema`, body);
  }

  misfitOfParameters(method: string, path: string, query: ReadonlyMap<string, string>): string | null {
    const { pointer, operation, pathValues } = this.#operationAt(method, path) ?? {};
    for (const [i, parameter] of (operation?.parameters ?? []).entries()) {
      const value = parameter.in === 'path' ? pathValues?.[parameter.name] : query.get(parameter.name);
      if (value === undefined || parameter.in === 'header') continue;
      const misfits = [value, ...asOtherTypes(value)].map((meant) =>
        this.#misfit(`${pointer}/parameters/${i}/schema`, meant),
      );
      if (!misfits.includes(null)) return `${parameter.name}: ${misfits[0]}`;
    }
    return null;
  }

  /** Returns the headers of each answer with this status. Those of `default` come with some of its answers only. */
  headersOf(method: string, path: string, status: number): string[] {
    const { responses = {} } = this.#operationAt(method, path)?.operation ?? {};
    return Object.keys(responses[status]?.headers ?? {});
  }

  #operationAt(method: string, path: string) {
    const known = this.#templates.find(({ pattern }) => pattern.test(path));
    const operation: Doc | undefined = this.#doc.paths[known?.template ?? '']?.[method.toLowerCase()];
    if (known === undefined || operation === undefined) return undefined;
    const pathValues: Record<string, string> = known.pattern.exec(path)?.groups ?? {};
    return { pointer: `openapi#/paths/${escaped(known.template)}/${method.toLowerCase()}`, operation, pathValues };
  }

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
    const answered = operation.responses[status] === undefined && status >= 400 ? 'default' : status;
    const response = operation.responses[answered];
    if (response === undefined) throw new Error(`${where} is not documented: ${JSON.stringify(body)}`);
    if (response.content === undefined) {
      if (body !== undefined) throw new Error(`${where} has a body and the document says none`);
      return;
    }
    const media = type?.split(';')[0] ?? '';
    if (response.content[media] === undefined) throw new Error(`${where} answered ${media}, which is not documented`);
    const pointer = `openapi#/paths/${escaped(template)}/${method.toLowerCase()}/responses/${answered}/content/${escaped(media)}/schema`;
    this.#validate(pointer, body, where);
    if (media !== 'application/problem+json') return;
    const { code } = body as Doc;
    const codes = [response, operation.responses.default].flatMap(codesOf);
    if (!codes.includes(code)) throw new Error(`${where} does not document code ${code}, only ${codes}`);
    seenProblems.add(`${operation.operationId} ${code}`);
  }

  checkMessage(body: unknown): void {
    this.#validate('openapi#/webhooks/message/post/requestBody/content/application~1json/schema', body, 'a message');
  }

  #checkProblem(body: unknown, type: string | null, where: string): void {
    if (type?.split(';')[0] !== 'application/problem+json') throw new Error(`${where} answered ${type}`);
    this.#validate('openapi#/components/schemas/Problem', body, where);
  }

  #validate(pointer: string, body: unknown, where: string): void {
    const misfit = this.#misfit(pointer, body);
    if (misfit === null) return;
    throw new Error(`${where} does not fit the document: ${misfit} in ${JSON.stringify(body).slice(0, 600)}`);
  }

  #misfit(pointer: string, value: unknown): string | null {
    let validate = this.#compiled.get(pointer);
    if (validate === undefined) {
      validate = this.#ajv.compile({ $ref: pointer });
      this.#compiled.set(pointer, validate);
    }
    if (validate(value)) return null;
    const errors = validate.errors?.slice(0, 5).map((error) => `${error.instancePath} ${error.message}`);
    return errors?.join('; ') ?? 'it does not fit';
  }

  #templateOf(path: string): string | undefined {
    return this.#templates.find(({ pattern }) => pattern.test(path))?.template;
  }
}

/** Returns the document in the repository. Only `openapi.test.ts` compares it with the routes: this takes seconds. */
export function committedDocument(): Doc {
  return writtenOut(JSON.parse(readFileSync(new URL('../../openapi/openapi.json', import.meta.url), 'utf8')));
}

export function codesOf(response?: Doc): string[] {
  return [...(response?.description ?? '').matchAll(/`([a-z-]+)`: /g)].map(([, code]) => code as string);
}

/** Replaces references to shared answers and examples by their content. */
export function writtenOut(doc: Doc): Doc {
  const { components } = doc;
  const written = (part: any): any => {
    if (Array.isArray(part)) return part.map(written);
    if (typeof part !== 'object' || part === null) return part;
    const [, kind, name] = /^#\/components\/(responses|examples|parameters)\/(.+)$/.exec(part.$ref ?? '') ?? [];
    if (name !== undefined) return written(components[kind as string][name]);
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, written(value)]));
  };
  return { ...doc, paths: written(doc.paths) };
}

let committed: DocumentedContract | undefined;

export function committedContract(): DocumentedContract {
  committed ??= new DocumentedContract(committedDocument());
  return committed;
}

/** Caches compiled contracts by the text of their document, because compiling takes seconds. */
const CONTRACTS = new Map<string, DocumentedContract>();

export function contractOf(document: string): DocumentedContract {
  const contract = CONTRACTS.get(document) ?? new DocumentedContract(JSON.parse(document));
  CONTRACTS.set(document, contract);
  return contract;
}

function asOtherTypes(text: string): unknown[] {
  if (text === 'true' || text === 'false') return [text === 'true'];
  return /^-?\d+$/.test(text) ? [Number(text)] : [];
}

/** Removes `mapping`: the validator rejects it, and it only repeats constants of the branches. */
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
