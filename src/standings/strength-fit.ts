import { type Beside, Covariance } from './covariance.ts';
import type { Interval, Result } from './results.ts';
import { inScheduleOrder } from './schedule-order.ts';
import { fitted, modelOf, PRIOR_PRECISION, residualsOf, type StrengthModel } from './strength-model.ts';
import { student95 } from './student-t.ts';
import { productsOfRows } from './symmetric-matrix.ts';

/** With its 95 % interval, in natural logarithms of the odds. */
interface Estimate extends Interval {
  value: number;
}

/** A fitted entry. */
interface FittedEntry {
  /** of its parameter */
  place: number;
  strength: number;
  /** on which it played */
  boards: number;
}

/**
 * How strong everybody is who played: in natural logarithms of the odds, with random play at 0.
 *
 * The variance of a difference has two parts. What the results leave open is taken by boards and not by games (the sandwich formula),
 * since games of one board share its luck; estimated from few boards it is too small, hence the factor n / (n − 1) and Student's t,
 * n being the boards of the one who played fewer. What the prior pulls towards 0 is uncertain by as much as the prior itself is: this is
 * what is left to those who won or lost everything, and to groups that never met.
 */
export class StrengthFit {
  readonly #entries: ReadonlyMap<number, FittedEntry>;
  /** whether random play took part */
  readonly #anchored: boolean;
  readonly #mean: number;
  readonly #ofResults: Covariance;
  readonly #ofPrior: Covariance;

  /** In any order; of games that were played alone. Seats of the house and entries in `anchors` are random play. */
  constructor(results: readonly Result[], anchors: ReadonlySet<number>) {
    const played = inScheduleOrder(results).filter(({ counted }) => counted === 'played');
    const model = modelOf(played, anchors);
    const { values, curvature } = fitted(model);
    const inverse = curvature.inverse();
    const boards = new Map([...new Set(played.map(({ board }) => board))].map((board, column) => [board, column]));
    const pulls = pullsOf(model, values, inverse, boards);
    this.#entries = fittedEntries(model, values);
    this.#anchored = played.some(({ entries }) => entries.some((entry) => entry === null || anchors.has(entry)));
    const strengths = model.entries.length;
    this.#mean = values.slice(0, strengths).reduce((sum, value) => sum + value, 0) / Math.max(1, strengths);
    this.#ofResults = new Covariance(productsOfRows(pulls, model.size, boards.size), strengths);
    this.#ofPrior = new Covariance(productsOfRows(inverse, model.size, model.size), strengths);
  }

  /** Those who are fitted, by number: who played and is no anchor. */
  get entries(): number[] {
    return [...this.#entries.keys()];
  }

  /** On so many did an entry play that is fitted. */
  boards(entry: number): number {
    return this.#fitted(entry).boards;
  }

  /** How strong an entry is: beside random play, or beside the mean of all where that took no part. */
  strength(entry: number): Estimate {
    const own = this.#fitted(entry);
    if (this.#anchored) return this.#estimate(own.strength, own, 'zero', own.boards);
    return this.#estimate(own.strength - this.#mean, own, 'mean', own.boards);
  }

  /** What one is stronger than another. */
  difference(entry: number, other: number): Estimate {
    const [one, two] = [this.#fitted(entry), this.#fitted(other)];
    return this.#estimate(one.strength - two.strength, one, two.place, Math.min(one.boards, two.boards));
  }

  #estimate(value: number, { place }: FittedEntry, beside: Beside, boards: number): Estimate {
    const few = boards > 1 ? boards / (boards - 1) : 2;
    const ofResults = few * this.#ofResults.between(place, beside);
    const ofPrior = PRIOR_PRECISION * this.#ofPrior.between(place, beside);
    const reach = student95(boards - 1) * Math.sqrt(ofResults + ofPrior);
    return { value, low: value - reach, high: value + reach };
  }

  #fitted(entry: number): FittedEntry {
    const found = this.#entries.get(entry);
    if (found === undefined) throw new RangeError(`entry ${entry} is not fitted`);
    return found;
  }
}

function fittedEntries({ entries, games }: StrengthModel, values: Float64Array): Map<number, FittedEntry> {
  const boards = entries.map(() => new Set<number>());
  for (const { board, parameters } of games) {
    for (const parameter of parameters.flat()) boards[parameter]?.add(board);
  }
  return new Map(
    entries.map((entry, place) => {
      return [entry, { place, strength: values[place] as number, boards: boards[place]?.size ?? 0 }];
    }),
  );
}

/** How far the results of each board pulled each parameter: a row for each parameter, a column for each board. */
function pullsOf(
  { size, games }: StrengthModel,
  values: Float64Array,
  inverse: Float64Array,
  boards: ReadonlyMap<number, number>,
): Float64Array {
  const pulls = new Float64Array(size * boards.size);
  for (const game of games) {
    const column = boards.get(game.board) as number;
    for (const [seat, residual] of residualsOf(game, values).entries()) {
      for (const parameter of game.parameters[seat] as number[]) {
        for (let row = 0; row < size; row++) {
          const place = row * boards.size + column;
          pulls[place] = (pulls[place] as number) + residual * (inverse[parameter * size + row] as number);
        }
      }
    }
  }
  return pulls;
}
