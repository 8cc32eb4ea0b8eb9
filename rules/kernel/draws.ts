import { assertBound, type Chance } from './chance.ts';

/** Draws from another source. Records each number with its bound, so that the step can be replayed. */
export class RecordingChance implements Chance {
  readonly draws: number[] = [];
  readonly bounds: number[] = [];
  readonly #source: Chance;

  constructor(source: Chance) {
    this.#source = source;
  }

  int(below: number): number {
    const drawn = this.#source.int(below);
    this.draws.push(drawn);
    this.bounds.push(below);
    return drawn;
  }
}

/** Thrown if a stored step does not fit the rules: the log is damaged, or the rules have changed. */
export class ReplayError extends Error {
  override name = 'ReplayError';
}

/** Returns the draws that a log has stored. Throws if a draw is missing, impossible or left unused. */
export class RecordedChance implements Chance {
  readonly #draws: readonly number[];
  #used = 0;

  constructor(draws: readonly number[]) {
    this.#draws = draws;
  }

  int(below: number): number {
    assertBound(below);
    const drawn = this.#draws[this.#used];
    if (drawn === undefined) {
      throw new ReplayError(
        `draw ${this.#used + 1} (below ${below}) is missing: only ${this.#draws.length} are stored`,
      );
    }
    if (!Number.isInteger(drawn) || drawn < 0 || drawn >= below) {
      throw new ReplayError(`draw ${this.#used + 1} is ${drawn}, which is impossible below ${below}`);
    }
    this.#used++;
    return drawn;
  }

  assertAllUsed(): void {
    if (this.#used < this.#draws.length) {
      throw new ReplayError(`${this.#draws.length - this.#used} of ${this.#draws.length} stored draws were not used`);
    }
  }
}
