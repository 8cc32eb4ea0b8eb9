import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type SharedFile, sendFile, sharedFile } from '../answers/files.ts';
import {
  kindOf,
  PROBLEM_CODES,
  PROBLEM_TYPE,
  type ProblemCode,
  problemBody,
  sendProblem,
} from '../problems/problem.ts';
import { type Doc, nameIn } from './shared-parts.ts';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
ul { padding-left: 1.2rem; } ul.list { list-style: none; padding: 0; } li { margin: .3rem 0; } li p { margin: 0; opacity: .8; }
code, pre { font: .9em ui-monospace, monospace; } pre { overflow: auto; max-height: 30rem; padding: .5rem; border: 1px solid #8886; }
b.method { display: inline-block; min-width: 4.5rem; } small { opacity: .8; }
`;

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The page of errors. No other page has this name: operations begin with a verb, schemas with a capital letter. */
const ERRORS = 'errors';

/** Serves the pages of operations, schemas and errors. Links are relative, so that they work behind a proxy with a
 * path. The `type` of a problem leads to its page. */
export function referencePages(app: FastifyInstance, document: () => Doc): void {
  let pages: Pages | undefined;
  const send = (request: FastifyRequest, reply: FastifyReply, name: string) => {
    // redirects to the only address from which relative links work
    const isFolder = request.url.split('?')[0]?.endsWith('/') ?? false;
    if (isFolder !== (name === '')) return reply.redirect(`/docs/${encodeURIComponent(name)}`);
    pages ??= new Pages(document());
    const page = pages.of(name);
    if (page === null) return sendProblem(request, reply, 'route-not-found', { detail: `There is no page ${name}.` });
    return sendFile(request, reply.header('content-security-policy', POLICY), page, 'public, no-cache');
  };
  const hidden = { schema: { hide: true } };
  app.get('/docs', hidden, async (request, reply) => send(request, reply, ''));
  app.get<{ Params: { name: string } }>('/docs/:name', hidden, async (request, reply) =>
    send(request, reply, request.params.name),
  );
  app.get<{ Params: { code: string } }>('/problems/:code', hidden, async ({ params: { code } }, reply) =>
    reply.redirect(`/docs/${encodeURIComponent(code)}`),
  );
}

interface Operation extends Doc {
  method: string;
  path: string;
}

class Pages {
  readonly #doc: Doc;
  readonly #operations: Map<string, Operation>;
  readonly #made = new Map<string, SharedFile>();

  constructor(doc: Doc) {
    this.#doc = doc;
    const all = Object.entries<Doc>(doc.paths).flatMap(([path, item]) =>
      Object.entries<Doc>(item).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
    );
    this.#operations = new Map(all.map((operation: Operation) => [operation.operationId, operation]));
  }

  of(name: string): SharedFile | null {
    const made = this.#made.get(name);
    if (made !== undefined) return made;
    const html = this.#make(name);
    if (html === null) return null;
    const page = sharedFile(Buffer.from(html), 'text/html; charset=utf-8');
    this.#made.set(name, page);
    return page;
  }

  #make(name: string): string | null {
    const operation = this.#operations.get(name);
    if (operation !== undefined) return this.#operation(operation);
    const { schemas } = this.#doc.components;
    if (Object.hasOwn(schemas, name)) return this.#framed(name, this.#schema(schemas[name]));
    const code = PROBLEM_CODES.find((known) => known === name);
    if (code !== undefined) return this.#error(code);
    if (name === ERRORS) return this.#errors();
    return name === '' ? this.#list() : null;
  }

  #framed(title: string, body: string): string {
    const links = `<a href="./">All operations</a> · <a href="${ERRORS}">Errors</a> · <a href="../openapi.json">OpenAPI document</a>`;
    return `<!doctype html>\n<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)} – Croupier</title><style>${STYLE}</style><body><nav>${links}</nav><main><h1>${escaped(title)}</h1>\n${body}</main></body></html>\n`;
  }

  #list(): string {
    const { info, tags } = this.#doc;
    const groups: Doc[] = this.#doc['x-tagGroups'] ?? tags.map(({ name }: Doc) => ({ name, tags: [name] }));
    const sections = groups.map(({ name, tags: grouped }) => {
      const ofGroup = [...this.#operations.values()].filter((operation) => grouped.includes(operation.tags[0]));
      const lines = ofGroup.map(
        ({ method, path, operationId, summary }) =>
          `<li><a href="${operationId}"><b class="method">${method}</b><code>${escaped(path)}</code></a> ${escaped(summary)} <small>${operationId}</small>`,
      );
      return `<h2>${escaped(name)}</h2><ul class="list">\n${lines.join('\n')}</ul>`;
    });
    return this.#framed(info.title, this.#words(info.description) + sections.join('\n'));
  }

  #operation(operation: Operation): string {
    const { operationId, summary, description, method, path, security, requestBody, responses } = operation;
    const parameters: Doc[] = (operation.parameters ?? []).map((each: Doc) => this.#resolved(each));
    const inputs = parameters.map(
      (each) => `<li><small>${each.in}</small> ${this.#field(each.name, each, each.required ?? false)}`,
    );
    const body = requestBody?.content['application/json'];
    const parts = [
      `<p><b class="method">${method}</b><code>${escaped(path)}</code></p>`,
      this.#words(`${summary}. ${description}`),
      `<p>${accessOf(security)}</p>`,
      inputs.length === 0 ? '' : `<h2>Parameters</h2><ul>${inputs.join('\n')}</ul>`,
      body === undefined ? '' : `<h2>Body</h2>${this.#content(body)}`,
      '<h2>Answers</h2>',
      ...Object.entries<Doc>(responses).map(([status, each]) => this.#response(status, this.#resolved(each))),
    ];
    return this.#framed(operationId, parts.join('\n'));
  }

  #response(status: string, { description, content = {}, headers = {} }: Doc): string {
    if (PROBLEM_TYPE in content) return `<p><b>${escaped(status)}</b> ${this.#inline(description)}</p>`;
    const [media = {}] = Object.values<Doc>(content);
    const sent = Object.entries<Doc>(headers).map(([name, header]) => `<li>${this.#field(name, header, true)}`);
    const shown = media.schema === undefined ? '' : this.#content(media);
    return `<h3>${status}</h3>${this.#words(description)}${sent.length === 0 ? '' : `<ul>${sent.join('')}</ul>`}${shown}`;
  }

  #content({ schema, examples = {} }: Doc): string {
    const shown = Object.entries<Doc>(examples).map(([name, example]) => {
      const text = JSON.stringify(this.#resolved(example).value, null, 2);
      return `<details><summary>Example: ${escaped(name)}</summary><pre>${escaped(text)}</pre></details>`;
    });
    return this.#schema(schema) + shown.join('\n');
  }

  #schema(schema: Doc): string {
    const about = schema.description === undefined ? '' : this.#words(schema.description);
    return `${about}<p>${this.#type(schema)}</p>${this.#fields(schema)}`;
  }

  #fields(schema: Doc): string {
    const lines = Object.entries<Doc>(schema.properties ?? {}).map(([name, each]) => {
      const required = schema.required?.includes(name) ?? false;
      return `<li>${this.#field(name, each, required)}`;
    });
    const own = lines.length === 0 ? '' : `<ul>${lines.join('\n')}</ul>`;
    const within = [schema.items, schema.additionalProperties, ...(schema.anyOf ?? []), ...(schema.allOf ?? [])];
    return own + within.map((each) => (each !== null && typeof each === 'object' ? this.#fields(each) : '')).join('');
  }

  #field(name: string, field: Doc, required: boolean): string {
    const schema = field.schema ?? field;
    const about = field.description ?? schema.description;
    const words = about === undefined ? '' : this.#words(about);
    return `<code>${escaped(name)}</code>${required ? '' : '?'} ${this.#type(schema)}${words}${this.#fields(schema)}`;
  }

  #type(schema: Doc): string {
    const { $ref, const: only, enum: words, type, items, format, allOf } = schema;
    if ($ref !== undefined) return `<a href="${nameIn($ref)}">${nameIn($ref)}</a>`;
    if (only !== undefined) return valueText(only);
    if (words !== undefined) return words.map(valueText).join(' | ');
    const branches: Doc[] | undefined = schema.anyOf ?? schema.oneOf;
    if (branches !== undefined) return branches.map((branch) => this.#type(branch)).join(' | ');
    if (allOf !== undefined) return allOf.map((part: Doc) => this.#type(part)).join(' &amp; ');
    if (type === 'array') return `list of ${items === undefined ? 'values' : this.#type(items)}${limitsOf(schema)}`;
    return `${escaped([type ?? 'any value'].flat().join(' | '))}${format === undefined ? '' : ` (${escaped(format)})`}${limitsOf(schema)}`;
  }

  #errors(): string {
    const lines = PROBLEM_CODES.toSorted().map((code) => `<li>${this.#inline(`\`${code}\``)} ${this.#sentence(code)}`);
    const about =
      'Every error is a problem document (RFC 9457). Its `code` is stable: programs decide by it. `detail` says what was wrong and `hint` what to do; both are for people. A refused call changes nothing.';
    return this.#framed('Errors', `${this.#words(about)}<ul class="list">\n${lines.join('\n')}</ul>`);
  }

  #error(code: ProblemCode): string {
    const isNamed = ({ responses: { default: _, ...own } }: Operation) =>
      Object.values<Doc>(own).some((each) => this.#resolved(each).description.includes(`\`${code}\``));
    const callers = [...this.#operations.values()].filter(isNamed).map(({ operationId }) => `\`${operationId}\``);
    const example = escaped(JSON.stringify(problemBody(code, '/v1/…'), null, 2));
    const answeredBy = callers.length === 0 ? '' : this.#words(`Answered by ${callers.join(', ')}.`);
    return this.#framed(code, `<p>${this.#sentence(code)}</p>${answeredBy}<h2>Example</h2><pre>${example}</pre>`);
  }

  #sentence(code: ProblemCode): string {
    const { status, title, remedy } = kindOf(code);
    return `<b>${status}</b> ${escaped(title)}. ${this.#inline(remedy)}`;
  }

  #resolved(part: Doc): Doc {
    if (part.$ref === undefined) return part;
    return part.$ref
      .split('/')
      .slice(1)
      .reduce((at: Doc, name: string) => at[name], this.#doc);
  }

  #pageOf(name: string): string | null {
    const isNamed = this.#operations.has(name) || Object.hasOwn(this.#doc.components.schemas, name);
    return isNamed || PROBLEM_CODES.some((code) => code === name) ? name : null;
  }

  #words(markdown: string): string {
    return markdown
      .split(/\n{2,}/)
      .map((paragraph) => `<p>${this.#inline(paragraph)}</p>`)
      .join('');
  }

  #inline(markdown: string): string {
    return escaped(markdown)
      .replace(/`([^`]+)`/g, (_, name: string) => {
        const page = this.#pageOf(name);
        return page === null ? `<code>${name}</code>` : `<a href="${page}"><code>${name}</code></a>`;
      })
      .replace(/\*\*([^*]+)\*\*/g, '<b>$1</b>');
  }
}

const LIMITS = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'pattern', 'default'];

function limitsOf(schema: Doc): string {
  const stated = LIMITS.flatMap((name) => (schema[name] === undefined ? [] : [`${name} ${valueText(schema[name])}`]));
  return stated.length === 0 ? '' : ` <small>${stated.join(', ')}</small>`;
}

function accessOf(security: Doc[] = []): string {
  if (security.length === 0) return 'Needs no token.';
  return security.some((way) => Object.keys(way).length === 0) ? 'Works with and without a token.' : 'Needs a token.';
}

function valueText(value: unknown): string {
  return `<code>${escaped(JSON.stringify(value))}</code>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
