import { Type } from '@sinclair/typebox';
import { Words } from '#rules/kernel/schema.ts';
import { done } from '../../eventlog/result.ts';
import type { Lobby } from '../../games/queries/lobby.ts';
import { Looked, TurnList } from '../../games/queries/lobby-shapes.ts';
import type { TurnPage, TurnsAsked } from '../../games/queries/turn-page.ts';
import { TURN_CURSOR } from '../../patterns.ts';
import { listEtag } from '../answers/bodies.ts';
import { newsStream } from '../answers/event-stream.ts';
import { staysOpen } from '../hooks/open-calls.ts';
import { eventsOf, openStream, sendList } from '../server/open-answers.ts';
import { bodyOf, get, put, resource, type Sent } from '../server/operation.ts';
import {
  limitAsked,
  newsAsked,
  newsCost,
  refuseInvalidSince,
  SINCE_ASKED,
  USUAL_GAMES_A_PAGE,
  versionAsked,
  WaitQuery,
} from '../server/parameters.ts';

const MOST_TURNS_A_PAGE = 500;

const TURNS_ASKED = {
  ruleset: Type.String({ description: 'Only games of this ruleset.' }),
  deadlineBefore: Type.String({ format: 'date-time', description: 'Only turns whose `deadline` is before this time.' }),
  competition: Type.Boolean({ description: '`true`: only games of competitions. `false`: only the others.' }),
  opponent: Type.String({ format: 'uuid', description: 'Only games in which this player also sits or is invited.' }),
  only: Words(['turns', 'asks', 'invitations'], { description: 'Only one of the three lists.' }),
  cursor: Type.String({ pattern: TURN_CURSOR, description: '`next` of the previous page.' }),
  ...limitAsked(
    MOST_TURNS_A_PAGE,
    USUAL_GAMES_A_PAGE,
    'Games a page, at most, those of turns, asks and invitations together.',
  ),
  ...SINCE_ASKED,
};

export const turnOperations = resource('games', ({ gameService: { lobby, subscriptions }, limits }) => {
  const reading = { config: { readable: true, cost: newsCost }, preHandler: refuseInvalidSince } as const;

  return [
    get('/v1/me/turns', {
      ...reading,
      id: 'listTurns',
      summary: 'List games that wait for you',
      about:
        'Returns the games that wait for you, nearest deadline first; games in which another player asks ' +
        'something of you; and open invitations. This list is all that an agent needs, for any number of games. ' +
        'With `wait`, a list without turns waits for a turn, ask or invitation; with `If-None-Match`, any list ' +
        'waits until it differs from that `ETag`. A moved deadline moves its game in the order. Paging by ' +
        '`cursor` neither repeats nor skips games that have not moved.',
      query: { ...TURNS_ASKED, wait: WaitQuery },
      tagged: true,
      answers: TurnList,
      handle: async (request, reply) => {
        const { player, query } = request;
        const problem = lobby.rulesetProblem(query.ruleset);
        if (problem !== null) return problem;
        const kept = lobby.keepTurns(player);
        let openAtFirst: readonly string[] | undefined;
        const read = async () => {
          const { page, mark, pageMark } = await kept.read(turnsAsked(query), newsAsked(query));
          const open = openIn(page);
          openAtFirst ??= open;
          // ignores requests and invitations that existed before the wait, because they would end every wait at once
          const hasNews = page.turns.length > 0 || open.some((each) => !openAtFirst?.includes(each));
          return done({ list: page, mark: pageMark, known: mark, hasNews });
        };
        try {
          return await sendList(request, reply, {
            wait: query.wait ?? 0,
            watch: () => subscriptions.watch(player.id),
            read,
          });
        } finally {
          kept.stop();
        }
      },
    }),

    get('/v1/me/turns/stream', {
      ...reading,
      id: 'followTurns',
      summary: 'Stream events of all your games',
      about:
        'Streams the response of `listTurns` as server-sent events, now and after each change, so one stream ' +
        'covers any number of games. The query parameters are the same. Resume with `Last-Event-ID`: a list that ' +
        'you have is not sent again. The stream ends soon after its token is replaced or revoked, and when the ' +
        'server stops.',
      query: TURNS_ASKED,
      headers: {
        'last-event-id': Type.String({ maxLength: 64, description: 'The `id` of the last list that you received.' }),
      },
      streams: eventsOf(TurnList),
      says: 'The stream.',
      refuses: ['too-many-streams'],
      handle: (request, reply) => {
        const { player, query } = request;
        const problem = lobby.rulesetProblem(query.ruleset);
        if (problem !== null) return problem;
        if (!staysOpen('stream', request, reply)) return reply;
        let lastId = request.headers['last-event-id'];
        let kept: ReturnType<Lobby['keepTurns']> | undefined;
        const pace = { subscriptions, quietMs: limits.patience.quietMs, ...openStream(request, reply) };
        const lists = newsStream('', pace, {
          watch: () => subscriptions.watch(player.id),
          next: async () => {
            kept ??= lobby.keepTurns(player);
            const { page, mark, pageMark } = await kept.read(turnsAsked(query), newsAsked(query));
            const text = JSON.stringify(page);
            const id = listEtag(text, pageMark).slice(1, -1);
            const isNews = id !== lastId;
            lastId = id;
            return { text: isNews ? `id: ${id}\ndata: ${text}\n\n` : '', known: mark };
          },
          stop: () => kept?.stop(),
        });
        return reply.send(lists);
      },
    }),

    put('/v1/games/:gameId/looked', {
      id: 'setLooked',
      summary: 'Mark a game as seen',
      about:
        'Stores the version of your game that you have seen, for all your devices: `since=looked` in `listTurns` ' +
        'and `listGames` counts later events. The version never decreases, so calls may arrive in any order; ' +
        'only a version that the database has lost is discarded. No other player is notified.',
      body: bodyOf({ version: versionAsked(1, 'The `version` of the last state or event that you have seen.') }),
      answers: Looked,
      refuses: ['not-your-seat', 'version-not-found', 'daily-closed', 'board-sealed'],
      handle: ({ player, params, body }) => lobby.look(player, params.gameId, body.version),
    }),
  ];
});

function turnsAsked(query: Sent<typeof TURNS_ASKED>): TurnsAsked {
  const { deadlineBefore, since: _, names: __, limit = USUAL_GAMES_A_PAGE, ...asked } = query;
  return { ...asked, limit, deadlineBefore: deadlineBefore === undefined ? undefined : new Date(deadlineBefore) };
}

function openIn({ invitations, asks }: TurnPage): string[] {
  return [
    ...invitations.map(({ gameId }) => gameId),
    ...asks.flatMap(({ gameId, asks }) => asks.map((ask) => `${gameId} ${JSON.stringify(ask)}`)),
  ];
}
