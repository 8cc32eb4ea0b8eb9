import { type Call, outcomeOf, requestOf } from './call.ts';
import type { Answered, PathOf, Sending, Told, Verb } from './operations.ts';
import { type Patience, patientFetch } from './patient-fetch.ts';

export interface ConnectionOptions extends Partial<Patience> {
  /** address of the service without a slash at the end: `https://play.example/croupier` */
  baseUrl: string;
  /** returns the token; called before each request; null: the request is anonymous */
  token(): string | null;
}

type Calling<V extends Verb> = <P extends PathOf<V>>(path: P, ...sent: Sending<V, P>) => Promise<Answered<Told<V, P>>>;

/** Every operation by verb and path, as in the OpenAPI document. Errors are returned as values. */
export interface Api {
  GET: Calling<'get'>;
  POST: Calling<'post'>;
  PUT: Calling<'put'>;
  PATCH: Calling<'patch'>;
  DELETE: Calling<'delete'>;
}

export interface Connection {
  readonly baseUrl: string;
  /** typed calls by path, which are retried while the service is unavailable */
  readonly api: Api;
  headers(): Record<string, string>;
  /** milliseconds that the service's clock was ahead of this one at the last response */
  readonly aheadMs: number;
}

const PATIENCE_MS = 30_000;

export function connect({ baseUrl, token, ms = PATIENCE_MS, onWaiting }: ConnectionOptions): Connection {
  let aheadMs = 0;
  const headers = (): Record<string, string> => {
    const mine = token();
    return mine === null ? {} : { authorization: `Bearer ${mine}` };
  };
  const send = patientFetch({ ms, ...(onWaiting === undefined ? {} : { onWaiting }) });
  const by =
    (method: string) =>
    async (path: string, sent: Call = {}) => {
      const request = requestOf(method, baseUrl + path, sent);
      for (const [name, value] of Object.entries(headers())) request.headers.set(name, value);
      const received = await send(request);
      aheadMs = aheadIn(received.response.headers.get('date')) ?? aheadMs;
      return outcomeOf(received);
    };
  const api = {
    GET: by('GET'),
    POST: by('POST'),
    PUT: by('PUT'),
    PATCH: by('PATCH'),
    DELETE: by('DELETE'),
  } as unknown as Api;
  return {
    baseUrl,
    api,
    headers,
    get aheadMs() {
      return aheadMs;
    },
  };
}

/** Returns how many ms the service's clock is ahead. The header `Date` is exact only to the second. */
function aheadIn(date: string | null): number | null {
  const said = date === null ? Number.NaN : Date.parse(date);
  return Number.isNaN(said) ? null : said - Date.now();
}
