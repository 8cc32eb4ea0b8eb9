import { Readable } from 'node:stream';
import { type Static, type TObject, Type } from '@sinclair/typebox';
import { Words } from '#rules/kernel/schema.ts';
import { done } from '../../eventlog/result.ts';
import type { NewsAsked } from '../../games/queries/kept-turns.ts';
import type { Lobby } from '../../games/queries/lobby.ts';
import { Looked, TurnList } from '../../games/queries/lobby-shapes.ts';
import type { TurnPage, TurnsAsked } from '../../games/queries/turn-page.ts';
import { TURN_CURSOR } from '../../patterns.ts';
import type { Player } from '../../players/players.ts';
import { newsStream, type Pace } from '../answers/event-stream.ts';
import { staysOpen } from '../hooks/open-calls.ts';
import { listEtag, sendList } from '../server/list-answer.ts';
import { eventsOf, openStream } from '../server/open-answers.ts';
import { bodyOf, get, put, resource } from '../server/operation.ts';
import {
  LAST_VERSION,
  limitAsked,
  newsAsked,
  newsCost,
  refuseNewsAmiss,
  SINCE_ASKED,
  USUAL_GAMES_A_PAGE,
  WaitAsked,
} from '../server/parameters.ts';

const MOST_TURNS_A_PAGE = 500;

const TURNS_ASKED = {
  ruleset: Type.Optional(Type.String({ description: 'Only games of this ruleset.' })),
  deadlineBefore: Type.Optional(
    Type.String({ format: 'date-time', description: 'Only turns whose `deadline` is before this time.' }),
  ),
  competition: Type.Optional(
    Type.Boolean({ description: '`true`: only games of competitions. `false`: only the others.' }),
  ),
  opponent: Type.Optional(
    Type.String({ format: 'uuid', description: 'Only games in which this player sits too, or is invited.' }),
  ),
  only: Type.Optional(Words(['turns', 'asks', 'invitations'], { description: 'Only one of the three.' })),
  cursor: Type.Optional(Type.String({ pattern: TURN_CURSOR, description: '`next` of the page before.' })),
  ...limitAsked(
    MOST_TURNS_A_PAGE,
    USUAL_GAMES_A_PAGE,
    'Games a page, at most, those of turns, asks and invitations together.',
  ),
  ...SINCE_ASKED,
};

export const turnOperations = resource('games', ({ gameService: { lobby, subscriptions }, limits }) => {
  const reading = {
    access: 'player',
    config: { readable: true, cost: newsCost },
    preHandler: refuseNewsAmiss,
  } as const;

  return [
    get('/v1/me/turns', {
      ...reading,
      id: 'listTurns',
      summary: 'Where is it my turn?',
      about:
        'Your games that wait for you, the nearest deadline first, those in which somebody asks something of you, and the ' +
        'invitations that you have not answered. With `wait` a ' +
        'list without turns waits until there is a turn, or another ask or invitation; with `If-None-Match` any list waits until it differs ' +
        'from the one of that `ETag`. All that an agent needs, in however many games. A deadline that moves moves its game in the ' +
        'order. A `cursor` is a place in the order: of games that have not moved meanwhile none comes twice and none is left out.',
      query: { ...TURNS_ASKED, wait: Type.Optional(WaitAsked) },
      tagged: true,
      answers: TurnList,
      refuses: ['too-many-waiting', 'stopping'],
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
          // an unanswered request or invitation must not end every wait at once
          const hasNews = page.turns.length > 0 || open.some((each) => !openAtFirst?.includes(each));
          const text = JSON.stringify(page);
          return done({ text, etag: listEtag(text, pageMark), known: mark, hasNews });
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
      summary: 'Follow all my games',
      about:
        'Server-sent events over all your games: the answer of `listTurns` as it is now, and again whenever it is another, so that one ' +
        'stream is enough for any number of games; the query asks as there, for a short page of many games say. A stream that broke off is resumed with `Last-Event-ID`: a list that you ' +
        'have is not sent again. It ends soon after its token was changed or revoked, and with the server.',
      query: TURNS_ASKED,
      headers: {
        'last-event-id': Type.Optional(
          Type.String({ maxLength: 64, description: 'The `id` of the list that you have.' }),
        ),
      },
      streams: eventsOf(TurnList),
      says: 'The stream.',
      refuses: ['too-many-streams'],
      handle: (request, reply) => {
        const { player, query } = request;
        const problem = lobby.rulesetProblem(query.ruleset);
        if (problem !== null) return problem;
        if (!staysOpen('stream', request, reply)) return reply;
        const lastId = request.headers['last-event-id'];
        const asked = { turns: turnsAsked(query), news: newsAsked(query) };
        const { quietMs } = limits.patience;
        const lists = listsOf({ lobby, subscriptions, player, asked, lastId, quietMs, ...openStream(request, reply) });
        return reply.send(Readable.from(lists, { objectMode: false }));
      },
    }),

    put('/v1/games/:gameId/looked', {
      id: 'setLooked',
      summary: 'Say how far you have looked',
      about:
        'Keeps the version of a game of yours that you have looked at, for all your devices: `listTurns` and `listGames` with ' +
        '`since=looked` tell what has happened since. It never goes back, so that calls may come in any order; only a version that ' +
        'the database has lost is forgotten. Nobody else is told, and nothing else comes of it.',
      access: 'player',
      body: bodyOf({
        version: Type.Integer({
          minimum: 1,
          maximum: LAST_VERSION,
          description: 'The `version` of the state or the event that you have seen.',
        }),
      }),
      answers: Looked,
      refuses: ['not-your-seat', 'version-not-found', 'daily-closed', 'board-sealed'],
      handle: ({ player, params, body }) => lobby.look(player, params.gameId, body.version),
    }),
  ];
});

function turnsAsked(query: Static<TObject<typeof TURNS_ASKED>>): TurnsAsked {
  const { deadlineBefore, since: _, names: __, limit = USUAL_GAMES_A_PAGE, ...asked } = query;
  return { ...asked, limit, deadlineBefore: deadlineBefore === undefined ? undefined : new Date(deadlineBefore) };
}

function openIn({ invitations, asks }: TurnPage): string[] {
  return [
    ...invitations.map(({ gameId }) => gameId),
    ...asks.flatMap(({ gameId, asks }) => asks.map((ask) => `${gameId} ${JSON.stringify(ask)}`)),
  ];
}

interface TurnStreamParts extends Pace {
  lobby: Lobby;
  player: Player;
  asked: { turns: TurnsAsked; news: NewsAsked };
  lastId: string | undefined;
}

async function* listsOf(parts: TurnStreamParts): AsyncGenerator<string> {
  const { lobby, subscriptions, player, asked } = parts;
  let { lastId } = parts;
  const kept = lobby.keepTurns(player);
  try {
    yield* newsStream('', parts, {
      watch: () => subscriptions.watch(player.id),
      next: async () => {
        const { page, mark, pageMark } = await kept.read(asked.turns, asked.news);
        const text = JSON.stringify(page);
        const id = listEtag(text, pageMark).slice(1, -1);
        const isNews = id !== lastId;
        lastId = id;
        return { text: isNews ? `id: ${id}\ndata: ${text}\n\n` : '', known: mark };
      },
    });
  } finally {
    kept.stop();
  }
}
