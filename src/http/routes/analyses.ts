import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { Ref } from '#rules/kernel/schema.ts';
import type { Analyses } from '../../analyses/analyses.ts';
import type { AnalysisView } from '../../analyses/queries/analysis-view.ts';
import { BODY_PROBLEMS } from '../answers/state-answer.ts';
import type { ProblemCode } from '../problems/catalogue.ts';
import { sendRefusal } from '../problems/problem.ts';
import { Analysis, MoveList } from '../schemas/analysis.ts';
import { NEEDLESS_KEY_HEADER } from '../server/idempotency-key.ts';
import { listEtag, sendList } from '../server/list-answer.ts';
import { GameParams, INVITE_HEADER, LAST_VERSION, WaitAsked } from '../server/parameters.ts';
import { ETAG, IF_NONE_MATCH, NOT_MODIFIED } from './competition-parameters.ts';

/** In calls that they count for; see docs/configuration.md. */
const BEGIN_COST = 20;
const READ_COST = 2;
const FEW = 5;

const READ_PROBLEMS: ProblemCode[] = [
  'invalid-request',
  'unauthorized',
  'daily-closed',
  'board-sealed',
  'game-not-found',
  'game-unfinished',
];

const WaitQuery = Type.Object(
  {
    after: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: LAST_VERSION,
        description: 'With `wait`: answers as soon as the version of the analysis is another than this, or it is over.',
      }),
    ),
    wait: Type.Optional(WaitAsked),
  },
  { additionalProperties: false },
);

/** What the decisions of a game were worth. */
export function analysisRoutes(app: FastifyInstance, analyses: Analyses): void {
  beginRoute(app, analyses);
  readRoute(app, analyses);
  movesRoute(app, analyses);
}

function beginRoute(app: FastifyInstance, analyses: Analyses): void {
  app.withTypeProvider<TypeBoxTypeProvider>().post(
    '/v1/games/:gameId/analysis',
    {
      config: {
        access: 'player',
        optionalBody: true,
        cost: BEGIN_COST,
        problems: [...BODY_PROBLEMS, ...READ_PROBLEMS, 'too-many-analyses', 'analyses-off', 'analyses-full'],
      },
      schema: {
        operationId: 'analyseGame',
        summary: 'Have a game analysed',
        description:
          'After a game: for each decision of each seat what each option was worth, with its interval, judged by what the seat could know ' +
          'at the time. A game has one analysis, which everybody who may look at the game reads: this begins it or joins it. The house ' +
          'works on one at a time when it has nothing better to do, for each player in turn; you may wait for 10. `getAnalysis` has it. A server that analyses no games answers 501, ' +
          'unless the analysis is done or another server works on it.',
        tags: ['analyses'],
        params: GameParams,
        headers: Type.Object({ ...INVITE_HEADER, ...NEEDLESS_KEY_HEADER }),
        body: Type.Object({}, { additionalProperties: false }),
        response: { 202: { description: 'The analysis as far as it has come.', ...Ref(Analysis) } },
      },
    },
    async (request, reply) => {
      const { player, reader, params } = request;
      const begun = await analyses.begin(player, reader, params.gameId);
      if (!begun.ok) return sendRefusal(request, reply, begun.refusal);
      reply.code(202).header('location', `/v1/games/${params.gameId}/analysis`);
      return begun.value as Static<typeof Analysis>;
    },
  );
}

function readRoute(app: FastifyInstance, analyses: Analyses): void {
  app.withTypeProvider<TypeBoxTypeProvider>().get(
    '/v1/games/:gameId/analysis',
    {
      config: {
        access: 'anyone',
        cost: READ_COST,
        problems: [...READ_PROBLEMS, 'analysis-not-found', 'too-many-waiting', 'stopping'],
      },
      schema: {
        operationId: 'getAnalysis',
        summary: 'Read the analysis of a game, or wait for news of it',
        description:
          'The decisions that are judged so far, and how far it is. With `wait` the answer comes when it is at another version than `after`, ' +
          'or than that of the `ETag` in `If-None-Match`. Whoever may read the game when it is over may read this.',
        tags: ['analyses'],
        params: GameParams,
        querystring: WaitQuery,
        headers: Type.Object({ ...INVITE_HEADER, ...IF_NONE_MATCH }),
        response: { 200: { description: 'The analysis.', ...ETAG, ...Ref(Analysis) }, ...NOT_MODIFIED },
      },
    },
    async (request, reply) => {
      const { after, wait = 0 } = request.query;
      const { reader, params } = request;
      const first = await analyses.of(reader, params.gameId);
      if (!first.ok) return sendRefusal(request, reply, first.refusal);
      const { id } = first.value;
      const read = async () => {
        const found = await analyses.of(reader, params.gameId);
        return found.ok ? { ok: true as const, value: told(found.value, after) } : found;
      };
      return sendList(request, reply, { wait, watch: () => analyses.watch(id), read });
    },
  );
}

/** The analysis as it is sent, and whether that is news. */
function told(analysis: AnalysisView, after: number | undefined) {
  const { version, status } = analysis;
  const text = JSON.stringify(analysis);
  const isOver = status === 'done' || status === 'failed';
  return { text, etag: listEtag(text), known: { version, head: null }, hasNews: isOver || version !== after };
}

function movesRoute(app: FastifyInstance, analyses: Analyses): void {
  app.withTypeProvider<TypeBoxTypeProvider>().get(
    '/v1/players/:playerId/moves',
    {
      config: {
        access: 'anyone',
        cost: READ_COST,
        problems: ['invalid-request', 'unauthorized', 'player-not-found'],
      },
      schema: {
        operationId: 'listMoves',
        summary: 'List the best and the worst moves of a player',
        description:
          'Decisions of a player in public games of one ruleset that somebody has had analysed, and in no others: `worst` are those that ' +
          'surely gave away most, `best` those that were surely better than what looked best. `decisions` says of how many something is known.',
        tags: ['analyses'],
        params: Type.Object({ playerId: Type.String({ format: 'uuid', description: 'The id of the player.' }) }),
        querystring: Type.Object(
          {
            ruleset: Type.Optional(
              Type.String({
                description:
                  'Of which ruleset, as losses of different games cannot be compared; without it that of which most is known.',
              }),
            ),
            order: Type.Optional(
              Type.Union([Type.Literal('worst'), Type.Literal('best')], {
                default: 'worst',
                description:
                  '`worst`: by the lower end of what was given away, the most first. `best`: by the upper end, the least first.',
              }),
            ),
            limit: Type.Optional(
              Type.Integer({ minimum: 1, maximum: 50, default: FEW, description: 'How many, at most.' }),
            ),
          },
          { additionalProperties: false },
        ),
        response: { 200: { description: 'The moves.', ...Ref(MoveList) } },
      },
    },
    async (request, reply) => {
      const { ruleset, order = 'worst', limit = FEW } = request.query;
      const found = await analyses.moves({ playerId: request.params.playerId, ruleset, order, limit });
      return found.ok ? (found.value as Static<typeof MoveList>) : sendRefusal(request, reply, found.refusal);
    },
  );
}
