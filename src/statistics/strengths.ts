import { type Estimate, FittedStrengths } from './fitted-strengths.ts';
import { rankIntervals } from './rating-table.ts';
import { type Interval, inScheduleOrder, type RankedEntry, type Result, type Strength } from './results.ts';
import { ANCHOR, ENOUGH_BOARDS, MIDDLE, NOBODY, ratingOf, type StrengthModel } from './strength-model.ts';

export function strengthsOf(results: readonly Result[], ranked: readonly RankedEntry[]): Map<number, Strength> {
  const anchors = new Set(ranked.filter(({ anchor }) => anchor).map(({ entry }) => entry));
  const fit = new StrengthFit(results, anchors);
  const played = new Set(results.flatMap(({ counted, entries }) => (counted === 'played' ? entries : [])));
  const present = ranked.filter(({ entry }) => played.has(entry));
  const rivals = present.flatMap(({ entry, disqualified }) => (disqualified ? [] : [entry]));
  const intervals = rankIntervals(rivals, fit);
  return new Map(
    present.map(({ entry, anchor }) => {
      const rankInterval = intervals[rivals.indexOf(entry)] ?? null;
      return [entry, anchor ? anchored(results, entry, rankInterval) : rated(fit, entry, rankInterval)];
    }),
  );
}

/** Returns the strength of an entry that plays at random. This strength is fixed and does not depend on results. */
function anchored(results: readonly Result[], entry: number, rankInterval: Interval | null): Strength {
  const played = results.filter(({ counted, entries }) => counted === 'played' && entries.includes(entry));
  const provisional = new Set(played.map(({ board }) => board)).size < ENOUGH_BOARDS;
  return { rating: MIDDLE, interval: { low: MIDDLE, high: MIDDLE }, rankInterval, provisional };
}

function rated(fit: StrengthFit, entry: number, rankInterval: Interval | null): Strength {
  const { value, low, high } = fit.strength(entry);
  const interval = { low: ratingOf(low), high: ratingOf(high) };
  return { rating: ratingOf(value), interval, rankInterval, provisional: fit.boards(entry) < ENOUGH_BOARDS };
}

/** The strengths in a competition, in natural logarithms of the odds. The strength of random play is 0. */
export class StrengthFit {
  readonly #places: ReadonlyMap<number, number>;
  readonly #anchors: ReadonlySet<number>;
  readonly #fit: FittedStrengths;

  /** Uses only played games, in any order. Bots on empty seats and entries in `anchors` count as random play. */
  constructor(results: readonly Result[], anchors: ReadonlySet<number>) {
    const played = inScheduleOrder(results).filter(({ counted }) => counted === 'played');
    const seated = new Set(played.flatMap(({ entries }) => entries.filter((entry) => entry !== null)));
    const entries = [...seated].filter((entry) => !anchors.has(entry)).sort((a, b) => a - b);
    this.#anchors = anchors;
    this.#places = new Map(entries.map((entry, place) => [entry, place]));
    this.#fit = new FittedStrengths(modelOf(played, this.#places), 'all');
  }

  /** The entries whose strength was fitted: all that played, except those that count as random play (anchors). */
  get entries(): number[] {
    return [...this.#places.keys()];
  }

  /** Returns the number of boards that an entry played. The entry must have a fitted strength. */
  boards(entry: number): number {
    return this.#fit.boards[this.#place(entry)] as number;
  }

  strength(entry: number): Estimate {
    return this.#fit.difference(this.#place(entry), ANCHOR);
  }

  difference(entry: number, other: number): Estimate {
    return this.#fit.difference(this.#place(entry), this.#place(other));
  }

  #place(entry: number): number {
    const found = this.#anchors.has(entry) ? ANCHOR : this.#places.get(entry);
    if (found === undefined) throw new RangeError(`entry ${entry} is not fitted`);
    return found;
  }
}

/** Builds the model. `played` is in the order of the schedule; `places` maps entries to indexes of fitted strengths. */
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
