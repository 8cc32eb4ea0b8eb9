import { Threads } from '../eventlog/threads.ts';
import { threadFile } from '../places.ts';
import type { Comparison } from '../statistics/comparison.ts';
import type { RatedResult } from '../statistics/rated-games.ts';
import type { LatestResults, PlayerRecord } from '../statistics/rating-fit.ts';
import type { HistoryPoint } from '../statistics/rating-history.ts';
import type { RatingRow } from '../statistics/rating-table.ts';

export type RatingQuestion =
  | { ask: 'add'; poolId: string; results: readonly RatedResult[] }
  | { ask: 'table'; poolId: string }
  | { ask: 'comparison'; poolId: string; one: string; other: string }
  | { ask: 'history'; poolId: string; participant: string; ms: number }
  | { ask: 'record'; poolId: string; participant: string }
  | { ask: 'latest'; poolId: string; participant: string; before: number | null; limit: number }
  | { ask: 'forget'; poolId: string };

export interface RatingAnswer {
  add: { games: number; participants: number };
  /** best first; `ms`: duration of the fit */
  table: { rows: RatingRow[]; ms: number };
  /** null: one of them has no game in the pool */
  comparison: Comparison | null;
  /** null: not done within `ms`; the next call continues */
  history: HistoryPoint[] | null;
  record: PlayerRecord | null;
  latest: LatestResults;
  forget: boolean;
}

/** Fits take seconds, so they run in a thread. Ask one question at a time. */
export class RatingThread {
  readonly #thread: Threads<RatingQuestion, RatingAnswer[RatingQuestion['ask']]>;

  /** `onLoss`: called if the thread dies and with it all its games. */
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
