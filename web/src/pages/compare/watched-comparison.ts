import type { Answer, Refusal, Schemas } from '../../../../clients/typescript/src/index.ts';
import { isFinal } from '../../core/final-refusal.ts';
import { pause } from '../../core/pause.ts';
import { Store } from '../../core/store.ts';

type Comparison = Schemas['Comparison'];

export interface Pair {
  pool: string;
  one: string;
  other: string;
}

export interface ComparisonState {
  comparison: Comparison | null;
  /** all comparisons, oldest first: the first one, and each later one that had more games */
  trail: readonly Comparison[];
  refusal: Refusal | null;
}

export interface ComparisonSource {
  /** returns the number of games in the pool that count; null: unknown. A cheap call */
  counted(comparison: Comparison, signal: AbortSignal): Promise<number | null>;
  /** an expensive call: with new games the ratings are computed again */
  compare(pair: Pair, signal: AbortSignal): Promise<Answer<Comparison>>;
}

/** The time between checks: short after a change of the comparison, then longer with each check. */
const SHORTEST_MS = 2_000;
const LONGEST_MS = 30_000;
const LONGER = 1.4;
const MOST_TRAIL = 200;

export class WatchedComparison {
  readonly state = new Store<ComparisonState>({ comparison: null, trail: [], refusal: null });
  readonly #pair: Pair;
  readonly #source: ComparisonSource;
  readonly #shortest: number;

  constructor(pair: Pair, source: ComparisonSource, shortest = SHORTEST_MS) {
    this.#pair = pair;
    this.#source = source;
    this.#shortest = shortest;
  }

  async follow(signal: AbortSignal): Promise<void> {
    let rest = this.#shortest;
    while (!signal.aborted) {
      const hasNews = await this.#look(signal);
      const { refusal } = this.state.value;
      if (refusal !== null && isFinal(refusal)) return;
      rest = hasNews ? this.#shortest : Math.min(LONGEST_MS, rest * LONGER);
      await pause(rest, signal);
    }
  }

  async #look(signal: AbortSignal): Promise<boolean> {
    const { comparison } = this.state.value;
    if (comparison !== null) {
      const counted = await this.#source.counted(comparison, signal);
      if (signal.aborted || counted === comparison.version) return false;
    }
    const answer = await this.#source.compare(this.#pair, signal);
    if (signal.aborted) return false;
    if (!answer.ok) this.state.patch({ refusal: answer.refusal });
    else this.#show(answer.value);
    return answer.ok && answer.value.version !== comparison?.version;
  }

  #show(comparison: Comparison): void {
    const { trail } = this.state.value;
    const isNew = trail.at(-1)?.version !== comparison.version;
    this.state.set({
      comparison,
      trail: isNew ? [...trail, comparison].slice(-MOST_TRAIL) : trail,
      refusal: null,
    });
  }
}
