import createClient, { type Client } from 'openapi-fetch';
import type { paths } from '../generated/api.d.ts';
import { type Patience, patientFetch } from './patient-fetch.ts';

export interface ConnectionOptions extends Partial<Patience> {
  /** of the service, without a slash at its end: `https://play.example/croupier` */
  baseUrl: string;
  /** who calls, asked anew for each call; null: nobody in particular */
  token(): string | null;
}

/** Everything it takes to call one service as one player. */
export interface Connection {
  readonly baseUrl: string;
  /** typed calls by path, patient ones */
  readonly api: Client<paths, 'application/json' | 'application/problem+json'>;
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
  const api = createClient<paths, 'application/json' | 'application/problem+json'>({
    baseUrl,
    fetch: patientFetch({ ms, ...(onWaiting === undefined ? {} : { onWaiting }) }),
  });
  api.use({
    onRequest({ request }) {
      for (const [name, value] of Object.entries(headers())) request.headers.set(name, value);
      return request;
    },
    onResponse({ response }) {
      aheadMs = aheadIn(response.headers.get('date')) ?? aheadMs;
    },
  });
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
