import { type Call, outcomeOf, requestOf } from './call.ts';
import type { Answered, PathOf, Sending, Told, Verb } from './operations.ts';
import { type Patience, patientFetch } from './patient-fetch.ts';

export interface ConnectionOptions extends Partial<Patience> {
  /** of the service, without a slash at its end: `https://play.example/croupier` */
  baseUrl: string;
  /** who calls, asked anew for each call; null: nobody in particular */
  token(): string | null;
}

type Calling<V extends Verb> = <P extends PathOf<V>>(path: P, ...sent: Sending<V, P>) => Promise<Answered<Told<V, P>>>;

/** Every operation, by its verb and its path as it stands in the document. An answer is a value, whatever it says. */
export interface Api {
  GET: Calling<'get'>;
  POST: Calling<'post'>;
  PUT: Calling<'put'>;
  PATCH: Calling<'patch'>;
  DELETE: Calling<'delete'>;
}

/** Everything it takes to call one service as one player. */
export interface Connection {
  readonly baseUrl: string;
  /** typed calls by path, patient ones */
  readonly api: Api;
  /** the headers that say who calls */
  headers(): Record<string, string>;
  /** how far the clock of the service is ahead of this machine's, in milliseconds, as its last answer told */
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
  // what the types say of every path is what the document says of it
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

/** The header tells whole seconds, and was written when the answer began. */
function aheadIn(date: string | null): number | null {
  const said = date === null ? Number.NaN : Date.parse(date);
  return Number.isNaN(said) ? null : said - Date.now();
}
