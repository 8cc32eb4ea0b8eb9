import { DocumentedContract } from '../http/contract.ts';
import type { Answer } from './raw-answers.ts';
import { mayBeUnanswered, type Request } from './wire.ts';

/** Responses to paths that belong to no operation are checked as if they came from this path. */
const ANY_PATH = '/v1/me';
/** Paths of pages for people and of monitoring, which are not in the document. */
const PAGES = /^(|\*|\/|\/docs.*|\/metrics|\/openapi.json|\/problems\/.*)$/i;
const BEFORE_ROUTING = new Set([400, 401, 408, 413, 414, 415, 417, 429, 431]);
const NO_HTTP = new Set(['bad-http', 'headers-too-large', 'request-timeout']);
const WELL_FORMED = /^\/v1\/[\w/-]+$/;
/** With these headers, the body that the service reads may differ from the one in `Request`. */
const ENCODED = new Set(['content-length', 'transfer-encoding', 'content-encoding', 'expect', 'upgrade']);
const NO_JSON = 'no JSON';
const ALWAYS = ['x-request-id', 'x-content-type-options', 'content-security-policy'];
const HEADERS_OF: Record<number, string> = {
  401: 'www-authenticate',
  405: 'allow',
  429: 'retry-after',
  503: 'retry-after',
};

export class Judge {
  readonly #contract: DocumentedContract;

  constructor(doc: Record<string, any>) {
    this.#contract = new DocumentedContract(doc);
  }

  wrongIn(request: Request, answer: Answer | null): string | null {
    if (answer === null) return mayBeUnanswered(request) ? null : 'the connection ended without an answer';
    const { status, type, body } = answer;
    if (status >= 500 && !(status === 503 && pathOf(request) === '/readyz')) return `${status} ${JSON.stringify(body)}`;
    if (request.method === 'HEAD') return body === undefined ? null : `HEAD was answered with ${JSON.stringify(body)}`;
    const path = pathOf(request);
    if (request.method === 'OPTIONS' && status === 204) return null;
    if (PAGES.test(path)) return null;
    try {
      this.#contract.check(request.method, path, status, type, body);
    } catch (error) {
      return BEFORE_ROUTING.has(status)
        ? this.#wrongBeforeRouting(answer, error as Error, request.path)
        : (error as Error).message;
    }
    return this.#missingHeader(request, answer, path) ?? this.#wronglyAccepted(request, answer, path);
  }

  #wrongBeforeRouting({ status, type, body }: Answer, error: Error, path: string): string | null {
    // the document lists errors about bodies only for operations that take a body
    const nowhere = status === 415 || error.message.includes('without being documented');
    if (WELL_FORMED.test(path) && !NO_HTTP.has(body?.code) && !nowhere) return error.message;
    try {
      this.#contract.check('TRACE', ANY_PATH, status, type, body);
      return null;
    } catch (other) {
      return (other as Error).message;
    }
  }

  #missingHeader({ method }: Request, { status, headers }: Answer, path: string): string | null {
    const own = HEADERS_OF[status];
    const names = [...this.#contract.headersOf(method, path, status), ...ALWAYS, ...(own === undefined ? [] : [own])];
    const missing = names.find((name) => typeof headers[name.toLowerCase()] !== 'string');
    return missing === undefined ? null : `${status} came without ${missing}`;
  }

  #wronglyAccepted(request: Request, { status }: Answer, path: string): string | null {
    if (status >= 300) return null;
    const misfit = this.#contract.misfitOfParameters(request.method, path, queryOf(request));
    if (misfit !== null) return `${status} for a request that the document does not know: ${misfit}`;
    if (request.manner === 'cut off' || request.headers.some(([name]) => ENCODED.has(name))) return null;
    const wrong = this.#contract.misfitOfBody(request.method, path, bodyOf(request));
    return wrong === null ? null : `${status} for a body that the document does not know: ${wrong}`;
  }
}

/** Returns the path as a server reads it: decoded, without host, fragment, and space or slash at the end. */
export function pathOf({ path }: Request): string {
  return path
    .replace(/^https?:\/\/[^/]*/, '')
    .replace(/#.*/, '')
    .replaceAll(/%(?:2d|3[0-9]|[46][1-9a-f]|[57][0-9a])/gi, decodeURIComponent)
    .trimEnd()
    .replace(/(?<=.)\/$/, '');
}

function queryOf({ path, query }: Request): Map<string, string> {
  if (path.includes('#')) return new Map(); // the query belongs to the fragment, which no server reads
  const given = [...new URLSearchParams(query.join('&'))];
  return new Map(given.filter(([name]) => given.filter(([other]) => other === name).length === 1));
}

function bodyOf({ body }: Request): unknown {
  const text = body === undefined ? '' : Buffer.from(body as string).toString('utf8');
  if (text === '') return undefined;
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return NO_JSON;
  }
}
