import { type Estimate, FittedStrengths } from './fitted-strengths.ts';
import type { Result } from './results.ts';
import { inScheduleOrder } from './schedule-order.ts';
import { ANCHOR, NOBODY, type StrengthModel } from './strength-model.ts';

/** How strong everybody is who played in a competition: in natural logarithms of the odds, with random play at 0. */
export class StrengthFit {
  readonly #places: ReadonlyMap<number, number>;
  readonly #fit: FittedStrengths;

  /** In any order; of games that were played alone. Seats of the house and entries in `anchors` are random play. */
  constructor(results: readonly Result[], anchors: ReadonlySet<number>) {
    const played = inScheduleOrder(results).filter(({ counted }) => counted === 'played');
    const seated = new Set(played.flatMap(({ entries }) => entries.filter((entry) => entry !== null)));
    const entries = [...seated].filter((entry) => !anchors.has(entry)).sort((a, b) => a - b);
    this.#places = new Map(entries.map((entry, place) => [entry, place]));
    this.#fit = new FittedStrengths(modelOf(played, this.#places), 'all');
  }

  /** Those who are fitted, by number: who played and is no anchor. */
  get entries(): number[] {
    return [...this.#places.keys()];
  }

  /** On so many did an entry play that is fitted. */
  boards(entry: number): number {
    return this.#fit.boards[this.#place(entry)] as number;
  }

  /** How strong an entry is: beside random play, or beside the mean of all where that took no part. */
  strength(entry: number): Estimate {
    return this.#fit.strength(this.#place(entry));
  }

  /** What one is stronger than another. */
  difference(entry: number, other: number): Estimate {
    return this.#fit.difference(this.#place(entry), this.#place(other));
  }

  #place(entry: number): number {
    const found = this.#places.get(entry);
    if (found === undefined) throw new RangeError(`entry ${entry} is not fitted`);
    return found;
  }
}

/** `played` in schedule order; `places` of those who are fitted. */
function modelOf(played: readonly Result[], places: ReadonlyMap<number, number>): StrengthModel {
  const seats = played.reduce((most, { shares }) => Math.max(most, shares.length), 1);
  const numbers = new Map([...new Set(played.map(({ board }) => board))].map((board, number) => [board, number]));
  const players = new Int32Array(played.length * seats).fill(NOBODY);
  const shares = new Float64Array(played.length * seats);
  for (const [game, result] of played.entries()) {
    for (const [seat, entry] of result.entries.entries()) {
      players[game * seats + seat] = entry === null ? ANCHOR : (places.get(entry) ?? ANCHOR);
    }
    shares.set(result.shares, game * seats);
  }
  const boards = Int32Array.from(played, ({ board }) => numbers.get(board) as number);
  return { strengths: places.size, seats, players, shares, boards };
}
