import { type Connection, connect } from '../../../clients/typescript/src/index.ts';
import { forgetEnded, session } from './session.ts';
import { Store } from './store.ts';

export * from '../../../clients/typescript/src/index.ts';

/** True while a call waits for an unavailable service. */
export const waitsForService = new Store(false);

export const choicesUnderWay = new Store(0);

const UNCHOSEN = ['/v1/games/{gameId}/looked', '/v1/competition-estimates'];

let waiting = 0;

/** The API's address is relative to the page, because the service may run below any path. */
export function connectionAs(token: () => string | null): Connection {
  const connection = connect({
    baseUrl: new URL('.', document.baseURI).href.replace(/\/$/, ''),
    token,
    onWaiting(begins) {
      waiting += begins ? 1 : -1;
      waitsForService.set(waiting > 0);
    },
  });
  return Object.defineProperty(connection, 'api', { value: sendingOnce(connection.api) });
}

/** Joins equal changes that are sent at the same time: one request is made, and all share its response. */
function sendingOnce(api: Connection['api']): Connection['api'] {
  const underWay = new Map<string, Promise<unknown>>();
  const once = (verb: 'POST' | 'PUT' | 'PATCH' | 'DELETE') => (path: string, sent?: Sent) => {
    const key = JSON.stringify([verb, path, sent?.params?.path, sent?.params?.query, sent?.body]);
    const before = underWay.get(key);
    if (before !== undefined) return before;
    const choices = UNCHOSEN.includes(path) ? 0 : 1;
    choicesUnderWay.set(choicesUnderWay.value + choices);
    const call = (api[verb] as Send)(path, sent).finally(() => {
      underWay.delete(key);
      choicesUnderWay.set(choicesUnderWay.value - choices);
    });
    underWay.set(key, call);
    return call;
  };
  const changes = { POST: once('POST'), PUT: once('PUT'), PATCH: once('PATCH'), DELETE: once('DELETE') };
  return { ...api, ...changes } as Connection['api'];
}

interface Sent {
  params?: { path?: unknown; query?: unknown };
  body?: unknown;
}

type Send = (path: string, sent?: Sent) => Promise<{ error?: { code: string } }>;

export const connection = forgettingEnded(connectionAs(() => session.value?.token ?? null));

export const { api } = connection;

/** Forgets the token when the service no longer accepts it. */
function forgettingEnded(plain: Connection): Connection {
  const watched = (call: Send) => async (path: string, sent?: Sent) => {
    const token = session.value?.token;
    const answered = await call(path, sent);
    if (token !== undefined && answered.error?.code === 'unauthorized') forgetEnded(token);
    return answered;
  };
  const calls = Object.entries(plain.api).map(([verb, call]) => [verb, watched(call as Send)]);
  return Object.defineProperty(plain, 'api', { value: Object.fromEntries(calls) });
}

/** Calls without a token: for public data, and for players who have lost theirs. */
export const anonymous = connectionAs(() => null);
