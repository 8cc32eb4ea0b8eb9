import type { Answer, Refusal, Schemas } from '../../../../clients/typescript/src/index.ts';
import { isFinal } from '../../core/final-refusal.ts';
import { pause } from '../../core/pause.ts';
import { Store } from '../../core/store.ts';

type Comparison = Schemas['Comparison'];

/** Two who are compared, in a pool. */
export interface Pair {
  pool: string;
  one: string;
  other: string;
}

export interface ComparisonState {
  /** null until it is there */
  comparison: Comparison | null;
  /** the first that was seen, and each by more games since; the latest last */
  trail: readonly Comparison[];
  /** why it could not be read the last time */
  refusal: Refusal | null;
}

/** How the service is asked. */
export interface ComparisonSource {
  /** cheap: how many games count in the pool by now; null where that is not told */
  counted(comparison: Comparison, signal: AbortSignal): Promise<number | null>;
  /** what costs a fit, where there are new games */
  compare(pair: Pair, signal: AbortSignal): Promise<Answer<Comparison>>;
}

/** Between two looks: short after news, and longer the longer there are none. */
const SHORTEST_MS = 2_000;
const LONGEST_MS = 30_000;
const LONGER = 1.4;
const MOST_TRAIL = 200;

/** Two beside each other, read again whenever more games count in their pool. */
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

  /** Looks until the signal aborts, or the service has said no for good. */
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

  /** Whether there was something new. */
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
