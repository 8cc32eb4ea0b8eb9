import { Type } from '@sinclair/typebox';
import { SeatNumber } from '#rules/kernel/schema.ts';
import { extendTime } from '../../games/commands/extension.ts';
import { leaveSeat } from '../../games/commands/join.ts';
import { abortGame, resignGame, withdrawAbort } from '../../games/commands/resign.ts';
import { LEAST_GRANTED, MOST_GRANTED_AT_ONCE } from '../../games/model/more-time.ts';
import { ClientSeed } from '../../games/model/new-game.ts';
import { outcomeOf } from '../answers/bodies.ts';
import { bodyOf, post, remove, resource } from '../server/operation.ts';
import { SEAT_IN_PLAY, seatAsked } from '../server/parameters.ts';

export const seatOperations = resource('seats', ({ gameService, contract }) => {
  const { commands } = gameService;
  const { game: answers } = contract;

  return [
    post('/v1/games/:gameId/seats', {
      answers,
      id: 'joinGame',
      summary: 'Take a seat',
      about:
        'Takes the named seat, else the one reserved for you, else the lowest open one. The game starts when the ' +
        'last seat is taken. You may hold several seats: name each further one. Without `seat`, a repeated call ' +
        'changes nothing and returns the game.',
      mayOmitBody: true,
      body: bodyOf({
        seat: Type.Optional({
          ...SeatNumber,
          description:
            'The seat to take. Default: the one reserved for you, else the lowest open one; none if you have one.',
        }),
        clientSeed: Type.Optional(ClientSeed),
        inviteCode: Type.Optional(Type.String({ maxLength: 64, description: 'Opens a private game.' })),
      }),
      refuses: [
        'competition-game',
        'rated-game',
        'no-such-seat',
        'seat-taken',
        'not-open-to-you',
        'cap-reached',
        'game-over',
      ],
      handle: async ({ player, params, body, idempotent }, reply) =>
        outcomeOf(player, reply, await gameService.join(player, params.gameId, body, idempotent)),
    }),

    remove('/v1/games/:gameId/seats/:seat', {
      answers,
      id: 'leaveGame',
      summary: 'Give up a seat before the start',
      about:
        'Gives up one of your seats or declines an invitation. The creator may also withdraw an invitation. The ' +
        'seat becomes open. A game that all players have left is aborted.',
      path: { seat: seatAsked('The seat to give up.') },
      refuses: ['competition-game', 'not-your-seat', 'no-such-seat', 'game-started', 'game-over'],
      handle: async ({ player, params: { gameId, seat } }, reply) =>
        outcomeOf(player, reply, await commands.handle(leaveSeat(player, gameId, seat))),
    }),

    post('/v1/games/:gameId/resignation', {
      answers,
      id: 'resignGame',
      summary: 'Resign from a game',
      about:
        'Resigns one of your seats. With two players the other wins. With more, the game’s `standIn` plays on ' +
        'for the seat, which cannot win.',
      mayOmitBody: true,
      body: bodyOf({
        seat: Type.Optional({
          ...SeatNumber,
          description: 'The seat to give up. Default: your lowest seat that is to act, else your lowest.',
        }),
      }),
      refuses: SEAT_IN_PLAY,
      handle: async ({ player, params, body, idempotent }, reply) =>
        outcomeOf(player, reply, await commands.handle(resignGame(player, params.gameId, body.seat, idempotent))),
    }),

    post('/v1/games/:gameId/abort', {
      answers,
      id: 'abortGame',
      summary: 'Abort a game, or request it',
      about:
        'Ends a game without an outcome. Before the start its creator may abort it. Later every remaining player ' +
        'must request it; your next action withdraws your request, as `withdrawAbort` does. A player alone with ' +
        'bots, or without any other seat, aborts at once and gets a loss in their record; a daily game is resigned instead, ' +
        'so it has an outcome. If no player holds a seat, the creator may abort it.',
      mayOmitBody: true,
      body: bodyOf({}),
      refuses: ['not-your-seat', 'not-your-game', 'competition-game', 'rated-game', 'abort-asked', 'game-over'],
      handle: async ({ player, params, idempotent }, reply) =>
        outcomeOf(player, reply, await commands.handle(abortGame(player, params.gameId, idempotent))),
    }),

    remove('/v1/games/:gameId/abort', {
      key: 'plain',
      answers,
      id: 'withdrawAbort',
      summary: 'Withdraw your abort request',
      about: 'Withdraws your request to abort the game. Requests of other players stay.',
      refuses: ['not-your-seat', 'seat-left', 'game-not-started', 'game-over', 'no-abort'],
      handle: async ({ player, params, idempotent }, reply) =>
        outcomeOf(player, reply, await commands.handle(withdrawAbort(player.id, params.gameId, idempotent))),
    }),

    post('/v1/games/:gameId/rematch', {
      answers,
      id: 'rematchGame',
      summary: 'Create a rematch',
      about:
        'Creates a game with the same seats, options and clock, new chance and the newest rules. The first ' +
        'caller creates it; the others are invited and join with the same call. A game has one rematch; another ' +
        'is possible only if that was aborted. Players appear under their present names. A rematch with a ' +
        'deleted account is not possible.',
      mayOmitBody: true,
      body: bodyOf({ clientSeed: Type.Optional(ClientSeed) }),
      refuses: [
        'competition-game',
        'not-your-seat',
        'seat-taken',
        'not-open-to-you',
        'rematch-too-early',
        'rematch-outgrown',
        'unknown-player',
        'cap-reached',
        'game-over',
      ],
      at: ({ id }) => `/v1/games/${id}`,
      handle: async ({ player, params, body, idempotent }, reply) =>
        outcomeOf(player, reply, await gameService.rematch(player, params.gameId, body, idempotent)),
    }),

    post('/v1/games/:gameId/extension', {
      answers,
      id: 'extendTime',
      summary: 'Request or grant more time',
      about:
        'Requests or grants more time for an open decision, your own or another player’s. The deadline, and in ' +
        'games with banks the bank, grows once every remaining player except the one who decides has agreed to ' +
        'the same: with two players the other grants it at once. `asked` in `decisions` shows the request. Alone ' +
        'with bots it is granted at once, but not in rated games. Not available in competitions, where others ' +
        'wait.',
      body: bodyOf({
        seat: Type.Optional({
          ...SeatNumber,
          description: 'The seat whose decision gets more time. Default: your lowest seat that is to act.',
        }),
        seconds: Type.Integer({
          minimum: LEAST_GRANTED,
          maximum: MOST_GRANTED_AT_ONCE,
          description: 'How much more time. At most 30 days per decision in all.',
        }),
      }),
      refuses: [...SEAT_IN_PLAY, 'competition-game', 'rated-game', 'extension-asked', 'no-deadline', 'time-out'],
      handle: async ({ player, params, body, idempotent }, reply) =>
        outcomeOf(player, reply, await commands.handle(extendTime(player, params.gameId, body, idempotent))),
    }),
  ];
});
