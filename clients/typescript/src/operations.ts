import type { paths } from '../generated/api.d.ts';
import type { Problem } from './types.ts';

export type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete';

type Nothing = Record<never, never>;

export type PathOf<V extends Verb> = {
  [P in keyof paths]: paths[P] extends Record<V, object> ? P : never;
}[keyof paths];

type Operation<V extends Verb, P extends PathOf<V>> = paths[P] extends Record<V, infer O> ? O : never;

type Parameters<O> = O extends { parameters: infer Q } ? (Nothing extends Q ? { params?: Q } : { params: Q }) : unknown;

type Body<O> = O extends { requestBody: { content: { 'application/json': infer B } } }
  ? { body: B }
  : O extends { requestBody?: { content: { 'application/json': infer B } } }
    ? { body?: B }
    : { body?: never };

export type Sent<V extends Verb, P extends PathOf<V>> = Parameters<Operation<V, P>> &
  Body<Operation<V, P>> & { signal?: AbortSignal };

export type Sending<V extends Verb, P extends PathOf<V>> =
  Nothing extends Sent<V, P> ? [sent?: Sent<V, P>] : [sent: Sent<V, P>];

type ContentOf<R> = R extends { content: infer C } ? C[keyof C] : undefined;

/** The body of a successful response; undefined if it may be empty. */
export type Told<V extends Verb, P extends PathOf<V>> =
  Operation<V, P> extends { responses: infer R } ? ContentOf<R[keyof R]> : never;

/** The result of a call: `data` (undefined for 204 and 304) or `error`, with the HTTP response. */
export type Answered<T> =
  | { data: T | undefined; error?: never; response: Response }
  | { data?: never; error: Problem; response: Response };
