import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { Ref } from '#rules/kernel/schema.ts';
import type { NewCompetition as Asked, CompetitionCommands } from '../../competitions/commands/asked.ts';
import type { Competition as FoldedCompetition } from '../../competitions/model/competition.ts';
import type { CompetitionReader } from '../../competitions/queries/competition-reader.ts';
import { competitionView } from '../../competitions/queries/competition-view.ts';
import { entryOf } from '../../competitions/queries/entry-view.ts';
import type { CompetitionQuery } from '../../store/contract/competitions.ts';
import { BODY_PROBLEMS, sendStopping } from '../answers/state-answer.ts';
import { HEAD_CHARACTERS, knownBy } from '../answers/state-bodies.ts';
import { CallLifetime, sendTokenEnded } from '../hooks/call-lifetime.ts';
import { sendUnauthorized } from '../hooks/caller.ts';
import { staysOpen } from '../hooks/open-calls.ts';
import { sendRefusal } from '../problems/problem.ts';
import { Competition, CompetitionList, CompetitionStatus } from '../schemas/competition.ts';
import { Format, NewCompetition } from '../schemas/competition-settings.ts';
import { PLAYER_ASKED } from '../schemas/patterns.ts';
import { KEY_PROBLEMS, KeyHeaders } from '../server/idempotency-key.ts';
import { listEtag } from '../server/list-answer.ts';
import { LAST_VERSION, WaitAsked } from '../server/parameters.ts';
import {
  competitionParams,
  ETAG,
  IF_NONE_MATCH,
  isKnown,
  NOT_MODIFIED,
  READ_PROBLEMS,
  READING,
} from './competition-parameters.ts';

const MS = 1000;
const JSON_TYPE = 'application/json; charset=utf-8';
const PAGE = 20;

const ListQuery = Type.Object(
  {
    status: Type.Optional(
      Type.Unsafe<Static<typeof CompetitionStatus>>({
        ...CompetitionStatus,
        description: `Only such competitions. ${CompetitionStatus.description}`,
      }),
    ),
    ruleset: Type.Optional(Type.String({ description: 'Only competitions in which this ruleset is played.' })),
    format: Type.Optional(
      Type.Unsafe<Static<typeof Format>>({ ...Format, description: `Only such competitions. ${Format.description}` }),
    ),
    entrant: Type.Optional(
      Type.String({ pattern: PLAYER_ASKED, description: 'Competitions that this player has entered: an id, or `me`.' }),
    ),
    cursor: Type.Optional(Type.String({ format: 'uuid', description: '`next` of the page before.' })),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, default: PAGE, description: 'Competitions a page, at most.' }),
    ),
  },
  { additionalProperties: false },
);

const StateQuery = Type.Object(
  {
    after: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: LAST_VERSION,
        description:
          'With `wait`: answers as soon as the version is higher than this, or lower, since the database was put back, or the ' +
          'competition is complete.',
      }),
    ),
    wait: Type.Optional(WaitAsked),
  },
  { additionalProperties: false },
);

export interface CompetitionParts {
  competitions: CompetitionCommands;
  reader: CompetitionReader;
}

/** Creating competitions, finding them, and looking at one. */
export function competitionRoutes(app: FastifyInstance, parts: CompetitionParts): void {
  createRoute(app, parts);
  listRoute(app, parts);
  readRoute(app, parts);
}

function createRoute(app: FastifyInstance, { competitions }: CompetitionParts): void {
  app.withTypeProvider<TypeBoxTypeProvider>().post(
    '/v1/competitions',
    {
      config: {
        access: 'player',
        problems: [
          ...BODY_PROBLEMS,
          ...KEY_PROBLEMS,
          'unknown-ruleset',
          'invalid-options',
          'invalid-seats',
          'unknown-policy',
          'invalid-schedule',
          'cap-reached',
          'rules-unavailable',
        ],
      },
      schema: {
        operationId: 'createCompetition',
        summary: 'Create a competition',
        description:
          'Creates a competition that takes entries, with you as its organiser; enter it yourself if you want to play. The house pairs, ' +
          'deals all games, keeps the clocks and counts. Entrants need nothing but `listTurns`, a stream or a webhook to know where they ' +
          'are to act. What is left out has its default. A player may create twelve within 24 hours, unless the house has set another number.',
        tags: ['competitions'],
        headers: KeyHeaders,
        body: Ref(NewCompetition),
        response: { 201: { description: 'The new competition.', ...Ref(Competition) } },
      },
    },
    async (request, reply) => {
      const { player, idempotent } = request;
      const created = await competitions.create(player, request.body as Asked, idempotent);
      if (!created.ok) return sendRefusal(request, reply, created.refusal);
      const { competition } = created.value;
      reply.code(201).header('location', `/v1/competitions/${competition.header.id}`);
      reply.header('etag', viewEtag(competition, player.id));
      return competitionView(competition, player.id);
    },
  );
}

function listRoute(app: FastifyInstance, { reader }: CompetitionParts): void {
  app.withTypeProvider<TypeBoxTypeProvider>().get(
    '/v1/competitions',
    {
      config: {
        access: 'anyone',
        problems: ['invalid-request', 'unauthorized'],
      },
      schema: {
        operationId: 'listCompetitions',
        summary: 'List competitions',
        description:
          'Public competitions, and with a token also your own and those that you have entered; newest first. `?status=open` are those ' +
          'that take entries, `?entrant=me` those that you have entered.',
        tags: ['competitions'],
        querystring: ListQuery,
        headers: Type.Object(IF_NONE_MATCH),
        response: {
          200: { description: 'A page of competitions.', ...ETAG, ...Ref(CompetitionList) },
          ...NOT_MODIFIED,
        },
      },
    },
    async (request, reply) => {
      const { status, ruleset, format, entrant, cursor, limit = PAGE } = request.query;
      const me = request.caller?.id ?? null;
      if (me === null && entrant === 'me') {
        return sendUnauthorized(request, reply, 'Only with a token it is known who `me` is.');
      }
      const asked: CompetitionQuery = {
        status,
        ruleset,
        format,
        entrant: entrant === 'me' ? (me ?? undefined) : entrant,
        reader: me,
        before: cursor,
        limit,
      };
      const listed = await reader.list(asked);
      if (!listed.ok) return sendRefusal(request, reply, listed.refusal);
      const text = JSON.stringify(listed.value);
      return isKnown(request, reply, listEtag(text)) ? reply : reply.type(JSON_TYPE).send(text);
    },
  );
}

function readRoute(app: FastifyInstance, { reader }: CompetitionParts): void {
  app.withTypeProvider<TypeBoxTypeProvider>().get(
    '/v1/competitions/:competitionId',
    {
      config: {
        access: 'anyone',
        problems: [...READ_PROBLEMS, 'too-many-waiting', 'stopping'],
      },
      schema: {
        ...READING,
        operationId: 'getCompetition',
        summary: 'Read a competition, or wait for news of it',
        description:
          'All that was settled, and how far it is. With `wait` the answer comes when the competition is at another version than ' +
          '`after`, or than the one of the `ETag` in `If-None-Match`: when somebody enters, a round is paired, games are dealt or counted. ' +
          'A private competition does not exist for who is no entrant and sends no `Invite-Code`.',
        params: competitionParams({}),
        querystring: StateQuery,
        response: { 200: { description: 'The competition.', ...ETAG, ...Ref(Competition) }, ...NOT_MODIFIED },
      },
    },
    async (request, reply) => {
      const { after, wait = 0 } = request.query;
      const { competitionId } = request.params;
      if (wait > 0) {
        if (!staysOpen('wait', request, reply)) return reply;
        const lifetime = new CallLifetime(request, reply);
        const woken = await reader.wait(request.reader, competitionId, {
          known: knownBy(after, request.headers['if-none-match']),
          ms: wait * MS,
          caller: lifetime.gone,
        });
        if (woken === 'closing') return sendStopping(request, reply);
        if (lifetime.tokenEnded) return sendTokenEnded(request, reply);
      }
      const opened = await reader.open(request.reader, competitionId);
      if (!opened.ok) return sendRefusal(request, reply, opened.refusal);
      const playerId = request.caller?.id ?? null;
      if (isKnown(request, reply, viewEtag(opened.value, playerId))) return reply;
      return competitionView(opened.value, playerId);
    },
  );
}

/** Names exactly one body of `getCompetition`: the version, its history, and what is the caller's own in it. */
export function viewEtag(competition: FoldedCompetition, playerId: string | null): string {
  const { version, head, header } = competition;
  const own = entryOf(competition, playerId)?.entry ?? '';
  const organises = playerId !== null && header.createdBy === playerId ? 'o' : '';
  return `"${version}.${head.slice(0, HEAD_CHARACTERS)}.${own}${organises}"`;
}
