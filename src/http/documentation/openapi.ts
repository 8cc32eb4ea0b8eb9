import swagger from '@fastify/swagger';
import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify';
import { grouped } from '../../statistics/grouped.ts';
import { type SharedFile, sendFile } from '../answers/files.ts';
import { isReadable } from '../hooks/caller.ts';
import { inTurn } from '../hooks/open-calls.ts';
import { kindOf, PROBLEM_TYPE, type ProblemCode, sendProblem } from '../problems/problem.ts';
import { referencePages } from './reference-pages.ts';
import { Documents, documentFile } from './served-document.ts';
import { type Doc, inCommon, nameIn, restoreReferenceWords, shared, withSharedFields } from './shared-parts.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** refusals of this operation, in addition to those that any call may get */
    problems?: ProblemCode[];
  }
}

const EVERY_CALL: ProblemCode[] = [
  'invalid-request',
  'uri-too-long',
  'rate-limited',
  'too-many-connections',
  'internal-error',
  'unavailable',
];

function anyCallOf(path: string, { responses }: Doc): { name: string; codes: ProblemCode[] } {
  const ofGame = path.includes('{gameId}');
  const ofCompetition = path.includes('{competitionId}');
  const hasBody = Object.entries<Doc>(responses).some(([status, { content }]) => status.startsWith('2') && content);
  return {
    name: `AnyCall${ofGame ? 'OfGame' : ofCompetition ? 'OfCompetition' : ''}${hasBody ? '' : 'WithoutBody'}`,
    codes: [
      ...EVERY_CALL,
      ...(hasBody ? (['not-acceptable'] as const) : []),
      ...(ofGame ? (['rules-unavailable'] as const) : []),
      ...(ofGame || ofCompetition ? (['log-damaged'] as const) : []),
    ],
  };
}

const DESCRIPTION = `Croupier deals, rolls and keeps the rules of card and dice games.

A **ruleset** is a kind of game, a **game** is one being played, a **player** is a person or an agent, and a **seat** is a
place in a game. Register with \`createPlayer\`, create a game or join one, and read it with \`getState\`. While \`status\` is \`playing\`, send one of
the actions in \`choices\` with \`submitAction\`; \`listActions\` has the same actions as sentences. \`finished\` and \`aborted\` games are over.

This document is large. \`/openapi.json?ruleset=pascal&tags=players,rulesets,games,seats\` has the operations of these tags and the types of this
ruleset alone; either parameter may be left out.

Clients ignore fields, event types and enum values that they do not know: more may come.
Every error is a problem document (RFC 9457) whose \`code\` is stable.`;

const TAG_GROUPS: { name: string; tags: Record<string, string> }[] = [
  {
    name: 'Play',
    tags: {
      players: 'People and agents, and the tokens that speak for them.',
      rulesets: 'The kinds of games in the house.',
      games: 'Creating, finding, watching and playing games.',
      seats: 'Taking and leaving seats, resigning, aborting, playing again.',
    },
  },
  {
    name: 'Competitors',
    tags: {
      seeks: 'Rated games with players of your strength: the ladder.',
      competitions: 'Many games that decide together who is best.',
      ratings: 'Who is how strong, and how certain that is.',
    },
  },
  {
    name: 'Front ends and bots',
    tags: {
      notifications:
        'Being told by webhook, in a browser or by mail: when it is your turn, when a game ends, and more.',
      chat: 'Messages of players about a game, muting, blocking and reporting.',
    },
  },
  {
    name: 'Analysts and auditors',
    tags: {
      analyses: 'What the decisions of a game were worth, when it is over.',
      fairness: 'Chance that anyone can check, and the data for the check.',
    },
  },
  { name: 'Operators', tags: { operations: 'Whether the service is well.' } },
];

/** The operations that a player needs come first in the document. */
const FIRST = [
  'createPlayer',
  'listRulesets',
  'createGame',
  'joinGame',
  'getState',
  'listActions',
  'submitAction',
  'listEvents',
  'listTurns',
  'resignGame',
];

const WEBHOOKS = {
  message: {
    post: {
      operationId: 'receiveWebhookMessage',
      summary: 'It is your turn, a game is over, or a competition goes on',
      description:
        'Sent to each webhook that `createWebhook` made, signed after Standard Webhooks 1.0. Answer with any 2xx; with 410 ' +
        'nothing is sent again.',
      tags: ['notifications'],
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
      responses: {
        '2XX': { description: 'The message has arrived.' },
        410: { description: 'The channel sends nothing from now on.' },
      },
    },
  },
};

/** The cost in the rate limit, counted in calls (docs/configuration.md). A part of the document takes 0.1 s to make. */
const PART_COST = 20;

function headerOf(name: string, description: string): Doc {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } };
}

export async function describeApi(app: FastifyInstance, version: string, built: SharedFile | null): Promise<void> {
  await app.register(swagger, {
    stripBasePath: false, // routes have no base path to remove
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Croupier',
        version,
        description: DESCRIPTION,
        license: { name: 'MIT', identifier: 'MIT' } as { name: string },
      },
      // relative to the document, so that it is right even behind a proxy with a path
      servers: [{ url: '.', description: 'The server that this document came from.' }],
      tags: TAG_GROUPS.flatMap(({ tags }) => Object.entries(tags)).map(([name, description]) => ({
        name,
        description,
      })),
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
        ...schema,
        security: securityOf(route.config),
        'x-config': route.config,
      } as typeof schema,
      url,
    }),
    transformObject: (document) =>
      finished('openapiObject' in document ? (document.openapiObject as Doc) : {}, app.getSchemas() as Doc),
    refResolver: {
      buildLocalReference: (json, _base, _fragment, i) => (typeof json.$id === 'string' ? json.$id : `Def${i}`),
    },
  });
  const documents = new Documents(() => built ?? documentFile(JSON.stringify(app.swagger())));
  const isPart = ({ query }: FastifyRequest) => Object.keys(query as object).length > 0;
  const cost = (request: FastifyRequest) => (isPart(request) ? PART_COST : 1);
  app.get('/openapi.json', { config: { cost }, schema: { hide: true } }, async (request, reply) => {
    const asked = documents.asked(request.query as Record<string, unknown>);
    if (!('errors' in asked)) {
      const send = async () => sendFile(request, reply, documents.of(asked), 'public, no-cache');
      return isPart(request) ? inTurn(request, send) : send();
    }
    return sendProblem(request, reply, 'invalid-request', {
      detail: 'The OpenAPI document has no such part: `errors` says which parts it has.',
      ...asked,
    });
  });
  referencePages(app, () => (built === null ? (app.swagger() as Doc) : JSON.parse(built.plain.toString())));
}

/** Returns the security requirement of an operation. For `anyone` the token is optional; registration takes none. */
function securityOf({ access, registers }: Partial<FastifyContextConfig> = {}): Record<string, string[]>[] {
  if (access === undefined) return [];
  if (access === 'player') return [{ token: [] }];
  return registers ? [{}] : [{}, { token: [] }];
}

function finished(doc: Doc, sources: Doc): Doc {
  for (const [name, schema] of Object.entries<Doc>(doc.components.schemas)) {
    restoreReferenceWords(schema, sources[name]);
    addMapping(schema, doc.components.schemas);
  }
  suitGenerators(doc.components.schemas);
  doc.components.schemas = withSharedFields(doc.components.schemas);
  const anyCalls: Doc = {};
  for (const [path, item] of Object.entries<Doc>(doc.paths)) {
    for (const [method, operation] of Object.entries<Doc>(item)) {
      finishOperation(method, path, operation, anyCalls);
    }
  }
  doc.webhooks = WEBHOOKS;
  doc.paths = playFirst(doc.paths);
  doc['x-tagGroups'] = TAG_GROUPS.map(({ name, tags }) => ({ name, tags: Object.keys(tags) }));
  shareRefusals(doc, anyCalls);
  shareParameters(doc);
  doc.components.examples = {};
  return doc;
}

function playFirst(paths: Doc): Doc {
  const rankOf = ({ operationId }: Doc) => (FIRST.includes(operationId) ? FIRST.indexOf(operationId) : FIRST.length);
  const best = (item: Doc) => Math.min(...Object.values<Doc>(item).map(rankOf));
  const inOrder = (named: Doc, rank: (part: Doc) => number) =>
    Object.fromEntries(Object.entries<Doc>(named).sort(([, one], [, other]) => rank(one) - rank(other)));
  const items = Object.entries<Doc>(paths).map(([path, item]) => [path, inOrder(item, rankOf)]);
  return inOrder(Object.fromEntries(items), best);
}

function shareRefusals(doc: Doc, anyCalls: Doc): void {
  const operations = Object.values<Doc>(doc.paths).flatMap((item) => Object.values<Doc>(item));
  const answers = operations.map(({ responses }) => responses as Doc);
  const refusals = inCommon(answers, (status) => Number(status) >= 400);
  const own = shared(refusals, 'responses', (_, { description }) =>
    [...description.matchAll(/`([a-z-]+)`: /g)].map(([, code]) => pascalCase(code)).join('Or'),
  );
  doc.components.responses = { ...anyCalls, ...own };
}

/** Moves equal parameters into components. If different parameters have one name, the most frequent one keeps it; the
 * names of the others also contain their first operation. */
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

/** Adds the `mapping` of a union, which generated clients need. The schemas lack it, because validators reject it. */
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

/** Removes `minItems` of arrays of fixed length in `NewGame`, because generated types would reject ordinary arrays. */
function suitGenerators(schemas: Doc): void {
  const { mapping } = schemas.NewGame.discriminator;
  for (const name of ['RulesetSummary', 'RulesetDetail']) schemas[name].properties.id.enum = Object.keys(mapping);
  for (const $ref of Object.values<string>(mapping)) {
    const { seats } = schemas[nameIn($ref)].properties;
    if (seats.minItems === seats.maxItems) delete seats.minItems;
  }
}

/** Returns the value of a constant field. The generator may write a constant as an enum with one value. */
function wordOf(branch: Doc | undefined, field: string): string {
  const word = branch?.properties[field];
  return word.const ?? word.enum[0];
}

/** Returns the refusals for conditional and idempotency headers that the operation does not support. */
function onlyChanges(method: string, { parameters }: Doc): ProblemCode[] {
  if (method === 'get') return [];
  const takesKey = parameters?.some(({ name }: Doc) => name === 'idempotency-key') ?? false;
  return takesKey ? ['condition-refused'] : ['condition-refused', 'idempotency-key-refused'];
}

function finishOperation(method: string, path: string, operation: Doc, anyCalls: Doc): void {
  const config: Partial<FastifyContextConfig> = operation['x-config'];
  delete operation['x-config'];
  const { problems, optionalBody } = config;
  if (problems === undefined) throw new Error(`operation ${operation.operationId} is not documented`);
  if (optionalBody) operation.requestBody.required = false;
  if (operation.tags.includes('operations')) {
    addProblems(operation.responses, problems);
    return;
  }
  const anyCall = anyCallOf(path, operation);
  const own = [...problems, ...onlyChanges(method, operation)];
  if (operation.security?.some((way: Doc) => 'token' in way)) own.push('suspended', 'turn-token');
  if (!isReadable(method, config)) own.push('read-only-token');
  addProblems(
    operation.responses,
    own.filter((code) => !anyCall.codes.includes(code)),
  );
  anyCalls[anyCall.name] = problemResponse(anyCall.codes, true);
  operation.responses.default = { $ref: `#/components/responses/${anyCall.name}` };
}

/** Adds problems to all operations in the same order, so that equal refusals become one component. */
function addProblems(responses: Doc, problems: readonly ProblemCode[]): void {
  const byStatus = grouped([...new Set(problems)].sort(), (code) => kindOf(code).status);
  for (const [status, codes] of byStatus) responses[status] = problemResponse(codes, status === 429 || status === 503);
}

function problemResponse(codes: readonly ProblemCode[], isToWait: boolean): Doc {
  const wait = { description: 'Seconds to wait before the next try.', schema: { type: 'integer' } };
  return {
    description: codes.map((code) => `\`${code}\`: ${kindOf(code).title}.`).join(' '),
    ...(isToWait ? { headers: { 'Retry-After': wait } } : {}),
    content: { [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } } },
  };
}
