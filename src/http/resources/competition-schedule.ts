import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { Ref } from '#rules/kernel/schema.ts';
import { boardsView, gamesView, roundsView, roundView } from '../../competitions/queries/schedule-view.ts';
import type { TimeSlicer } from '../../games/runtime/time-slicer.ts';
import { sendLong } from '../answers/long-list.ts';
import { sendRefusal } from '../problems/problem.ts';
import { CompetitionGameList, numbered } from '../schemas/competition.ts';
import { BoardList, CompetitionBoard, CompetitionRound, RoundList } from '../schemas/competition-schedule.ts';
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

/** So many tables, or games, of a page become text at once. */
const FEW = 10;

const PageQuery = Type.Object(PAGE_ASKED, { additionalProperties: false });

const GamesQuery = Type.Object(
  {
    entry: Type.Optional(numbered('Only games of the entry of this number.')),
    round: Type.Optional(numbered('Only games of this round.')),
    board: Type.Optional(numbered('Only games on this board.')),
    ...PAGE_ASKED,
  },
  { additionalProperties: false },
);

/** Who meets whom, when, and on which boards. */
export function competitionScheduleRoutes(app: FastifyInstance, parts: CompetitionParts, timeSlicer: TimeSlicer): void {
  roundRoutes(app, parts, timeSlicer);
  gamesRoute(app, parts);
  boardRoutes(app, parts, timeSlicer);
}

function roundRoutes(app: FastifyInstance, { reader }: CompetitionParts, timeSlicer: TimeSlicer): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.get(
    '/v1/competitions/:competitionId/rounds',
    {
      config: { access: 'anyone', problems: READ_PROBLEMS },
      schema: {
        ...READING,
        operationId: 'listRounds',
        summary: 'List the rounds of a competition',
        description: 'The rounds that are paired so far, and how far each of them is.',
        params: competitionParams({}),
        querystring: PageQuery,
        response: { 200: { description: 'A page of rounds.', ...ETAG, ...Ref(RoundList) }, ...NOT_MODIFIED },
      },
    },
    async (request, reply) => {
      const opened = await reader.open(request.reader, request.params.competitionId);
      if (!opened.ok) return sendRefusal(request, reply, opened.refusal);
      if (isKnown(request, reply, competitionEtag(opened.value))) return reply;
      return roundsView(opened.value, pageAsked(request.query));
    },
  );

  routes.get(
    '/v1/competitions/:competitionId/rounds/:round',
    {
      config: {
        access: 'anyone',
        problems: [...READ_PROBLEMS, 'round-not-found'],
      },
      schema: {
        ...READING,
        operationId: 'getRound',
        summary: 'Read who meets whom in a round',
        description:
          'The tables of a round, the games on them, and who sits out. `result` of a game is null until the last game on its board is ' +
          'over, so that nobody who has yet to play the board learns anything of it.',
        params: competitionParams({ round: numbered('The number of the round.') }),
        querystring: PageQuery,
        response: { 200: { description: 'The round.', ...ETAG, ...Ref(CompetitionRound) }, ...NOT_MODIFIED },
      },
    },
    async (request, reply) => {
      const { competitionId, round } = request.params;
      const opened = await reader.open(request.reader, competitionId);
      if (!opened.ok) return sendRefusal(request, reply, opened.refusal);
      const viewed = roundView(opened.value, round, pageAsked(request.query));
      if (!viewed.ok) return sendRefusal(request, reply, viewed.refusal);
      if (isKnown(request, reply, competitionEtag(opened.value))) return reply;
      return sendLong(reply, viewed.value, 'tables', timeSlicer, FEW);
    },
  );
}

function gamesRoute(app: FastifyInstance, { reader }: CompetitionParts): void {
  app.withTypeProvider<TypeBoxTypeProvider>().get(
    '/v1/competitions/:competitionId/games',
    {
      config: {
        access: 'anyone',
        problems: [...READ_PROBLEMS, 'entry-not-found'],
      },
      schema: {
        ...READING,
        operationId: 'listCompetitionGames',
        summary: 'List the games of a competition',
        description:
          'In the order in which they were dealt. Each is a game like any other: its players act in it, and who may look looks at it, ' +
          'with its `gameId`. While its board is sealed only its players see it.',
        params: competitionParams({}),
        querystring: GamesQuery,
        response: { 200: { description: 'A page of games.', ...ETAG, ...Ref(CompetitionGameList) }, ...NOT_MODIFIED },
      },
    },
    async (request, reply) => {
      const opened = await reader.open(request.reader, request.params.competitionId);
      if (!opened.ok) return sendRefusal(request, reply, opened.refusal);
      const { entry, round, board } = request.query;
      const viewed = gamesView(opened.value, { entry, round, board, ...pageAsked(request.query) });
      if (!viewed.ok) return sendRefusal(request, reply, viewed.refusal);
      return isKnown(request, reply, competitionEtag(opened.value)) ? reply : viewed.value;
    },
  );
}

function boardRoutes(app: FastifyInstance, { reader }: CompetitionParts, timeSlicer: TimeSlicer): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.get(
    '/v1/competitions/:competitionId/boards',
    {
      config: { access: 'anyone', problems: READ_PROBLEMS },
      schema: {
        ...READING,
        operationId: 'listBoards',
        summary: 'List the boards of a competition',
        description:
          'The boards that are played so far, which of them are closed, and where that is known when one that is sealed opens at the latest.',
        params: competitionParams({}),
        querystring: PageQuery,
        response: { 200: { description: 'A page of boards.', ...ETAG, ...Ref(BoardList) }, ...NOT_MODIFIED },
      },
    },
    async (request, reply) => {
      const opened = await reader.open(request.reader, request.params.competitionId);
      if (!opened.ok) return sendRefusal(request, reply, opened.refusal);
      if (isKnown(request, reply, competitionEtag(opened.value))) return reply;
      return boardsView(opened.value, pageAsked(request.query));
    },
  );

  routes.get(
    '/v1/competitions/:competitionId/boards/:board',
    {
      config: {
        access: 'anyone',
        problems: [...READ_PROBLEMS, 'board-sealed', 'board-not-found'],
      },
      schema: {
        ...READING,
        operationId: 'getBoard',
        summary: 'Read a board that is closed',
        description:
          'A board is one shuffle: all chance of a game. When the last game on it is over it is closed for good, and this tells its seed ' +
          'and what everybody made of it, seat by seat, and beside the same seat of the other games on it. Until then it is sealed (`board-sealed`).',
        params: competitionParams({ board: numbered('The number of the board.') }),
        response: { 200: { description: 'The board.', ...ETAG, ...Ref(CompetitionBoard) }, ...NOT_MODIFIED },
      },
    },
    async (request, reply) => {
      const { competitionId, board } = request.params;
      const opened = await reader.open(request.reader, competitionId);
      if (!opened.ok) return sendRefusal(request, reply, opened.refusal);
      const viewed = reader.board(opened.value, board);
      if (!viewed.ok) return sendRefusal(request, reply, viewed.refusal);
      if (isKnown(request, reply, competitionEtag(opened.value))) return reply;
      return sendLong(reply, viewed.value, 'games', timeSlicer, FEW);
    },
  );
}
