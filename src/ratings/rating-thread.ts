import { Threads } from '../eventlog/threads.ts';
import { threadFile } from '../places.ts';
import type {
  Comparison,
  HistoryPoint,
  LatestResults,
  PlayerRecord,
  RatedResult,
  RatingRow,
} from '../statistics/rating-fit.ts';

/** What is asked of the thread, which keeps the results of the pools that it was told of. */
export type RatingQuestion =
  | { ask: 'add'; poolId: string; results: readonly RatedResult[] }
  | { ask: 'table'; poolId: string }
  | { ask: 'comparison'; poolId: string; one: string; other: string }
  | { ask: 'history'; poolId: string; participant: string; ms: number }
  | { ask: 'record'; poolId: string; participant: string }
  | { ask: 'latest'; poolId: string; participant: string; before: number | null; limit: number }
  | { ask: 'forget'; poolId: string };

/** What is answered to each. */
export interface RatingAnswer {
  /** how many games of the pool are kept, and how many play in them */
  add: { games: number; participants: number };
  /** the best first, and how long the fit took */
  table: { rows: RatingRow[]; ms: number };
  /** null: one of them has no game in the pool */
  comparison: Comparison | null;
  /** null: it takes longer than `ms`; asking again goes on from there */
  history: HistoryPoint[] | null;
  /** null: there is no game of theirs in the pool */
  record: PlayerRecord | null;
  latest: LatestResults;
  /** whether the pool was kept */
  forget: boolean;
}

/** The thread in which ratings are fitted: it may take seconds. To be asked one question after another. */
export class RatingThread {
  readonly #thread: Threads<RatingQuestion, RatingAnswer[RatingQuestion['ask']]>;

  /** `onLoss` is called when the thread has ended by itself, and with it all that it kept. */
  constructor(onLoss: () => void) {
    this.#thread = new Threads({ file: threadFile('ratings'), what: 'ratings', onLoss });
  }

  ask<Q extends RatingQuestion>(question: Q): Promise<RatingAnswer[Q['ask']]> {
    return this.#thread.ask(() => question);
  }

  stop(): Promise<void> {
    return this.#thread.stop();
  }
}
