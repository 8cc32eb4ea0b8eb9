import { Type } from '@sinclair/typebox';
import { SeatNumber } from '#rules/kernel/schema.ts';
import { outcomeOf } from '../answers/bodies.ts';
import { bodyOf, get, post, remove, resource } from '../server/operation.ts';
import { NamesQuery, PAST_COST, SEALED, SEAT_IN_PLAY, seatAsked, versionAsked } from '../server/parameters.ts';

/** The cost of an undo in the rate limit, counted in calls: the check examines 100 positions for each viewer. */
const FENCE_COST = 5;
const OwnSeat = Type.Optional({
  ...SeatNumber,
  description: 'One of your own seats. Default: your lowest seat that is to act, else your lowest.',
});

export const takebackOperations = resource('games', ({ gameService: { takebacks }, contract }) => {
  const { game: answers } = contract;

  return [
    get('/v1/games/:gameId/undo', {
      id: 'getUndo',
      summary: 'Check whether you can undo',
      about:
        'Returns whether your seat can undo its last action: in its own turn, if no other seat has acted since, ' +
        'nothing was drawn, and nothing new was revealed. Check `undoTo` in the state first.',
      config: { readable: true, cost: FENCE_COST },
      query: { seat: seatAsked(OwnSeat.description as string), names: NamesQuery },
      answers: contract.undoOffer,
      says: 'What you can undo, or why you cannot.',
      refuses: ['not-your-seat', 'no-such-seat', 'seat-left', ...SEALED],
      costly: true,
      handle: ({ player, params, query: { seat, names = false } }) =>
        takebacks.offer(player.id, params.gameId, { seat, names }),
    }),

    post('/v1/games/:gameId/undo', {
      answers,
      id: 'undoAction',
      summary: 'Undo your last action',
      about:
        'Undoes the last action of your seat. Repeat it to go back to the beginning of your turn, as long as no ' +
        'action revealed anything new. The earlier position gets a new version; used time is not returned.',
      config: { cost: FENCE_COST },
      body: bodyOf({
        expectedVersion: versionAsked(
          1,
          'The `version` of the state whose last action to undo; any other is rejected as stale.',
        ),
        seat: OwnSeat,
      }),
      refuses: [
        ...SEAT_IN_PLAY,
        'stale-version',
        'nothing-to-undo',
        'undo-reveals',
        'too-many-takebacks',
        'time-out',
        'competition-game',
      ],
      costly: true,
      handle: async ({ player, params, body, idempotent }, reply) =>
        outcomeOf(player, reply, await takebacks.undo(player.id, params.gameId, body, idempotent)),
    }),

    post('/v1/games/:gameId/takeback', {
      answers,
      id: 'requestTakeback',
      summary: 'Request or agree to a takeback',
      about:
        'Requests to continue from an earlier version, or agrees to a request with the same `to`. Once every ' +
        'remaining player agrees, the position is that of `to` under a new version, with new chance; alone with ' +
        'bots the request is enough. An action rejects a request, as `refuseTakeback` does. Not available in ' +
        'rated, daily or competition games. A game with a takeback does not count.',
      config: { cost: PAST_COST },
      body: bodyOf({
        to: versionAsked(
          1,
          'The version to continue from, not before the start. Another version than the requested one is a new ' +
            'request.',
        ),
        seat: OwnSeat,
      }),
      refuses: [...SEAT_IN_PLAY, 'stale-version', 'takeback-asked', 'game-counts', 'too-many-takebacks'],
      costly: true,
      handle: async ({ player, params, body, idempotent }, reply) =>
        outcomeOf(player, reply, await takebacks.request(player.id, params.gameId, body, idempotent)),
    }),

    remove('/v1/games/:gameId/takeback', {
      key: 'plain',
      answers,
      id: 'refuseTakeback',
      summary: 'Refuse a takeback',
      about: 'Rejects the takeback that another player requested, or withdraws your own request.',
      refuses: ['not-your-seat', 'seat-left', 'no-takeback', 'game-not-started', 'game-over'],
      handle: async ({ player, params, idempotent }, reply) =>
        outcomeOf(player, reply, await takebacks.refuse(player.id, params.gameId, idempotent)),
    }),
  ];
});
