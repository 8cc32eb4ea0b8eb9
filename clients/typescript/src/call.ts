import type { Received } from './patient-fetch.ts';
import { objectIn, problemIn } from './problem-error.ts';
import type { Problem } from './types.ts';

export interface Call {
  params?: {
    path?: Record<string, unknown>;
    query?: Record<string, unknown>;
    header?: Record<string, unknown>;
  };
  body?: unknown;
  signal?: AbortSignal;
}

interface Outcome {
  data?: unknown;
  error?: Problem;
  response: Response;
}

/** Makes the request of a call. `url` is a path of the OpenAPI document such as `/v1/games/{gameId}`. */
export function requestOf(method: string, url: string, { params = {}, body, signal }: Call): Request {
  const { path = {}, query = {}, header = {} } = params;
  const address = url.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(path[name])));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      [value ?? []].flat().map((each): [string, string] => [name, String(each)]),
    ),
  ).toString();
  const headers = new Headers();
  for (const [name, value] of Object.entries(header)) if (value !== undefined) headers.set(name, String(value));
  if (body !== undefined) headers.set('content-type', 'application/json');
  return new Request(search === '' ? address : `${address}?${search}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
}

/** Turns a response into data or an error. Throws `NotCroupier` if the response is not from the service. */
export function outcomeOf({ response, text }: Received): Outcome {
  if (response.status === 204 || response.status === 304) return { response };
  if (response.ok) return { data: objectIn(response, text), response };
  return { error: problemIn(response, text), response };
}
