import { Type } from '@sinclair/typebox';
import { DETAILED_GAMES } from '../../games/queries/lobby.ts';
import { PlayerRecord, RecordDetails } from '../../games/queries/lobby-shapes.ts';
import { get, resource } from '../server/operation.ts';

/** In calls that it counts for; see docs/configuration.md. */
const DETAILS_COST = 5;

/** How players fared. */
export const recordOperations = resource('players', ({ gameService: { lobby } }) => [
  get('/v1/players/:playerId/record', {
    id: 'getRecord',
    summary: 'How has this player fared?',
    about:
      'How many public games a player has finished, by ruleset, with what result, and why some of them do not count.',
    access: 'anyone',
    answers: PlayerRecord,
    says: 'The record.',
    refuses: ['player-not-found'],
    handle: ({ params }) => lobby.record(params.playerId),
  }),

  get('/v1/players/:playerId/record/details', {
    id: 'getRecordDetails',
    summary: 'Against whom, and on which seats, has this player fared how?',
    about:
      `The newest ${DETAILED_GAMES} public games of a player that count, by opponents and by seats. Of rated games ` +
      '`getRatingRecord` says more, with luck and certainty.',
    access: 'anyone',
    query: { ruleset: Type.Optional(Type.String({ description: 'Only games of this ruleset.' })) },
    config: { cost: DETAILS_COST },
    answers: RecordDetails,
    says: 'The record.',
    refuses: ['player-not-found'],
    handle: ({ params, query }) => lobby.recordDetails(params.playerId, query.ruleset ?? null),
  }),
]);
