import type { FastifyReply } from 'fastify';
import { Commitment, Fairness, Transcript } from '../../games/fairness/fairness-shapes.ts';
import { JSON_TYPE } from '../answers/bodies.ts';
import { inTurn } from '../hooks/open-calls.ts';
import { bodyOf, get, post, resource, whenDone } from '../server/operation.ts';
import { INVITE_HEADER } from '../server/parameters.ts';

/** Costs in the rate limit, counted in calls: see docs/configuration.md. */
const FAIRNESS_COST = 2;
const TRANSCRIPT_COST = 20;

export const fairnessOperations = resource('fairness', ({ gameService: { fairness } }) => [
  post('/v1/commitments', {
    id: 'createCommitment',
    summary: 'Create a commitment before a game',
    about:
      'The server draws its secret seed for a game that you will create and commits to it before it knows any ' +
      'client seed. Send `commitmentId` in `createGame`. Only you can use it, for one game.',
    mayOmitBody: true,
    body: bodyOf({}),
    answers: Commitment,
    status: 201,
    refuses: ['cap-reached'],
    handle: ({ player, idempotent }) => fairness.commit(player, idempotent),
  }),

  get('/v1/games/:gameId/fairness', {
    id: 'getFairness',
    summary: 'Read the fairness data of a game',
    about:
      'Returns the server’s commitment and the client seeds. Once the game is over, it also returns the server ' +
      'seed, the game seed and the key of the hash chain. A daily game keeps them secret until its day and all ' +
      'games of that day are over.',
    access: 'anyone',
    headers: INVITE_HEADER,
    config: { cost: FAIRNESS_COST },
    answers: Fairness,
    refuses: ['daily-closed', 'board-sealed'],
    handle: ({ reader, params }, reply) => {
      keepForReader(reply);
      return fairness.view(reader, params.gameId);
    },
  }),

  get('/v1/games/:gameId/transcript', {
    id: 'getTranscript',
    summary: 'Download a game transcript',
    about:
      'Returns the log of a game that is over, with all draws, the hash of each position, and the seeds. Check ' +
      'it offline with `npm run verify -- transcript.json` or `examples/verify.py`; see `docs/fairness.md`.',
    access: 'anyone',
    headers: INVITE_HEADER,
    config: { cost: TRANSCRIPT_COST },
    answers: Transcript,
    refuses: ['daily-closed', 'board-sealed', 'game-unfinished'],
    handle: async (request, reply) => {
      keepForReader(reply);
      const published = await inTurn(request, () => fairness.transcript(request.reader, request.params.gameId));
      return whenDone(published, (text) => reply.type(JSON_TYPE).send(text));
    },
  }),
]);

function keepForReader(reply: FastifyReply): void {
  reply.header('cache-control', 'private, no-cache').header('vary', 'authorization');
}
