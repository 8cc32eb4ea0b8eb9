import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { RatingPool } from '../standings/rating-fit.ts';
import type { RatingAnswer, RatingQuestion } from './rating-thread.ts';

/** Linux knows the priority of a thread; elsewhere it is that of the whole process, which is not to be slowed down. */
const LOWEST = 19;
if (process.platform === 'linux') setPriority(0, LOWEST);

const pools = new Map<string, RatingPool>();

parentPort?.on('message', (question: RatingQuestion) => parentPort?.postMessage(answerTo(question)));

function answerTo(question: RatingQuestion): RatingAnswer[RatingQuestion['ask']] {
  const { ask, poolId } = question;
  if (ask === 'forget') return pools.delete(poolId);
  const pool = pools.get(poolId) ?? new RatingPool();
  pools.set(poolId, pool);
  switch (ask) {
    case 'add':
      pool.add(question.results);
      return pool.games;
    case 'table': {
      const start = performance.now();
      const rows = pool.table();
      return { rows, ms: performance.now() - start };
    }
    case 'comparison':
      return pool.comparison(question.one, question.other);
    case 'history':
      return pool.history(question.participant);
    default:
      return ask satisfies never;
  }
}
