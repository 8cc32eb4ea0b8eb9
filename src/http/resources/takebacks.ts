import { Type } from '@sinclair/typebox';
import { SeatNumber } from '#rules/kernel/schema.ts';
import { sendOutcome } from '../answers/bodies.ts';
import { inTurn } from '../hooks/open-calls.ts';
import { bodyOf, get, post, remove, resource } from '../server/operation.ts';
import { LAST_VERSION, NamesAsked, PAST_COST } from '../server/parameters.ts';

/** Examines 100 positions per viewer. */
const FENCE_COST = 5;
const OwnSeat = Type.Optional({
  ...SeatNumber,
  description: 'One of your own seats; without it your lowest that is to act, else your lowest.',
});

export const takebackOperations = resource('games', ({ gameService: { takebacks }, contract }) => {
  const change = {
    access: 'player',
    key: 'plain',
    answers: contract.game,
  } as const;
  const seat = ['not-your-seat', 'seat-left'] as const;

  return [
    get('/v1/games/:gameId/undo', {
      id: 'getUndo',
      summary: 'Ask what you may undo',
      about:
        'Whether the last action of your seat can be undone: inside your own turn, where nobody else has done anything since, nothing was ' +
        'drawn, and nobody was told more than that the action was taken. `undoTo` in the state says where it is worth asking.',
      access: 'player',
      config: { readable: true, cost: FENCE_COST },
      query: {
        seat: Type.Optional(Type.Integer({ minimum: 0, maximum: 99, description: OwnSeat.description as string })),
        names: Type.Optional(NamesAsked),
      },
      answers: contract.undoOffer,
      says: 'What may be undone, or why nothing.',
      refuses: [...seat, 'no-such-seat', 'daily-closed', 'board-sealed'],
      handle: (request) => {
        const { player, params, query } = request;
        const { seat, names = false } = query;
        return inTurn(request, () => takebacks.offer(player.id, params.gameId, { seat, names }));
      },
    }),

    post('/v1/games/:gameId/undo', {
      ...change,
      id: 'undoAction',
      summary: 'Undo your last action',
      about:
        'Undoes the last action of your seat, again and again back to the beginning of your own turn, as long as none of it told ' +
        'anybody more than that it was taken. The position is the earlier one again, under a new version; the time that you used stays used.',
      config: { cost: FENCE_COST },
      body: bodyOf({
        expectedVersion: Type.Integer({
          minimum: 1,
          maximum: LAST_VERSION,
          description: 'The `version` of the state whose last action is to be undone; any other is refused as stale.',
        }),
        seat: OwnSeat,
      }),
      refuses: [
        ...seat,
        'no-such-seat',
        'stale-version',
        'nothing-to-undo',
        'undo-reveals',
        'too-many-takebacks',
        'time-out',
        'competition-game',
        'game-not-started',
        'game-over',
      ],
      handle: (request, reply) =>
        inTurn(request, async () => {
          const { player, params, body, idempotent } = request;
          return sendOutcome(request, reply, await takebacks.undo(player.id, params.gameId, body, idempotent));
        }),
    }),

    post('/v1/games/:gameId/takeback', {
      ...change,
      id: 'requestTakeback',
      summary: 'Request or agree to a takeback',
      about:
        'Requests to go on from an earlier version, or agrees to that by the same `to`. When every player who is still there has, the position ' +
        'is that of `to` again, under a new version and with new chance; alone with bots the request is enough. Acting refuses, as `refuseTakeback` does. ' +
        'Not in games that are rated, of the day, or of a competition; and a game that was taken back counts for nobody.',
      config: { cost: PAST_COST },
      body: bodyOf({
        to: Type.Integer({
          minimum: 1,
          maximum: LAST_VERSION,
          description:
            'The version to go on from: not before the start. Another one than was requested is another request.',
        }),
        seat: OwnSeat,
      }),
      refuses: [
        ...seat,
        'no-such-seat',
        'stale-version',
        'takeback-asked',
        'game-counts',
        'too-many-takebacks',
        'game-not-started',
        'game-over',
      ],
      handle: (request, reply) =>
        inTurn(request, async () => {
          const { player, params, body, idempotent } = request;
          return sendOutcome(request, reply, await takebacks.request(player.id, params.gameId, body, idempotent));
        }),
    }),

    remove('/v1/games/:gameId/takeback', {
      ...change,
      id: 'refuseTakeback',
      summary: 'Refuse a takeback',
      about: 'Refuses the takeback that another player has requested, or withdraws your own request.',
      refuses: [...seat, 'no-takeback', 'game-not-started', 'game-over'],
      handle: async (request, reply) => {
        const { player, params, idempotent } = request;
        return sendOutcome(request, reply, await takebacks.refuse(player.id, params.gameId, idempotent));
      },
    }),
  ];
});
