import { type Static, type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import type { FastifyContextConfig, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { Ref } from '#rules/kernel/schema.ts';
import type { ProblemCode } from '../problems/catalogue.ts';
import { type Refusal, sendRefusal } from '../problems/problem.ts';
import type { Services } from '../services.ts';
import { KEYS, type TakesKey } from './idempotency-key.ts';
import { type IdsIn, idsIn, problemsOfIds } from './path-ids.ts';

/** What an operation takes, answers and refuses. */
interface Operation<
  Ids,
  P extends TProperties,
  Q extends TProperties,
  H extends TProperties,
  B extends TSchema,
  A extends TSchema,
> extends Pick<RouteOptions, 'preHandler' | 'onSend' | 'validatorCompiler'> {
  /** `operationId` of the document */
  id: string;
  summary: string;
  about: string;
  /** left out: nobody is asked who they are */
  access?: FastifyContextConfig['access'];
  /** parameters of the path other than the ids of `path-ids.ts` */
  path?: P;
  query?: Q;
  /** what else stands in the query is not looked at: monitors and mail gateways add to addresses */
  anyQuery?: true;
  /** besides those of `key` and `tagged` */
  headers?: H;
  key?: TakesKey;
  body?: B;
  /** all of the body may be left out, and so the body too */
  mayOmitBody?: true;
  /** the body of a success; left out: it has none */
  answers?: A;
  /** instead of `answers`: what a success sends piece by piece, which the handler does itself */
  streams?: { type: string; schema: object };
  /** what a success is, for the document */
  says: string;
  /** of a success; otherwise 200, or 204 without a body */
  status?: 200 | 201 | 202;
  /** the document's other successes, and what replaces its words on this one, by status */
  also?: Record<number, object>;
  /** the answer has an `ETag`, and who has it gets 304 */
  tagged?: true;
  /** for the document, where `access` does not say it */
  security?: Record<string, string[]>[];
  config?: Pick<FastifyContextConfig, 'readable' | 'turn' | 'cost' | 'registers' | 'uncounted' | 'alsoAnswers'>;
  /** the problems that are special to it: `impliedProblems` adds the others */
  refuses?: readonly ProblemCode[];
  /** returns a value, a result of a feature, or the reply that it has sent */
  handle(
    request: FastifyRequest<{
      Params: Static<TObject<P>> & Ids;
      Querystring: Static<TObject<Q>>;
      Headers: Static<TObject<H>>;
      Body: Static<B>;
    }>,
    reply: FastifyReply,
  ): Answer<Static<A>> | Promise<Answer<Static<A>>>;
}

type None = Record<never, never>;
export type Refused = { ok: false; refusal: Refusal };
type Answer<T> = T | FastifyReply | { ok: true; value: T } | Refused;

/** Each makes the route of one operation. */
export const get = operationBy('GET');
export const post = operationBy('POST');
export const put = operationBy('PUT');
export const patch = operationBy('PATCH');
export const remove = operationBy('DELETE');

/** All operations of a tag. */
export function resource(tag: string, operations: (services: Services) => RouteOptions[]) {
  return (services: Services): RouteOptions[] =>
    operations(services).map((route) => ({ ...route, schema: { ...route.schema, tags: [tag] } }));
}

const TAG = { headers: { ETag: { type: 'string', description: 'Names this very answer.' } } };
const HAS_TAG = {
  'if-none-match': Type.Optional(Type.String({ description: 'The `ETag` of the answer that you have.' })),
};
const NOT_MODIFIED = { 304: { description: 'You have it.', type: 'null' } };

function operationBy(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE') {
  return <
    const Url extends string,
    A extends TSchema,
    P extends TProperties = None,
    Q extends TProperties = None,
    H extends TProperties = None,
    B extends TSchema = TSchema,
  >(
    url: Url,
    operation: Operation<IdsIn<Url>, P, Q, H, B, A>,
  ): RouteOptions => {
    const {
      id,
      summary,
      about,
      access,
      path,
      query,
      headers,
      body,
      answers,
      streams,
      tagged,
      security,
      refuses = [],
    } = operation;
    const key = operation.key && KEYS[operation.key];
    const params = { ...idsIn(url), ...path };
    const taken = { ...key?.header, ...headers, ...(tagged && HAS_TAG) };
    const content = answers
      ? byName(answers)
      : streams
        ? { content: { [streams.type]: { schema: streams.schema } } }
        : null;
    const status = operation.status ?? (content === null ? 204 : 200);
    return {
      method,
      url,
      ...(operation.preHandler && { preHandler: operation.preHandler }),
      ...(operation.onSend && { onSend: operation.onSend }),
      ...(operation.validatorCompiler && { validatorCompiler: operation.validatorCompiler }),
      config: {
        ...operation.config,
        ...(access && { access }),
        ...(operation.mayOmitBody && { optionalBody: true }),
        ...key?.config,
        problems: [
          ...refuses,
          ...(key?.problems ?? []),
          ...problemsOfIds(url),
          ...impliedProblems(method, access, operation.anyQuery === true),
        ],
      },
      schema: {
        operationId: id,
        summary,
        description: about,
        ...(security && { security }),
        ...(Object.keys(params).length > 0 && { params: Type.Object(params) }),
        ...(!operation.anyQuery && { querystring: Type.Object(query ?? {}, { additionalProperties: false }) }),
        ...(Object.keys(taken).length > 0 && { headers: Type.Object(taken) }),
        ...(body && { body: byName(body) }),
        response: {
          [status]: { description: operation.says, ...(content ?? { type: 'null' }), ...(tagged && TAG) },
          ...(tagged && NOT_MODIFIED),
          ...operation.also,
        },
      },
      handler: async (request, reply) => {
        const answer = await operation.handle(request as Parameters<typeof operation.handle>[0], reply);
        if (reply.sent) return reply;
        const result = isResult(answer) ? answer : { ok: true as const, value: answer };
        if (!result.ok) return sendRefusal(request, reply, result.refusal);
        const holdsSecret = key !== undefined && 'strongKey' in key.config && status !== 204;
        if (holdsSecret) reply.header('cache-control', 'no-store');
        if (reply.statusCode === 200) reply.code(status);
        return status === 204 ? reply.send() : result.value;
      },
    };
  };
}

function byName(schema: TSchema): TSchema {
  return schema.$id === undefined ? schema : Ref(schema);
}

/** What the framework and the hooks answer to a call of this kind. */
function impliedProblems(method: string, access: string | undefined, anyQuery: boolean): ProblemCode[] {
  return [
    ...(anyQuery && access === undefined ? [] : (['invalid-request'] as const)),
    ...(access === undefined ? [] : (['unauthorized', 'suspended', 'turn-token'] as const)),
    ...(method === 'GET' ? [] : (['invalid-json', 'body-too-large', 'unsupported-media-type'] as const)),
  ];
}

/** A body that holds nothing but these fields. */
export function bodyOf<T extends TProperties>(fields: T): TObject<T> {
  return Type.Object(fields, { additionalProperties: false });
}

/** What is made of a success; a refusal stays as it is. */
export function whenDone<T, U, R>(
  result: { ok: true; value: T } | { ok: false; refusal: R },
  make: (value: T) => U,
): U | { ok: false; refusal: R } {
  return result.ok ? make(result.value) : result;
}

function isResult<T>(answer: Answer<T>): answer is { ok: true; value: T } | Refused {
  return typeof answer === 'object' && answer !== null && 'ok' in answer && typeof answer.ok === 'boolean';
}
