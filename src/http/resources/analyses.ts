import { Type } from '@sinclair/typebox';
import { Analysis, MoveList } from '../../analyses/queries/analysis-view.ts';
import { listEtag, sendList } from '../server/list-answer.ts';
import { bodyOf, get, post, resource, whenDone } from '../server/operation.ts';
import { INVITE_HEADER, LAST_VERSION, limitAsked, WaitAsked } from '../server/parameters.ts';

/** Rate-limit cost in calls: see docs/configuration.md. */
const BEGIN_COST = 20;
const READ_COST = 2;
const FEW = 5;
const CLOSED = ['daily-closed', 'board-sealed', 'game-unfinished'] as const;

export const analysisOperations = resource('analyses', ({ analyses, gameService: { subscriptions } }) => [
  post('/v1/games/:gameId/analysis', {
    id: 'analyseGame',
    summary: 'Have a game analysed',
    about:
      'After a game: for each decision of each seat what each option was worth, with its interval, judged by what the seat could know ' +
      'at the time. A game has one analysis, which everybody who may look at the game reads: this begins it or joins it. The house ' +
      'works on one at a time when it has nothing better to do, for each player in turn; you may wait for 10. `getAnalysis` has it. A server that analyses no games answers 501, ' +
      'unless the analysis is done or another server works on it.',
    access: 'player',
    key: 'needless',
    config: { cost: BEGIN_COST },
    headers: INVITE_HEADER,
    mayOmitBody: true,
    body: bodyOf({}),
    answers: Analysis,
    status: 202,
    refuses: [...CLOSED, 'too-many-analyses', 'analyses-off', 'analyses-full'],
    handle: async ({ player, reader, params }, reply) => {
      const begun = await analyses.begin(player, reader, params.gameId);
      if (begun.ok) reply.header('location', `/v1/games/${params.gameId}/analysis`);
      return begun;
    },
  }),

  get('/v1/games/:gameId/analysis', {
    id: 'getAnalysis',
    summary: 'Read the analysis of a game, or wait for news of it',
    about:
      'The decisions that are judged so far, and how far it is. With `wait` the answer comes when it is at another version than `after`, ' +
      'or than that of the `ETag` in `If-None-Match`. Whoever may read the game when it is over may read this.',
    access: 'anyone',
    config: { cost: READ_COST },
    query: {
      after: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: LAST_VERSION,
          description:
            'With `wait`: answers as soon as the version of the analysis is another than this, or it is over.',
        }),
      ),
      wait: Type.Optional(WaitAsked),
    },
    headers: INVITE_HEADER,
    tagged: true,
    answers: Analysis,
    refuses: [...CLOSED, 'analysis-not-found', 'too-many-waiting', 'stopping'],
    handle: async (request, reply) => {
      const { reader, params } = request;
      const { after, wait = 0 } = request.query;
      const first = await analyses.of(reader, params.gameId);
      if (!first.ok) return first;
      const { id } = first.value;
      const read = async () =>
        whenDone(await analyses.of(reader, params.gameId), (analysis) => {
          const { version, status } = analysis;
          const text = JSON.stringify(analysis);
          const hasNews = status === 'done' || status === 'failed' || version !== after;
          return { ok: true as const, value: { text, etag: listEtag(text), known: { version, head: null }, hasNews } };
        });
      return sendList(request, reply, { wait, watch: () => subscriptions.watch(id), read });
    },
  }),

  get('/v1/players/:playerId/moves', {
    id: 'listMoves',
    summary: 'List the best and the worst moves of a player',
    about:
      'Decisions of a player in public games of one ruleset that somebody has had analysed, and in no others: `worst` are those that ' +
      'surely gave away most, `best` those that were surely better than what looked best. `decisions` says of how many something is known.',
    access: 'anyone',
    config: { cost: READ_COST },
    query: {
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
      ...limitAsked(50, FEW, 'How many, at most.'),
    },
    answers: MoveList,
    refuses: ['player-not-found'],
    handle: ({ params, query: { ruleset, order = 'worst', limit = FEW } }) =>
      analyses.moves({ playerId: params.playerId, ruleset, order, limit }),
  }),
]);
