import type { FastifyReply } from 'fastify';
import { Commitment, Fairness, Transcript } from '../../games/fairness/fairness-shapes.ts';
import { JSON_TYPE } from '../answers/bodies.ts';
import { inTurn } from '../hooks/open-calls.ts';
import { bodyOf, get, post, resource, whenDone } from '../server/operation.ts';
import { INVITE_HEADER } from '../server/parameters.ts';

/** Rate-limit cost in calls: see docs/configuration.md. */
const FAIRNESS_COST = 2;
const TRANSCRIPT_COST = 20;

export const fairnessOperations = resource('fairness', ({ gameService: { fairness } }) => [
  post('/v1/commitments', {
    id: 'createCommitment',
    summary: 'Bind the server before a game',
    about:
      'The server draws its secret seed for a game that you will create and binds itself to it, before it knows the client ' +
      'seed of any seat. Send `commitmentId` in `createGame`; it is yours alone and good for one game.',
    access: 'player',
    key: 'plain',
    mayOmitBody: true,
    body: bodyOf({}),
    answers: Commitment,
    status: 201,
    refuses: ['cap-reached'],
    handle: ({ player, idempotent }) => fairness.commit(player, idempotent),
  }),

  get('/v1/games/:gameId/fairness', {
    id: 'getFairness',
    summary: 'What the chance of a game is made of',
    about:
      'The server’s commitment and the client seeds, which are shown as they are given. Once the game is over also the ' +
      'server seed, the game seed and the key of the hash chain. A game of the day keeps them until its day and every game ' +
      'of it are over.',
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
    summary: 'Everything that it takes to check a game',
    about:
      'The whole log of a game that is over, with every draw, the hash of every position, and the seeds. Check it offline ' +
      'with `npm run verify -- transcript.json` or with `examples/verify.py`; `docs/fairness.md` has the recipe.',
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
