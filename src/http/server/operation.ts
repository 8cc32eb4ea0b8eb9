import { type Static, type TObject, type TProperties, type TSchema, type TString, Type } from '@sinclair/typebox';
import type { FastifyContextConfig, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { Ref } from '#rules/kernel/schema.ts';
import type { Refused, Result } from '../../eventlog/result.ts';
import { ASCII_WITHOUT_SPACE } from '../../patterns.ts';
import { JSON_TYPE, listEtag, orNotModified } from '../answers/bodies.ts';
import type { Access } from '../hooks/caller.ts';
import { inTurn } from '../hooks/open-calls.ts';
import { type ProblemCode, sendRefusal } from '../problems/problem.ts';
import type { Services } from '../services.ts';

/** For each id in paths: the word for it in descriptions, and the refusal of an unknown id; null: no refusal. */
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

const PLAIN = headerOf(
  'Any unique words of yours, such as a UUID. A request that is sent again with the same key within 24 hours gets its ' +
    'first answer and changes nothing.',
);
/** The idempotency key of calls whose answer is secret, and of calls without a token. */
const STRONG = headerOf(
  'At least 128 random bits of yours, such as 32 hexadecimal digits, kept as secret as the answer. A request that is sent ' +
    'again with the same key within 24 hours gets its first answer and changes nothing.',
);
/** The idempotency key of calls that need none. It exists so that clients may send a key with every POST. */
const NEEDLESS = headerOf('Not needed: the call can be sent again without harm. A key is accepted and not looked at.');
const PROBLEMS = ['idempotency-in-flight', 'idempotency-mismatch'] as const;
const STRONG_PROBLEMS = [...PROBLEMS, 'weak-idempotency-key'] as const;

const KEYS = {
  plain: { header: PLAIN, problems: PROBLEMS, config: {} },
  strong: { header: STRONG, problems: STRONG_PROBLEMS, config: { strongKey: true } },
  /** for calls that end the token with which they are made */
  afterEnd: { header: STRONG, problems: STRONG_PROBLEMS, config: { strongKey: 'after-end' } },
  needless: { header: NEEDLESS, problems: [], config: {} },
  none: { header: {}, problems: [], config: {} },
} as const;
type TakesKey = keyof typeof KEYS;

function headerOf(description: string) {
  const key = Type.String({ minLength: 1, maxLength: 255, pattern: ASCII_WITHOUT_SPACE, description });
  return { 'idempotency-key': key };
}

/** The parameters or headers of one call, of which each may be missing. */
export type Sent<T extends TProperties> = Partial<Static<TObject<T>>>;

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
  /** default: `player`; `none`: tokens are ignored */
  access?: Access | 'none';
  path?: P;
  /** clients may omit every query parameter and every header */
  query?: Q;
  /** true: unknown query parameters are ignored, because monitors and mail gateways add some */
  anyQuery?: true;
  headers?: H;
  /** default: `plain` for POST; other methods accept no key */
  key?: TakesKey;
  body?: B;
  mayOmitBody?: true;
  /** omitted: the answer has no body */
  answers?: A;
  /** the content that the handler streams, instead of `answers` */
  streams?: { content: object };
  says?: string;
  /** default: 200, or 204 without a body */
  status?: 200 | 201 | 202;
  /** further successful answers, and details of the usual one, by status */
  also?: Record<number, object>;
  /** the answer has an `ETag`, and is 304 for a caller who has it; true: `handle` sets the tag; `byText`: the tag is a
   * hash of the answer, which public caches may keep if `handle` sets no `cache-control` */
  tagged?: true | 'byText';
  /** returns the path of what was created, for the header `Location` */
  at?(answer: Static<A>): string;
  /** true: the call waits for its turn among costly calls of the same address */
  costly?: true;
  config?: Omit<FastifyContextConfig, 'access' | 'optionalBody' | 'problems' | 'strongKey'>;
  /** refusals of this operation; `IMPLIED` and other fields of the operation add more */
  refuses?: readonly ProblemCode[];
  handle(
    request: FastifyRequest<{
      Params: Static<TObject<P>> & Ids;
      Querystring: Sent<Q>;
      Headers: Sent<H>;
      Body: Static<B>;
    }>,
    reply: FastifyReply,
  ): Answer<Static<A>> | Promise<Answer<Static<A>>>;
}

export const get = operationBy('GET');
export const post = operationBy('POST');
export const put = operationBy('PUT');
export const patch = operationBy('PATCH');
export const remove = operationBy('DELETE');

export function resource(tag: string, operations: (services: Services) => RouteOptions[]) {
  return (services: Services): RouteOptions[] =>
    operations(services).map((route) => ({ ...route, schema: { ...route.schema, tags: [tag] } }));
}

const TAG = { headers: { ETag: { type: 'string', description: 'Names this answer.' } } };
const HAS_TAG = { 'if-none-match': Type.String({ description: 'The `ETag` of the answer that you have.' }) };
const NOT_MODIFIED = { 304: { description: 'You have it.', type: 'null' } };

const IMPLIED = {
  query: ['invalid-request'],
  token: ['unauthorized', 'suspended', 'turn-token'],
  wait: ['too-many-waiting', 'stopping'],
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
    const { id, summary, about, access = 'player', query = {}, anyQuery, body, answers, tagged, also } = operation;
    const isOpen = access === 'none';
    const key = KEYS[operation.key ?? (method === 'POST' ? 'plain' : 'none')];
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
        ...(!isOpen && { access }),
        ...(operation.mayOmitBody && { optionalBody: true }),
        ...key.config,
        problems: [
          ...(operation.refuses ?? []),
          ...key.problems,
          ...problemsOfIds(url),
          ...(anyQuery && isOpen ? [] : IMPLIED.query),
          ...(isOpen ? [] : IMPLIED.token),
          ...('wait' in query ? IMPLIED.wait : []),
          ...(method === 'GET' ? [] : IMPLIED.body),
        ],
      },
      schema: {
        operationId: id,
        summary,
        description: about,
        params: Type.Object({ ...idsIn(url), ...operation.path }),
        ...(!anyQuery && { querystring: Type.Partial(bodyOf(query)) }),
        headers: Type.Partial(Type.Object({ ...key.header, ...operation.headers, ...(tagged && HAS_TAG) })),
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
        const handle = () => operation.handle(request as Parameters<typeof operation.handle>[0], reply);
        const answer = await (operation.costly ? inTurn(request, async () => handle()) : handle());
        if (reply.sent) return reply;
        const result = resultIn(answer);
        if (!result.ok) return sendRefusal(request, reply, result.refusal);
        if (operation.at) reply.header('location', operation.at(result.value as Static<A>));
        if ('strongKey' in key.config && status !== 204) reply.header('cache-control', 'no-store');
        if (reply.statusCode === 200) reply.code(status);
        if (tagged === 'byText') return sendTagged(request, reply, result.value);
        return status === 204 ? reply.send() : result.value;
      },
    };
  };
}

function sendTagged(request: FastifyRequest, reply: FastifyReply, answer: unknown): FastifyReply {
  const text = JSON.stringify(answer);
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'public, no-cache');
  return orNotModified(request, reply, listEtag(text), () => reply.type(JSON_TYPE).send(text));
}

function byName(schema: TSchema): TSchema {
  return schema.$id === undefined ? schema : Ref(schema);
}

type Answer<T> = T | FastifyReply | Result<T>;

/** Returns the answer as a result. Only results have a field `ok`. */
function resultIn<T>(answer: Answer<T>): Result<T | FastifyReply> {
  const isResult = typeof answer === 'object' && answer !== null && 'ok' in answer && typeof answer.ok === 'boolean';
  return isResult ? (answer as Result<T>) : { ok: true, value: answer as T };
}

export function whenDone<T, U>(result: Result<T>, make: (value: T) => U): U | Refused {
  return result.ok ? make(result.value) : result;
}

export function bodyOf<T extends TProperties>(fields: T): TObject<T> {
  return Type.Object(fields, { additionalProperties: false });
}
