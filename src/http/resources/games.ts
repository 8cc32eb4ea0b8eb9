import { type Static, Type } from '@sinclair/typebox';
import { Words } from '#rules/kernel/schema.ts';
import { done, wrong } from '../../eventlog/result.ts';
import { LISTS } from '../../eventlog/subscriptions.ts';
import { isOver } from '../../games/model/game.ts';
import { Status } from '../../games/model/game-fields.ts';
import { AnyNewGame, type NewGame } from '../../games/model/new-game.ts';
import { PLAYER_ASKED } from '../../patterns.ts';
import type { GameQuery } from '../../store/game-lists.ts';
import {
  DEFAULTS,
  etagOf,
  JSON_TYPE,
  knownBy,
  orNotModified,
  outcomeOf,
  SETTLED,
  StateBodies,
} from '../answers/bodies.ts';
import { inTurn } from '../hooks/open-calls.ts';
import { type Asked, sendList, waitForNews } from '../server/open-answers.ts';
import { get, post, resource, type Sent, whenDone } from '../server/operation.ts';
import {
  HeadQuery,
  INVITE_HEADER,
  limitAsked,
  needsBeside,
  newsAsked,
  newsCost,
  otherHistory,
  PAST_COST,
  refuseInvalidQuery,
  refuseInvalidSince,
  refuseNamesWithoutText,
  SEALED,
  SeatQuery,
  SINCE_ASKED,
  UNKNOWN_ME,
  USUAL_GAMES_A_PAGE,
  versionAsked,
  WaitQuery,
  WORDS_ASKED,
} from '../server/parameters.ts';

const STATE_ASKED = {
  seat: SeatQuery,
  at: versionAsked(1, 'An earlier version of the game. Default: the newest.'),
  head: { ...HeadQuery, description: `With \`at\`: the \`head\` of that version. ${HeadQuery.description}` },
  after: versionAsked(
    0,
    'With `wait`: the response is sent once the version is higher than this, or lower because the database ' +
      'was restored, or the game is over.',
  ),
  wait: WaitQuery,
  ...WORDS_ASKED,
};

export const gameOperations = resource('games', ({ gameService, contract, validators }) => {
  const { lobby, gameReader, subscriptions } = gameService;
  const bodies = new StateBodies();
  return [
    post('/v1/games', {
      id: 'createGame',
      summary: 'Create a game',
      about:
        'Creates a game and seats you where `seats` has `me`. It starts once every seat is taken. Omitted options have defaults.',
      validatorCompiler: validators.withBody(AnyNewGame),
      body: contract.newGame,
      answers: contract.game,
      status: 201,
      refuses: [
        'unknown-ruleset',
        'invalid-options',
        'invalid-seats',
        'unknown-player',
        'not-open-to-you',
        'unknown-policy',
        'unknown-commitment',
        'commitment-used',
        'daily-unsupported',
        'daily-unfinished',
        'cap-reached',
        'rules-unavailable',
        'log-damaged',
      ],
      at: ({ id }) => `/v1/games/${id}`,
      handle: async ({ player, body, idempotent }, reply) =>
        outcomeOf(player, reply, await gameService.create(player, body as NewGame, idempotent)),
    }),

    get('/v1/games', {
      id: 'listGames',
      summary: 'List games',
      about:
        'Returns public games and, with a token, your unlisted and private games and those to which you are ' +
        'invited; newest first. `?openSeats=true` is the lobby. `?player=me&status=open` returns your games that ' +
        'wait for players, invitations included; `?player=me&status=finished` your results. With `If-None-Match` ' +
        'and `wait`, a page waits until it differs from that `ETag`: a game begins or ends, or a seat is taken ' +
        'or left, but not for moves. Without `If-None-Match`, `wait` waits for the first game of an empty page.',
      access: 'anyone',
      query: {
        ruleset: Type.String({ description: 'Only games of this ruleset.' }),
        status: Type.Unsafe<Static<typeof Status>>({
          ...Status,
          description: `Only games with this status. ${Status.description}`,
        }),
        player: Type.String({ pattern: PLAYER_ASKED, description: 'Only games of this player: an id, or `me`.' }),
        openSeats: Type.Boolean({ description: '`true`: only games with open seats. `false`: only the others.' }),
        awaiting: Words(['me', 'others'], {
          description:
            '`me`: only games that wait for you. `others`: only your running games that wait for other players.',
        }),
        opponent: Type.String({
          format: 'uuid',
          description: 'Only games in which this player also sits or is invited.',
        }),
        rematchOf: Type.String({
          format: 'uuid',
          description: 'Only the rematch of this game that you may see, and aborted rematches of it.',
        }),
        cursor: Type.String({ format: 'uuid', description: '`next` of the previous page.' }),
        ...limitAsked(100, USUAL_GAMES_A_PAGE, 'Games a page, at most.'),
        wait: WaitQuery,
        ...SINCE_ASKED,
      },
      config: { cost: newsCost },
      preHandler: refuseInvalidSince,
      tagged: true,
      answers: contract.gameList,
      handle: (request, reply) => {
        const { caller, query } = request;
        const { player, awaiting, cursor, limit = USUAL_GAMES_A_PAGE, wait = 0, since, names: _, ...asked } = query;
        const reader = caller?.id ?? null;
        if (reader === null && (player === 'me' || awaiting !== undefined || since !== undefined)) return UNKNOWN_ME;
        const me = reader ?? undefined;
        const wanted: GameQuery = {
          ...asked,
          player: player === 'me' ? me : player,
          awaiting: awaiting === 'me' ? me : undefined,
          awaitingOthers: awaiting === 'others' ? me : undefined,
          before: cursor,
          reader,
          limit,
        };
        reply.header('vary', 'authorization');
        const read = async () => {
          const listed = await lobby.list(wanted, newsAsked(query));
          return whenDone(listed, (list) => done({ list, known: '', hasNews: list.games.length > 0 }));
        };
        return sendList(request, reply, { wait, watch: () => subscriptions.watch(LISTS), read });
      },
    }),

    get('/v1/games/:gameId', {
      id: 'getState',
      summary: 'Read a game, or wait for a change',
      about:
        'Returns the game as seen from your lowest seat that is to act, else from your lowest seat, else as a ' +
        'spectator; `seat` selects another of your seats. Send the `ETag` as `If-None-Match` to get 304 until ' +
        'something changes. With `after` and `wait`, the response waits for the next version (long poll). With ' +
        '`If-None-Match` and `wait`, it waits until the version or history differs from that `ETag`.',
      access: 'anyone',
      query: STATE_ASKED,
      headers: INVITE_HEADER,
      config: {
        turn: true,
        cost: ({ query }) => (typeof query === 'object' && query !== null && 'at' in query ? PAST_COST : 1),
      },
      preHandler: [refuseNamesWithoutText, refuseInvalidQuery(momentFault)],
      tagged: true,
      answers: contract.game,
      refuses: ['not-your-seat', 'no-such-seat', ...SEALED, 'version-not-found'],
      handle: async (request, reply) => {
        const { seat, at, head, after, wait = 0, ...words } = request.query;
        const { reader, params } = request;
        const known = knownBy(after, request.headers['if-none-match']);
        const news = (asked: Asked) => gameReader.wait(reader, params.gameId, { ...asked, known });
        if (wait > 0 && (await waitForNews(request, reply, wait, news))) return reply;
        const look = () => gameReader.look(reader, params.gameId, { seat, at });
        const looked = await (at === undefined ? look() : inTurn(request, look));
        if (!looked.ok) return looked;
        const { game, onlooker, newest } = looked.value;
        if (head !== undefined && !game.head.startsWith(head)) return otherHistory(game.version, head);
        const whole = { ...DEFAULTS, ...words };
        const wants = newest ? whole : { ...whole, choices: false };
        const etag = etagOf(game, onlooker, wants);
        const isSettled = head !== undefined && (!newest || isOver(game));
        reply
          .header('cache-control', isSettled ? SETTLED : 'private, no-cache')
          .header('vary', isSettled ? 'authorization, invite-code' : 'authorization');
        return orNotModified(request, reply, etag, () => {
          reply.type(JSON_TYPE);
          return bodies.of(game, onlooker, wants, etag);
        });
      },
    }),
  ];
});

function momentFault({ at, head, after, wait }: Sent<typeof STATE_ASKED>) {
  if (at !== undefined && (after !== undefined || wait !== undefined)) {
    const detail = '`after` and `wait` work only for the newest version: leave them out, or leave out `at`.';
    return wrong(detail, '/at', 'cannot be combined with `after` or `wait`');
  }
  return head === undefined || at !== undefined ? null : needsBeside('head', '`at`');
}
