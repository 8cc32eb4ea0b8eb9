import { LRUCache } from 'lru-cache';
import { FittedStrengths } from './fitted-strengths.ts';
import type { RatedGames } from './rated-games.ts';
import type { EarlierRatings, RatingRow } from './rating-table.ts';
import { ANCHOR, ratingOf, type StrengthModel, sizeOf } from './strength-model.ts';

export interface HistoryPoint extends Pick<RatingRow, 'rating' | 'interval'> {
  games: number;
  /** the time at which the last of `games` was counted, in milliseconds since 1970 */
  at: number;
}

const MOST_POINTS = 60;
const FITS_KEPT = 128;
/** The number of cached points for all players together. */
const POINTS_KEPT = 20_000;

/** The ratings after the first n games of a pool. A cached value is valid until these n games change. */
export class RatingHistory {
  readonly #games: RatedGames;
  /** by number of games: the fitted values, from which a later fit of about as many games starts */
  readonly #starts = new LRUCache<number, Float64Array>({ max: FITS_KEPT });
  /** the point is null if the player had not played in the first `games` games */
  readonly #points = new LRUCache<string, { games: number; point: HistoryPoint | null }>({ max: POINTS_KEPT });
  #earlier: { games: number; ratings: EarlierRatings } | null = null;

  constructor(games: RatedGames) {
    this.#games = games;
  }

  /** Drops values computed from more than the first `games` games, when a game was inserted after these. The values of
   * the newest fit stay as start values of the next one. */
  keepUntil(games: number): void {
    const changed = [...this.#starts.keys()].filter((each) => each > games).sort((a, b) => b - a);
    const newest = this.#starts.get(changed[0] ?? 0);
    if (newest !== undefined && !this.#starts.has(games)) this.#starts.set(games, newest);
    for (const each of changed) this.#starts.delete(each);
    for (const [key, point] of this.#points.entries()) if (point.games > games) this.#points.delete(key);
    if (this.#earlier !== null && this.#earlier.games > games) this.#earlier = null;
  }

  fit(model: StrengthModel, intervals: 'all' | 'few'): FittedStrengths {
    const fit = new FittedStrengths(model, intervals, this.#startOf(model));
    this.#starts.set(model.boards.length, fit.values);
    return fit;
  }

  /** Returns the history of a rating. `more` is called after each computed point: if it returns false before the last
   * point, returns null, and the next call continues with the cached points. */
  of(player: number, more: () => boolean): HistoryPoint[] | null {
    const points: HistoryPoint[] = [];
    let isOut = false;
    for (const games of pointsUntil(this.#games.count)) {
      const key = `${games} ${player}`;
      const known = this.#points.get(key);
      if (known === undefined && isOut) return null;
      const found = known ?? { games, point: this.#point(games, player) };
      if (known === undefined) {
        this.#points.set(key, found);
        isOut = !more();
      }
      if (found.point !== null) points.push(found.point);
    }
    return points;
  }

  ratingsAfter(games: number): EarlierRatings {
    if (this.#earlier?.games === games) return this.#earlier.ratings;
    const model = this.#games.model(games);
    const fit = this.fit(model, 'few');
    const known = Array.from({ length: model.strengths }, (_, player) => ratingOf(fit.value(player)));
    const ofRandom = fit.anchored ? ratingOf(0) : null;
    const ratings = (player: number) => (player === ANCHOR ? ofRandom : (known[player] ?? null));
    this.#earlier = { games, ratings };
    return ratings;
  }

  #point(games: number, player: number): HistoryPoint | null {
    const model = this.#games.model(games);
    if (!model.players.includes(player)) return null;
    const { value, low, high } = this.fit(model, 'few').difference(player, ANCHOR);
    const interval = { low: ratingOf(low), high: ratingOf(high) };
    return { games, at: this.#games.timeOf(games - 1), rating: ratingOf(value), interval };
  }

  /** Returns start values for a fit: the values of an earlier fit, and 0 for players who came later. */
  #startOf(model: StrengthModel): Float64Array {
    const start = new Float64Array(sizeOf(model));
    const below = [...this.#starts.keys()].filter((games) => games <= model.boards.length);
    const values = this.#starts.get(Math.max(...below));
    if (values === undefined) return start;
    const known = values.length - (model.seats - 1);
    start.set(values.subarray(0, Math.min(known, model.strengths)));
    start.set(values.subarray(known), model.strengths);
    return start;
  }
}

/** Returns at most 60 numbers of games: the multiples of 1, 2 or 5 times a power of ten, and `games` itself. */
function pointsUntil(games: number): number[] {
  let step = 1;
  for (let i = 0; games / step > MOST_POINTS; i++) step *= i % 3 === 1 ? 2.5 : 2;
  const points: number[] = [];
  for (let point = step; point < games; point += step) points.push(point);
  return games === 0 ? points : [...points, games];
}
