import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { matches } from '../answers/state-bodies.ts';
import { type Access, isReadable } from '../hooks/caller.ts';
import { codingFor, varyByCoding } from '../hooks/compression.ts';
import { DOCS_POLICY } from '../hooks/security-headers.ts';
import { kindOf, type ProblemCode } from '../problems/catalogue.ts';
import { PROBLEM_TYPE, type ProblemDetails, problemBody } from '../problems/problem.ts';
import { restoreReferenceWords } from './reference-words.ts';
import { type ServedDocument, servedDocument } from './served-document.ts';
import { withSharedFields } from './shared-fields.ts';
import { type Doc, inCommon, shared } from './shared-parts.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** every code that the operation itself can answer with; the ones that any call can meet are added */
    problems?: ProblemCode[];
  }
}

/** What a call about any one game, or competition, can meet besides. */
const OF_RULES = /\{(gameId|competitionId)\}/;
const EVERY_GAME: ProblemCode[] = ['rules-unavailable', 'log-damaged'];
const EVERY_CALL: ProblemCode[] = [
  'invalid-request',
  'not-acceptable',
  'uri-too-long',
  'rate-limited',
  'too-many-connections',
  'internal-error',
  'unavailable',
];

const DESCRIPTION = `Croupier deals, rolls and keeps the rules of card and dice games.

A **ruleset** is a kind of game, a **game** is one being played, a **player** is a person or an agent, and a **seat** is a
place in a game. Register with \`createPlayer\`, create a game or join one, read it with \`getState\`, and send one of the
actions that \`choices\` (or, one by one and in plain words, \`listActions\`) hold until \`status\` is \`finished\`.

Clients ignore fields, event types and enum values that they do not know: more may come.
Every error is a problem document (RFC 9457) whose \`code\` is stable.`;

/** What this service itself sends, to be answered by whoever is told. */
const WEBHOOKS = {
  message: {
    post: {
      operationId: 'receiveWebhookMessage',
      summary: 'It is your turn, a game is over, or a competition goes on',
      description:
        'Sent to each webhook that `createWebhook` made, signed after Standard Webhooks 1.0. Answer with any 2xx; with 410 ' +
        'nothing is sent again.',
      tags: ['webhooks'],
      security: [],
      parameters: [
        headerOf('webhook-id', 'Names the message: the same in each attempt.'),
        headerOf('webhook-timestamp', 'When this attempt was made, in seconds since 1970.'),
        headerOf('webhook-signature', '`v1,` and the base64 of the HMAC-SHA256 of `<id>.<timestamp>.<body>`.'),
      ],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/WebhookMessage' } } },
      },
      responses: { '2XX': { description: 'It has arrived.' }, 410: { description: 'Nothing is to be sent any more.' } },
    },
  },
};

/** Where @fastify/swagger-ui serves copies. Every JSON text is YAML as well. */
const COPIES = new Set<string | undefined>(['/docs/json', '/docs/yaml']);

function headerOf(name: string, description: string): Doc {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } };
}

/** Generates the OpenAPI document from the routes, and serves it and a page to read it on. */
export async function describeApi(app: FastifyInstance, version: string, built: ServedDocument | null): Promise<void> {
  await app.register(swagger, {
    stripBasePath: false, // it takes no relative server URL apart, and routes have no base path to strip
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Croupier',
        version,
        description: DESCRIPTION,
        license: { name: 'MIT', identifier: 'MIT' } as { name: string },
      },
      // relative to the address of the document, so that it is right below the path of a proxy too
      servers: [{ url: '.', description: 'The server that this document came from.' }],
      tags: [
        { name: 'rulesets', description: 'The kinds of games in the house.' },
        { name: 'players', description: 'People and agents, and the tokens that speak for them.' },
        { name: 'games', description: 'Creating, finding, watching and playing games.' },
        { name: 'seats', description: 'Taking and leaving seats, resigning, aborting, playing again.' },
        { name: 'seeks', description: 'Playing rated games with whoever fits: the ladder.' },
        { name: 'competitions', description: 'Many games that decide together who is best.' },
        { name: 'ratings', description: 'Who is how strong, and how certain that is.' },
        { name: 'analyses', description: 'What the decisions of a game were worth, when it is over.' },
        { name: 'talk', description: 'What people say about games, and whom they do not want to hear of or to meet.' },
        { name: 'fairness', description: 'Chance that anyone can check, and what it takes to check it.' },
        {
          name: 'webhooks',
          description: 'Being told when it is your turn, when a game ends, and how a competition goes on.',
        },
        { name: 'notices', description: 'Being told as a person: in a browser or by mail.' },
        { name: 'operations', description: 'Whether the service is well.' },
      ],
      components: {
        securitySchemes: {
          token: {
            type: 'http',
            scheme: 'bearer',
            description: 'The token that `createPlayer`, `rotateToken` or `createReadToken` returned.',
          },
        },
      },
    },
    transform: ({ schema, url, route }) => ({
      schema: {
        security: securityOf(route.config?.access),
        ...schema,
        'x-problems': route.config?.problems,
        'x-optional-body': route.config?.optionalBody,
        'x-readable': isReadable(String(route.method), route.config ?? {}),
      } as typeof schema,
      url,
    }),
    transformObject: (document) =>
      finished('openapiObject' in document ? (document.openapiObject as Doc) : {}, app.getSchemas() as Doc),
    refResolver: {
      buildLocalReference: (json, _base, _fragment, i) => (typeof json.$id === 'string' ? json.$id : `Def${i}`),
    },
  });
  const send = senderOf(app, built);
  app.get('/openapi.json', { schema: { hide: true } }, async (request, reply) => send(request, reply));
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    indexPrefix: '.', // the page finds its files under any path of a proxy
    // the document has one address, from which its relative server URL is resolved
    uiHooks: {
      preHandler: (request, reply, done) => {
        if (COPIES.has(request.routeOptions.url)) reply.redirect('../openapi.json');
        else done();
      },
    },
    staticCSP: DOCS_POLICY,
    uiConfig: { docExpansion: 'list', deepLinking: true, plugins: [resolveFromDocument] },
    theme: { title: 'Croupier', css: [{ filename: 'croupier.css', content: '.topbar { display: none; }' }] },
  });
}

/** Who may call an operation, unless its schema says otherwise. */
function securityOf(access: Access | undefined) {
  if (access === undefined) return [];
  return access === 'player' ? [{ token: [] }] : [{}, { token: [] }];
}

type UrlSelector = (state: unknown) => string | undefined;

/** Runs in the page, which loads the document through a redirect: calls are resolved from where it leads. */
function resolveFromDocument() {
  const url = (original: UrlSelector) => (state: unknown) => original(state)?.replace(/docs\/json$/, 'openapi.json');
  return { statePlugins: { spec: { wrapSelectors: { url } } } };
}

/**
 * Sends what the build has made; where it has made none, the document is made at the first call for it, and holds up the others.
 * It is kept as bytes, which all answers under way share: a text would be copied, a megabyte for each reader however slow.
 */
function senderOf(app: FastifyInstance, built: ServedDocument | null) {
  let made = built;
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    made ??= servedDocument(Buffer.from(JSON.stringify(app.swagger())));
    reply.header('etag', made.etag).header('cache-control', 'public, no-cache');
    if (matches(request.headers['if-none-match'], made.etag)) return reply.code(304).send();
    reply.type('application/json; charset=utf-8');
    const coding = codingFor(request.headers['accept-encoding']);
    const coded = coding === null ? undefined : made.codings[coding];
    if (built !== null) varyByCoding(reply);
    return coded === undefined ? reply.send(made.plain) : reply.header('content-encoding', coding).send(coded);
  };
}

function finished(doc: Doc, sources: Doc): Doc {
  for (const [name, schema] of Object.entries<Doc>(doc.components.schemas)) {
    restoreReferenceWords(schema, sources[name]);
    addMapping(schema, doc.components.schemas);
  }
  doc.components.schemas = withSharedFields(doc.components.schemas);
  const used = new Set<ProblemCode>();
  for (const [path, item] of Object.entries<Doc>(doc.paths)) {
    const ofItsKind = OF_RULES.test(path) ? [...EVERY_CALL, ...EVERY_GAME] : EVERY_CALL;
    for (const [method, operation] of Object.entries<Doc>(item)) {
      finishOperation(operation, [...ofItsKind, ...onlyChanges(method, operation)], used);
    }
  }
  doc.webhooks = WEBHOOKS;
  const codes = [...used].sort();
  doc.components.examples = Object.fromEntries(codes.map((code) => [code, problemExample(code)]));
  shareRefusals(doc);
  shareParameters(doc);
  return doc;
}

/** Refusals that several operations answer with alike are written once, by the names of their problems. */
function shareRefusals(doc: Doc): void {
  const operations = Object.values<Doc>(doc.paths).flatMap((item) => Object.values<Doc>(item));
  const answers = operations.map(({ responses }) => responses as Doc);
  const refusals = inCommon(answers, (status) => Number(status) >= 400);
  doc.components.responses = shared(refusals, 'responses', (_, { content }) =>
    Object.keys(content[PROBLEM_TYPE].examples).map(pascalCase).join('Or'),
  );
}

/**
 * Parameters that several operations take alike are written once. The most frequent one of a name has it for itself; the name of
 * another one ends in that of its first operation.
 */
function shareParameters(doc: Doc): void {
  const operations = Object.values<Doc>(doc.paths).flatMap((item) => Object.values<Doc>(item));
  const idOf = new Map(
    operations.map(({ parameters = [], operationId }) => [parameters as Doc, operationId as string]),
  );
  const alike = inCommon([...idOf.keys()], () => true).sort((one, other) => other.length - one.length);
  const taken = new Set<string>(Object.keys(doc.components.schemas));
  doc.components.parameters = shared(alike, 'parameters', (_, { name }, place) => {
    const plain = pascalCase(name);
    const full = taken.has(plain) ? `${plain}Of${pascalCase(idOf.get(place) as string)}` : plain;
    taken.add(plain);
    return full;
  });
}

function pascalCase(code: string): string {
  return code.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Validators refuse `mapping`, and generated clients need it: it is added for the readers of the document. */
function addMapping(schema: Doc, all: Record<string, Doc>): void {
  if (schema.discriminator === undefined) return;
  const field = schema.discriminator.propertyName as string;
  schema.discriminator = {
    propertyName: field,
    mapping: Object.fromEntries(
      schema.oneOf.map(({ $ref }: { $ref: string }) => [wordOf(all[nameIn($ref)], field), $ref]),
    ),
  };
}

/** The one word that a branch has in this field; the generator writes literals as enums of one. */
function wordOf(branch: Doc | undefined, field: string): string {
  const word = branch?.properties[field];
  return word.const ?? word.enum[0];
}

function nameIn($ref: string): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}

/** What a change is refused with when it comes with a header that it does not look at. */
function onlyChanges(method: string, { parameters }: Doc): ProblemCode[] {
  if (method === 'get') return [];
  const takesKey = parameters?.some(({ name }: Doc) => name === 'idempotency-key') ?? false;
  return takesKey ? ['condition-refused'] : ['condition-refused', 'idempotency-key-refused'];
}

function finishOperation(operation: Doc, ofItsKind: readonly ProblemCode[], used: Set<ProblemCode>): void {
  const problems = operation['x-problems'] as ProblemCode[] | undefined;
  delete operation['x-problems'];
  if (operation['x-optional-body'] === true) operation.requestBody.required = false;
  delete operation['x-optional-body'];
  const isForReaders = operation['x-readable'] === true;
  delete operation['x-readable'];
  if (problems === undefined) throw new Error(`operation ${operation.operationId} is not documented`);
  const anyCall = operation.tags.includes('operations') ? [] : ofItsKind;
  const knowsCaller = operation.security?.some((way: Doc) => 'token' in way) ?? false;
  const anyCaller: ProblemCode[] = knowsCaller ? ['suspended', 'turn-token'] : [];
  const anyReader: ProblemCode[] = isForReaders || operation.tags.includes('operations') ? [] : ['read-only-token'];
  // in one order for all operations, so that the same refusals are one component
  for (const code of [...new Set([...problems, ...anyCaller, ...anyReader, ...anyCall])].sort()) {
    used.add(code);
    const { status, title } = kindOf(code);
    operation.responses[status] ??= problemResponse(status);
    const response = operation.responses[status];
    response.description = response.description === '' ? `${title}.` : `${response.description} Or: ${title}.`;
    response.content[PROBLEM_TYPE].examples[code] = { $ref: `#/components/examples/${code}` };
  }
}

function problemResponse(status: number): Doc {
  const headers: Doc = {};
  if (status === 429 || status === 503) {
    headers['Retry-After'] = { description: 'Seconds to wait before the next try.', schema: { type: 'integer' } };
  }
  return {
    description: '',
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    content: { [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/Problem' }, examples: {} } },
  };
}

const EXAMPLE_DETAILS: Partial<Record<ProblemCode, ProblemDetails>> = {
  'illegal-action': { rule: 'R6' },
  'rate-limited': { limit: 'player' },
  suspended: {
    detail: 'You are suspended until 2026-12-01T00:00:00.000Z: insults at the table.',
    until: '2026-12-01T00:00:00.000Z',
  },
};

function problemExample(code: ProblemCode): Doc {
  const example = problemBody(code, '/v1/…', EXAMPLE_DETAILS[code]);
  return { summary: kindOf(code).title, value: example };
}
