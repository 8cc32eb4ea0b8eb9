import { Type } from '@sinclair/typebox';
import { SeatNumber } from '#rules/kernel/schema.ts';
import { extendTime } from '../../games/commands/extension.ts';
import { leaveSeat } from '../../games/commands/join.ts';
import { abortGame, resignGame, withdrawAbort } from '../../games/commands/resign.ts';
import { LEAST_GRANTED, MOST_GRANTED_AT_ONCE } from '../../games/model/more-time.ts';
import { ClientSeed } from '../../games/queries/new-game.ts';
import { sendOutcome } from '../answers/bodies.ts';
import { bodyOf, post, remove, resource } from '../server/operation.ts';

export const seatOperations = resource('seats', ({ gameService, contract }) => {
  const { commands } = gameService;
  const common = { access: 'player', answers: contract.game } as const;
  const keyed = { ...common, key: 'plain' } as const;

  return [
    post('/v1/games/:gameId/seats', {
      ...keyed,
      id: 'joinGame',
      summary: 'Take a seat',
      about:
        'Takes the named seat, or the one that is kept for you, or the lowest open one. The game starts when the last seat is ' +
        'taken. You may hold several seats: name each further one. Otherwise a repeated call changes nothing and gets the game again.',
      mayOmitBody: true,
      body: bodyOf({
        seat: Type.Optional({
          ...SeatNumber,
          description:
            'The seat to take; without it the one kept for you, or the lowest open one, and none if you have one.',
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
      handle: async (request, reply) => {
        const { player, params, body, idempotent } = request;
        return sendOutcome(request, reply, await gameService.join(player, params.gameId, body, idempotent));
      },
    }),

    remove('/v1/games/:gameId/seats/:seat', {
      ...common,
      id: 'leaveGame',
      summary: 'Give up a seat before the start',
      about:
        'Gives up one of your seats, or an invitation; whoever created the game may also take an invitation back. The seat is ' +
        'then open. A game that all players have left is aborted.',
      path: { seat: Type.Integer({ minimum: 0, maximum: 99, description: 'The seat to give up.' }) },
      refuses: ['competition-game', 'not-your-seat', 'no-such-seat', 'game-started', 'game-over'],
      handle: async (request, reply) => {
        const { gameId, seat } = request.params;
        return sendOutcome(request, reply, await commands.handle(leaveSeat(request.player, gameId, seat)));
      },
    }),

    post('/v1/games/:gameId/resignation', {
      ...keyed,
      id: 'resignGame',
      summary: 'Resign',
      about:
        'Gives up one of your seats, without `seat` your lowest that is to act. Of two players the other wins. With more the ' +
        'seat is played on by the game’s `standIn` and cannot win.',
      mayOmitBody: true,
      body: bodyOf({
        seat: Type.Optional({
          ...SeatNumber,
          description: 'The seat to give up; without it your lowest that is to act, else your lowest.',
        }),
      }),
      refuses: ['not-your-seat', 'no-such-seat', 'seat-left', 'game-not-started', 'game-over'],
      handle: async (request, reply) => {
        const { player, params, body, idempotent } = request;
        const resign = resignGame(player, params.gameId, body.seat, idempotent);
        return sendOutcome(request, reply, await commands.handle(resign));
      },
    }),

    post('/v1/games/:gameId/abort', {
      ...keyed,
      id: 'abortGame',
      summary: 'Abort a game',
      about:
        'Ends a game without an outcome. Before the start its creator may do that; later every player who is still there has ' +
        'to ask for it, and an action of yours takes your asking back, as `withdrawAbort` does. Who is alone with bots, or with nobody, aborts at once, and ' +
        'has lost for their record; a game of the day is resigned instead, so that it ends with an outcome. Where no player sits (any more) ' +
        'its creator aborts it.',
      mayOmitBody: true,
      body: bodyOf({}),
      refuses: ['not-your-seat', 'not-your-game', 'competition-game', 'rated-game', 'abort-asked', 'game-over'],
      handle: async (request, reply) => {
        const abort = abortGame(request.player, request.params.gameId, request.idempotent);
        return sendOutcome(request, reply, await commands.handle(abort));
      },
    }),

    remove('/v1/games/:gameId/abort', {
      ...keyed,
      id: 'withdrawAbort',
      summary: 'No longer ask to abort a game',
      about: 'Takes back that you asked to abort the game. What others ask stands.',
      refuses: ['not-your-seat', 'seat-left', 'game-not-started', 'game-over', 'no-abort'],
      handle: async (request, reply) => {
        const withdraw = withdrawAbort(request.player.id, request.params.gameId, request.idempotent);
        return sendOutcome(request, reply, await commands.handle(withdraw));
      },
    }),

    post('/v1/games/:gameId/rematch', {
      ...keyed,
      id: 'rematchGame',
      summary: 'Play again',
      about:
        'A new game with the same seats, options and clock, and new chance. The first who asks creates it and the others are ' +
        'invited; they join it with this same call. A game has one rematch, and another one only when that was aborted. It is played by the newest rules. ' +
        'Everybody has the name that they have now; with somebody whose account is deleted there is none.',
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
      handle: async (request, reply) => {
        const { player, params, body, idempotent } = request;
        const again = await gameService.rematch(player, params.gameId, body, idempotent);
        if (again.ok) reply.header('location', `/v1/games/${again.value.game.header.id}`);
        return sendOutcome(request, reply, again);
      },
    }),

    post('/v1/games/:gameId/extension', {
      ...keyed,
      id: 'extendTime',
      summary: 'Ask for more time, or grant it',
      about:
        'More time for an open decision. For your own seat you ask for it; for another you want it to have it. The deadline moves, ' +
        'and in games with banks the bank holds that much more, when every player who is still there has asked for the same, but ' +
        'whoever is to decide: of two players the other grants it at once. `asked` in `decisions` is what has been asked for. Alone ' +
        'with bots you have it at once, but not in a rated game. Games of competitions have no such thing: others wait for them.',
      body: bodyOf({
        seat: Type.Optional({
          ...SeatNumber,
          description: 'Whose decision is to have more time; without it your own, lowest that is to act.',
        }),
        seconds: Type.Integer({
          minimum: LEAST_GRANTED,
          maximum: MOST_GRANTED_AT_ONCE,
          description: 'How much more. A decision is granted 30 days in all.',
        }),
      }),
      refuses: [
        'not-your-seat',
        'no-such-seat',
        'seat-left',
        'competition-game',
        'rated-game',
        'extension-asked',
        'no-deadline',
        'time-out',
        'game-not-started',
        'game-over',
      ],
      handle: async (request, reply) => {
        const { player, params, body, idempotent } = request;
        const extend = extendTime(player, params.gameId, body, idempotent);
        return sendOutcome(request, reply, await commands.handle(extend));
      },
    }),
  ];
});
