import { type Static, type TObject, type TProperties, type TSchema, type TString, Type } from '@sinclair/typebox';
import type { FastifyContextConfig, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { Ref } from '#rules/kernel/schema.ts';
import type { Refused, Result } from '../../eventlog/result.ts';
import { ASCII_WITHOUT_SPACE } from '../../patterns.ts';
import type { ProblemCode } from '../problems/catalogue.ts';
import { sendRefusal } from '../problems/problem.ts';
import type { Services } from '../services.ts';

/** The ids in paths: what each names, and how a call is refused whose id names nothing; null: that is no reason to refuse. */
const IDS = {
  gameId: ['game', 'game-not-found'],
  competitionId: ['competition', 'competition-not-found'],
  playerId: ['player', null],
  tokenId: ['token', 'token-not-found'],
  webhookId: ['webhook', 'webhook-not-found'],
  channelId: ['channel', 'notification-channel-not-found'],
  vacationId: ['vacation', 'vacation-not-found'],
  messageId: ['message', 'message-not-found'],
  seekId: ['seek', 'seek-not-found'],
} as const satisfies Record<string, readonly [names: string, unknown: ProblemCode | null]>;
type Id = keyof typeof IDS;

type NamesIn<Url> = Url extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : Url extends `${string}:${infer Name}`
    ? Name
    : never;
type IdsIn<Url> = { [Name in NamesIn<Url> & Id]: string };

/** The schemas of the ids in a path of Fastify. */
function idsIn(url: string): Record<string, TString> {
  return Object.fromEntries(
    namesIn(url).map((id) => [id, Type.String({ format: 'uuid', description: `The id of the ${IDS[id][0]}.` })]),
  );
}

function problemsOfIds(url: string): ProblemCode[] {
  return namesIn(url).flatMap((id) => IDS[id][1] ?? []);
}

function namesIn(url: string): Id[] {
  return [...url.matchAll(/:(\w+)/g)].map(([, name]) => name as Id).filter((name) => name in IDS);
}

/** The header under which a request may be sent again without being carried out again. */
const PLAIN = headerOf(
  'Any unique words of yours, such as a UUID. A request that is sent again with the same key within 24 hours gets its ' +
    'first answer and changes nothing.',
);
/** Where the answer holds a secret, or no token is needed. */
const STRONG = headerOf(
  'At least 128 random bits of yours, such as 32 hexadecimal digits, and kept as secret as the answer. A request that is sent ' +
    'again with the same key within 24 hours gets its first answer and changes nothing.',
);
/** Where a key is of no use, so that clients may send one with every POST. */
const NEEDLESS = headerOf(
  'Not needed: the call can be sent again without harm, since it changes nothing that a second one would change again. A key is ' +
    'accepted and not looked at.',
);
const PROBLEMS = ['idempotency-in-flight', 'idempotency-mismatch'] as const;
const STRONG_PROBLEMS = [...PROBLEMS, 'weak-idempotency-key'] as const;

/** How an operation takes an Idempotency-Key: its header, what it is refused with, and what the hook needs to know. */
const KEYS = {
  plain: { header: PLAIN, problems: PROBLEMS, config: {} },
  strong: { header: STRONG, problems: STRONG_PROBLEMS, config: { strongKey: true } },
  /** the call ends the token that it comes with */
  afterEnd: { header: STRONG, problems: STRONG_PROBLEMS, config: { strongKey: 'after-end' } },
  needless: { header: NEEDLESS, problems: [], config: {} },
  none: { header: {}, problems: [], config: {} },
} as const;
type TakesKey = keyof typeof KEYS;

function headerOf(description: string) {
  const key = Type.String({ minLength: 1, maxLength: 255, pattern: ASCII_WITHOUT_SPACE, description });
  return { 'idempotency-key': Type.Optional(key) };
}

/** What an operation takes, answers and refuses. */
interface Operation<
  Ids,
  P extends TProperties,
  Q extends TProperties,
  H extends TProperties,
  B extends TSchema,
  A extends TSchema,
> extends Pick<RouteOptions, 'preHandler' | 'validatorCompiler'> {
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
  /** instead of `answers`: the content of a success that the handler sends piece by piece */
  streams?: { content: object };
  /** describes a success; left out: as the schema of `answers` does */
  says?: string;
  /** of a success; otherwise 200, or 204 without a body */
  status?: 200 | 201 | 202;
  /** the document's other successes, and what replaces its words on this one, by status */
  also?: Record<number, object>;
  /** the answer has an `ETag`, and who has it gets 304 */
  tagged?: true;
  config?: Omit<FastifyContextConfig, 'access' | 'optionalBody' | 'problems' | 'strongKey'>;
  /** the problems that are special to it: `IMPLIED` and what else it takes add the others */
  refuses?: readonly ProblemCode[];
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

/** What the framework and the hooks answer to any call with a query that is looked at, with a token, or with a body. */
const IMPLIED = {
  query: ['invalid-request'],
  token: ['unauthorized', 'suspended', 'turn-token'],
  body: ['invalid-json', 'body-too-large', 'unsupported-media-type'],
} as const;

function operationBy(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE') {
  return <
    const Url extends string,
    A extends TSchema,
    P extends TProperties = Record<never, never>,
    Q extends TProperties = Record<never, never>,
    H extends TProperties = Record<never, never>,
    B extends TSchema = TSchema,
  >(
    url: Url,
    operation: Operation<IdsIn<Url>, P, Q, H, B, A>,
  ): RouteOptions => {
    const { id, summary, about, access, query = {}, anyQuery, body, answers, tagged, also } = operation;
    const key = KEYS[operation.key ?? 'none'];
    const content = answers ? byName(answers) : operation.streams;
    const status = operation.status ?? (content === undefined ? 204 : 200);
    if (answers?.properties?.ok !== undefined) throw new Error(`${id}: a body with \`ok\` would be taken for a result`);
    return {
      method,
      url,
      ...(operation.preHandler && { preHandler: operation.preHandler }),
      ...(operation.validatorCompiler && { validatorCompiler: operation.validatorCompiler }),
      config: {
        ...operation.config,
        ...(access && { access }),
        ...(operation.mayOmitBody && { optionalBody: true }),
        ...key.config,
        problems: [
          ...(operation.refuses ?? []),
          ...key.problems,
          ...problemsOfIds(url),
          ...(anyQuery && !access ? [] : IMPLIED.query),
          ...(access ? IMPLIED.token : []),
          ...(method === 'GET' ? [] : IMPLIED.body),
        ],
      },
      schema: {
        operationId: id,
        summary,
        description: about,
        params: Type.Object({ ...idsIn(url), ...operation.path }),
        ...(!anyQuery && { querystring: Type.Object(query, { additionalProperties: false }) }),
        headers: Type.Object({ ...key.header, ...operation.headers, ...(tagged && HAS_TAG) }),
        ...(body && { body: byName(body) }),
        response: {
          [status]: {
            description: operation.says ?? answers?.description,
            ...(content ?? { type: 'null' }),
            ...(tagged && TAG),
          },
          ...(tagged && NOT_MODIFIED),
          ...also,
        },
      },
      handler: async (request, reply) => {
        const answer = await operation.handle(request as Parameters<typeof operation.handle>[0], reply);
        if (reply.sent) return reply;
        const result = resultIn(answer);
        if (!result.ok) return sendRefusal(request, reply, result.refusal);
        if ('strongKey' in key.config && status !== 204) reply.header('cache-control', 'no-store');
        if (reply.statusCode === 200) reply.code(status);
        return status === 204 ? reply.send() : result.value;
      },
    };
  };
}

function byName(schema: TSchema): TSchema {
  return schema.$id === undefined ? schema : Ref(schema);
}

/** What a handler returns: a value, a result of a feature, or the reply that it has sent. */
type Answer<T> = T | FastifyReply | Result<T>;

/** No value has a field `ok`: operations whose answers had one would not be made. */
function resultIn<T>(answer: Answer<T>): Result<T | FastifyReply> {
  const isResult = typeof answer === 'object' && answer !== null && 'ok' in answer && typeof answer.ok === 'boolean';
  return isResult ? (answer as Result<T>) : { ok: true, value: answer as T };
}

/** What is made of a success; a refusal stays as it is. */
export function whenDone<T, U>(result: Result<T>, make: (value: T) => U): U | Refused {
  return result.ok ? make(result.value) : result;
}

/** A body that holds nothing but these fields. */
export function bodyOf<T extends TProperties>(fields: T): TObject<T> {
  return Type.Object(fields, { additionalProperties: false });
}
