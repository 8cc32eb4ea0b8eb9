import { Type } from '@sinclair/typebox';
import { Analysis, MoveList } from '../../analyses/queries/analysis-view.ts';
import { done } from '../../eventlog/result.ts';
import { sendList } from '../server/open-answers.ts';
import { bodyOf, get, post, resource, whenDone } from '../server/operation.ts';
import { INVITE_HEADER, limitAsked, versionAsked, WaitQuery } from '../server/parameters.ts';

/** Costs in the rate limit, counted in calls: see docs/configuration.md. */
const BEGIN_COST = 20;
const READ_COST = 2;
const FEW = 5;
const CLOSED = ['daily-closed', 'board-sealed', 'game-unfinished'] as const;

export const analysisOperations = resource('analyses', ({ analyses, gameService: { subscriptions } }) => [
  post('/v1/games/:gameId/analysis', {
    id: 'analyseGame',
    summary: 'Request the analysis of a game',
    about:
      'Requests the analysis of a finished game: the value of each option of each decision, with its interval, ' +
      'judged by what the seat could know at the time. A game has one analysis, shared by all who may read the ' +
      'game; this call starts or joins it. The server analyses one game at a time when it is idle, for each ' +
      'player in turn; at most 10 of your requests may wait. Read the result with `getAnalysis`. A server that ' +
      'analyzes no games returns 501, unless the analysis is done or another server works on it.',
    key: 'needless',
    config: { cost: BEGIN_COST },
    headers: INVITE_HEADER,
    mayOmitBody: true,
    body: bodyOf({}),
    answers: Analysis,
    status: 202,
    refuses: [...CLOSED, 'too-many-analyses', 'analyses-off', 'analyses-full'],
    at: ({ gameId }) => `/v1/games/${gameId}/analysis`,
    handle: ({ player, reader, params }) => analyses.begin(player, reader, params.gameId),
  }),

  get('/v1/games/:gameId/analysis', {
    id: 'getAnalysis',
    summary: 'Read the analysis of a game, or wait for a change',
    about:
      'Returns the decisions judged so far and the progress. With `wait`, the response is sent when the version ' +
      'differs from `after`, or from the `ETag` in `If-None-Match`. Everyone who may read the finished game may ' +
      'read its analysis.',
    access: 'anyone',
    config: { cost: READ_COST },
    query: {
      after: versionAsked(
        0,
        'With `wait`: the response is sent once the version of the analysis differs from this, or the ' +
          'analysis is over.',
      ),
      wait: WaitQuery,
    },
    headers: INVITE_HEADER,
    tagged: true,
    answers: Analysis,
    refuses: [...CLOSED, 'analysis-not-found'],
    handle: async (request, reply) => {
      const { reader, params } = request;
      const { after, wait = 0 } = request.query;
      const first = await analyses.of(reader, params.gameId);
      if (!first.ok) return first;
      const { id } = first.value;
      const read = async () =>
        whenDone(await analyses.of(reader, params.gameId), (list) => {
          const { version, status } = list;
          const hasNews = status === 'done' || status === 'failed' || version !== after;
          return done({ list, known: { version, head: null }, hasNews });
        });
      return sendList(request, reply, { wait, watch: () => subscriptions.watch(id), read });
    },
  }),

  get('/v1/players/:playerId/moves', {
    id: 'listMoves',
    summary: 'List a player’s best and worst moves',
    about:
      'Returns decisions of a player in the analysed public games of one ruleset. `worst` are those that ' +
      'certainly lost most, `best` those that were certainly better than the apparent best. `decisions` is the ' +
      'number of judged decisions.',
    access: 'anyone',
    config: { cost: READ_COST },
    query: {
      ruleset: Type.String({
        description:
          'The ruleset; losses in different games cannot be compared. Default: the ruleset with the most ' +
          'judged decisions.',
      }),
      order: Type.Union([Type.Literal('worst'), Type.Literal('best')], {
        default: 'worst',
        description: '`worst`: by the lower end of the loss, largest first. `best`: by its upper end, smallest first.',
      }),
      ...limitAsked(50, FEW, 'How many, at most.'),
    },
    answers: MoveList,
    refuses: ['player-not-found'],
    handle: ({ params, query: { ruleset, order = 'worst', limit = FEW } }) =>
      analyses.moves({ playerId: params.playerId, ruleset, order, limit }),
  }),
]);
