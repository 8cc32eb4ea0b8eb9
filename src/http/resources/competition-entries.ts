import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Ref } from '#rules/kernel/schema.ts';
import type { Entered } from '../../competitions/commands/asked.ts';
import { competitionView } from '../../competitions/queries/competition-view.ts';
import { entryView } from '../../competitions/queries/entry-view.ts';
import { pageOf } from '../../competitions/queries/page.ts';
import type { Result } from '../../games/model/result.ts';
import { BODY_PROBLEMS } from '../answers/state-answer.ts';
import type { ProblemCode } from '../problems/catalogue.ts';
import { sendRefusal } from '../problems/problem.ts';
import { EnteredCompetition, EntryList, EntryNumber } from '../schemas/competition.ts';
import { Disqualification, EntryChange, NewEntry } from '../schemas/competition-settings.ts';
import { KEY_PROBLEMS, KeyHeaders } from '../server/idempotency-key.ts';
import {
  competitionEtag,
  competitionParams,
  ETAG,
  isKnown,
  NOT_MODIFIED,
  PAGE_ASKED,
  pageAsked,
  READ_PROBLEMS,
  READING,
} from './competition-parameters.ts';
import type { CompetitionParts } from './competitions.ts';

const CHANGING = { tags: ['competitions'] };
const ENTERED = { description: 'The entry and the competition, as they are now.', ...Ref(EnteredCompetition) };
const OWN: ProblemCode[] = ['competition-not-found', 'not-entered', 'entry-over', 'competition-over'];

/** Who takes part: entering, pausing, leaving, and being sent away. */
export function competitionEntryRoutes(app: FastifyInstance, parts: CompetitionParts): void {
  listRoute(app, parts);
  enterRoute(app, parts);
  ownRoutes(app, parts);
  withdrawBotRoute(app, parts);
  disqualifyRoute(app, parts);
}

function listRoute(app: FastifyInstance, { reader }: CompetitionParts): void {
  app.withTypeProvider<TypeBoxTypeProvider>().get(
    '/v1/competitions/:competitionId/entries',
    {
      config: { access: 'anyone', problems: READ_PROBLEMS },
      schema: {
        ...READING,
        operationId: 'listEntries',
        summary: 'List who takes part',
        description: 'Everybody who has entered, players and bots of the house, also those who have left since.',
        params: competitionParams({}),
        querystring: Type.Object(PAGE_ASKED, { additionalProperties: false }),
        response: { 200: { description: 'A page of entries.', ...ETAG, ...Ref(EntryList) }, ...NOT_MODIFIED },
      },
    },
    async (request, reply) => {
      const opened = await reader.open(request.reader, request.params.competitionId);
      if (!opened.ok) return sendRefusal(request, reply, opened.refusal);
      const { value: competition } = opened;
      if (isKnown(request, reply, competitionEtag(competition))) return reply;
      const page = pageOf(competition.version, 'entries', competition.entries, pageAsked(request.query));
      return { ...page, entries: page.entries.map(entryView) };
    },
  );
}

function enterRoute(app: FastifyInstance, { competitions }: CompetitionParts): void {
  app.withTypeProvider<TypeBoxTypeProvider>().post(
    '/v1/competitions/:competitionId/entries',
    {
      config: {
        access: 'player',
        optionalBody: true,
        problems: [
          ...BODY_PROBLEMS,
          ...KEY_PROBLEMS,
          'competition-not-found',
          'kind-not-admitted',
          'not-organiser',
          'entries-closed',
          'competition-full',
          'competition-over',
          'entry-over',
          'unknown-policy',
          'invalid-options',
        ],
      },
      schema: {
        ...CHANGING,
        operationId: 'enterCompetition',
        summary: 'Enter a competition',
        description:
          'You take part. Who has entered already gets their entry as it is (200), whatever was sent, so that it can be sent again ' +
          'without harm; `changeEntry` changes it, and the `clientSeed` stays. The organiser enters bots of the house with `bot`. Who ' +
          'withdrew while it is `open` is back with the entry and the `clientSeed` that they had.',
        params: competitionParams({}),
        headers: KeyHeaders,
        body: Ref(NewEntry),
        response: { 200: { ...ENTERED, description: 'The entry was there already.' }, 201: ENTERED },
      },
    },
    async (request, reply) => {
      const { player, body, reader, idempotent } = request;
      const asked = { ...body, inviteCode: body.inviteCode ?? reader.inviteCode };
      const entered = await competitions.enter(player, request.params.competitionId, asked, idempotent);
      if (entered.ok && entered.value.made) reply.code(201);
      return sendEntered(request, reply, entered);
    },
  );
}

function ownRoutes(app: FastifyInstance, { competitions }: CompetitionParts): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.patch(
    '/v1/competitions/:competitionId/entries/me',
    {
      config: {
        access: 'player',
        problems: [...BODY_PROBLEMS, ...OWN, 'cap-reached'],
      },
      schema: {
        ...CHANGING,
        operationId: 'changeEntry',
        summary: 'Pause, play on, or play more at a time',
        description:
          'Changes your own entry. While it is paused it gets no new games; those under way go on, and their clocks with them. Also who ' +
          'was paused for not coming plays on with `paused: false`. An entry is changed at most 10 times a minute, and 500 times in all.',
        params: competitionParams({}),
        body: Ref(EntryChange),
        response: { 200: ENTERED },
      },
    },
    async (request, reply) => {
      const { player, body } = request;
      return sendEntered(request, reply, await competitions.changeEntry(player, request.params.competitionId, body));
    },
  );

  routes.delete(
    '/v1/competitions/:competitionId/entries/me',
    {
      config: { access: 'player', problems: ['invalid-request', 'unauthorized', ...OWN] },
      schema: {
        ...CHANGING,
        operationId: 'withdrawEntry',
        summary: 'Leave a competition',
        description:
          'Your entry gets no new games, for good (before the start you may enter again). What it has played stands, and games under way go on: resign them, or play them to ' +
          'their end.',
        params: competitionParams({}),
        response: { 200: ENTERED },
      },
    },
    async (request, reply) => {
      return sendEntered(request, reply, await competitions.withdraw(request.player, request.params.competitionId));
    },
  );
}

function withdrawBotRoute(app: FastifyInstance, { competitions }: CompetitionParts): void {
  app.withTypeProvider<TypeBoxTypeProvider>().delete(
    '/v1/competitions/:competitionId/entries/:entry',
    {
      config: {
        access: 'player',
        problems: [
          'invalid-request',
          'unauthorized',
          'competition-not-found',
          'not-organiser',
          'entry-not-found',
          'not-a-bot',
          'entry-over',
          'competition-over',
        ],
      },
      schema: {
        ...CHANGING,
        operationId: 'withdrawBot',
        summary: 'Take a bot of the house out',
        description:
          'For the organiser: a bot that you entered gets no new games, as if it had left. Before the start you may enter it again.',
        params: competitionParams({ entry: EntryNumber }),
        response: { 200: ENTERED },
      },
    },
    async (request, reply) => {
      const { competitionId, entry } = request.params;
      return sendEntered(request, reply, await competitions.withdrawBot(request.player, competitionId, entry));
    },
  );
}

function disqualifyRoute(app: FastifyInstance, { competitions }: CompetitionParts): void {
  app.withTypeProvider<TypeBoxTypeProvider>().post(
    '/v1/competitions/:competitionId/entries/:entry/disqualification',
    {
      config: {
        access: 'player',
        problems: [
          ...BODY_PROBLEMS,
          ...KEY_PROBLEMS,
          'competition-not-found',
          'not-organiser',
          'entry-not-found',
          'entry-over',
          'competition-over',
        ],
      },
      schema: {
        ...CHANGING,
        operationId: 'disqualifyEntry',
        summary: 'Send an entry away',
        description:
          'For the organiser: the entry gets no new games, for good. Its results stand for those who met it, and it ranks after all ' +
          'others. Your reason is in the events for everyone to read.',
        params: competitionParams({ entry: EntryNumber }),
        headers: KeyHeaders,
        body: Ref(Disqualification),
        response: { 200: ENTERED },
      },
    },
    async (request, reply) => {
      const { competitionId, entry } = request.params;
      const { player, body, idempotent } = request;
      const asked = { entry, reason: body.reason };
      return sendEntered(request, reply, await competitions.disqualify(player, competitionId, asked, idempotent));
    },
  );
}

/** The entry with its competition, as whoever asked sees it; or why nothing was changed. */
function sendEntered(request: FastifyRequest, reply: FastifyReply, entered: Result<Entered>) {
  if (!entered.ok) return sendRefusal(request, reply, entered.refusal);
  const { entry, competition } = entered.value;
  return { entry: entryView(entry), competition: competitionView(competition, request.player.id) };
}
