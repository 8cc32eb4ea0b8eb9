import { FittedStrengths } from './fitted-strengths.ts';
import type { RatedGames } from './rated-games.ts';
import { ratingOf } from './rating-scale.ts';
import type { Interval } from './results.ts';
import { ANCHOR, type StrengthModel } from './strength-model.ts';

/** What a rating was, by the first games of a pool. */
export interface HistoryPoint {
  /** of the pool */
  games: number;
  /** when the last of them counted, in milliseconds */
  at: number;
  rating: number;
  /** 95 % */
  interval: Interval;
}

const MOST_POINTS = 60;
/** So many fits are kept, so that others begin where one nearby ended. */
const MOST_KEPT = 128;

/**
 * What the ratings of a pool were by its first so many games: as many fits. What was fitted to the first games holds as long as
 * no game comes before their last.
 */
export class RatingHistory {
  readonly #games: RatedGames;
  /** by games: the values of the fit, those last used at the end */
  readonly #kept = new Map<number, Float64Array>();

  constructor(games: RatedGames) {
    this.#games = games;
  }

  /** Forgets fits to more than the first so many games. */
  forgetAfter(games: number): void {
    for (const kept of this.#kept.keys()) if (kept > games) this.#kept.delete(kept);
  }

  /** The fit to all games, or to the first so many. Intervals as `FittedStrengths` has them. */
  fit(model: StrengthModel, intervals: 'all' | 'few'): FittedStrengths {
    const games = model.boards.length;
    const fit = new FittedStrengths(model, intervals, this.#startOf(model));
    this.#kept.delete(games);
    this.#kept.set(games, fit.values);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return fit;
  }

  /** Of a player, or random play: by so many games, beginning with the first in which it played. */
  of(player: number): HistoryPoint[] {
    return pointsUntil(this.#games.count).flatMap((games) => {
      const model = this.#games.model(games);
      if (!model.players.includes(player)) return [];
      const { value, low, high } = this.fit(model, 'few').difference(player === ANCHOR ? null : player, null);
      const interval = { low: ratingOf(low), high: ratingOf(high) };
      return [{ games, at: this.#games.timeOf(games - 1), rating: ratingOf(value), interval }];
    });
  }

  /** What the first so many games say of who played in them, by number or `ANCHOR`; null of who did not. */
  ratingsAfter(games: number): (player: number) => number | null {
    const model = this.#games.model(games);
    const fit = games === 0 ? null : this.fit(model, 'few');
    return (player) => {
      if (fit === null || player >= model.strengths || (player === ANCHOR && !fit.anchored)) return null;
      return ratingOf(player === ANCHOR ? 0 : fit.value(player));
    };
  }

  /** The values of the nearest fit to fewer games; 0 for who came since. */
  #startOf({ strengths, seats, boards }: StrengthModel): Float64Array {
    const start = new Float64Array(strengths + seats - 1);
    const nearest = Math.max(0, ...[...this.#kept.keys()].filter((games) => games <= boards.length));
    const values = this.#kept.get(nearest);
    if (values === undefined) return start;
    const known = values.length - (seats - 1);
    start.set(values.subarray(0, known));
    start.set(values.subarray(known), strengths);
    return start;
  }
}

/** Multiples of a step of 1, 2 or 5 times a power of ten, so that there are not more than 60, and the last. */
function pointsUntil(games: number): number[] {
  let step = 1;
  for (let i = 0; games / step > MOST_POINTS; i++) step *= i % 3 === 1 ? 2.5 : 2;
  const points: number[] = [];
  for (let point = step; point < games; point += step) points.push(point);
  return games === 0 ? points : [...points, games];
}
