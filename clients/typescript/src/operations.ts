// What can be called, taken from the types that are generated from the OpenAPI document: by verb and path, as it stands there.
import type { paths } from '../generated/api.d.ts';
import type { Problem } from './types.ts';

export type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete';

type Nothing = Record<never, never>;

/** The paths that know a verb. */
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

/** What goes with a call: its parameters by their place, its body, and how to give it up. */
export type Sent<V extends Verb, P extends PathOf<V>> = Parameters<Operation<V, P>> &
  Body<Operation<V, P>> & { signal?: AbortSignal };

/** Left out altogether where nothing has to be said. */
export type Sending<V extends Verb, P extends PathOf<V>> =
  Nothing extends Sent<V, P> ? [sent?: Sent<V, P>] : [sent: Sent<V, P>];

type ContentOf<R> = R extends { content: infer C } ? C[keyof C] : undefined;

/** What a call is answered with when all is well; undefined where that may be an empty answer. */
export type Told<V extends Verb, P extends PathOf<V>> =
  Operation<V, P> extends { responses: infer R } ? ContentOf<R[keyof R]> : never;

/** An answer of the service: one of `data` (undefined for 204 and 304) and `error`, and all that HTTP says of it. */
export type Answered<T> =
  | { data: T | undefined; error?: never; response: Response }
  | { data?: never; error: Problem; response: Response };
