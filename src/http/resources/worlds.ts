import { Type } from '@sinclair/typebox';
import { SeatNumber } from '#rules/kernel/schema.ts';
import { sendLong } from '../answers/long-list.ts';
import { inTurn } from '../hooks/costly-reads.ts';
import { bodyOf, post, resource, whenDone } from '../server/operation.ts';

const MOST_WORLDS = 100;
/** A call takes as long as it has worlds to draw; how many is known only when it has been counted. */
const WORLDS_COST = 5;

/** What a seat cannot know, drawn anew for those who look ahead. */
export const worldOperations = resource('games', ({ gameService: { gameReader, timeSlicer }, contract }) => [
  post('/v1/games/:gameId/worlds', {
    id: 'sampleWorlds',
    summary: 'Draw what you cannot know',
    about:
      'Whole positions that agree with everything that your seat has seen so far: what it cannot know is drawn anew, by ' +
      'fresh chance that has nothing to do with the chance of the game. Nothing in them depends on what is really ' +
      'hidden. Play on from them with the same ruleset and rules version to look ahead.',
    access: 'player',
    key: 'needless',
    mayOmitBody: true,
    config: { cost: WORLDS_COST },
    body: bodyOf({
      seat: Type.Optional({
        ...SeatNumber,
        description: 'One of your own seats; without it your lowest that is to act, else your lowest.',
      }),
      count: Type.Optional(
        Type.Integer({ minimum: 1, maximum: MOST_WORLDS, default: 1, description: 'How many worlds to draw.' }),
      ),
    }),
    answers: contract.sampledWorlds,
    says: 'The worlds, each drawn for itself.',
    refuses: ['not-your-seat', 'no-such-seat', 'daily-closed', 'board-sealed', 'game-not-started', 'game-over'],
    handle: (request, reply) =>
      inTurn(request, async () => {
        const { player, params, body } = request;
        const drawn = await gameReader.worlds(player, params.gameId, body);
        return whenDone(drawn, (worlds) => sendLong(reply, worlds, 'worlds', timeSlicer));
      }),
  }),
]);
