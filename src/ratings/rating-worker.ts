import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { Comparison } from '../statistics/comparison.ts';
import type { RatedResult } from '../statistics/rated-games.ts';
import { type LatestResults, type PlayerRecord, RatingPool } from '../statistics/rating-fit.ts';
import type { HistoryPoint } from '../statistics/rating-history.ts';
import type { RatingRow } from '../statistics/rating-table.ts';

export type RatingQuestion =
  | { ask: 'add'; poolId: string; results: readonly RatedResult[] }
  | { ask: 'table'; poolId: string }
  | { ask: 'comparison'; poolId: string; one: string; other: string }
  | { ask: 'history'; poolId: string; participant: string; ms: number }
  | { ask: 'record'; poolId: string; participant: string; latest: number }
  | { ask: 'latest'; poolId: string; participant: string; before: number | null; limit: number }
  | { ask: 'forget'; poolId: string };

export interface RatingAnswer {
  add: { games: number; participants: number };
  /** `rows`: best first; `ms`: the duration of the computation */
  table: { rows: RatingRow[]; ms: number };
  /** null: one of the two players has no game in the pool */
  comparison: Comparison | null;
  /** null: the computation takes longer than `ms`, and the next call continues it */
  history: HistoryPoint[] | null;
  /** `found` is null if the player has no game in the pool; `latest` has the requested number of latest games */
  record: { found: PlayerRecord | null; latest: LatestResults['games'] };
  latest: LatestResults;
  forget: boolean;
}

/** Lowers the priority of this thread. Only on Linux, because elsewhere it would slow down the whole process. */
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
    case 'record': {
      const { games: latest } = fit.latest(question.participant, null, question.latest);
      return { found: fit.record(question.participant), latest };
    }
    case 'latest':
      return fit.latest(question.participant, question.before, question.limit);
    default:
      return ask satisfies never;
  }
}
