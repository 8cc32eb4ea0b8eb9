import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { RatingPool } from '../statistics/rating-fit.ts';
import type { RatingAnswer, RatingQuestion } from './rating-thread.ts';

/** Only Linux has priorities per thread; elsewhere this would slow the whole process. */
const LOW = 10;
if (process.platform === 'linux') setPriority(0, LOW);

interface FilledPool {
  fit: RatingPool;
  participants: Set<string>;
}

const pools = new Map<string, FilledPool>();

parentPort?.on('message', (question: RatingQuestion) => parentPort?.postMessage(answerTo(question)));

function answerTo(question: RatingQuestion): RatingAnswer[RatingQuestion['ask']] {
  const { ask, poolId } = question;
  if (ask === 'forget') return pools.delete(poolId);
  const pool = pools.get(poolId) ?? { fit: new RatingPool(), participants: new Set() };
  pools.set(poolId, pool);
  const { fit, participants } = pool;
  switch (ask) {
    case 'add':
      fit.add(question.results);
      for (const { players } of question.results) for (const player of players) participants.add(player);
      return { games: fit.games, participants: participants.size };
    case 'table': {
      const start = performance.now();
      const rows = fit.table();
      return { rows, ms: performance.now() - start };
    }
    case 'comparison':
      return fit.comparison(question.one, question.other);
    case 'history': {
      const until = performance.now() + question.ms;
      return fit.historyPart(question.participant, () => performance.now() < until);
    }
    case 'record':
      return fit.record(question.participant);
    case 'latest':
      return fit.latest(question.participant, question.before, question.limit);
    default:
      return ask satisfies never;
  }
}
