import { type Comparison, comparisonOf } from './comparison.ts';
import type { FittedStrengths } from './fitted-strengths.ts';
import { RatedGames, type RatedResult } from './rated-games.ts';
import { type EarlierRatings, type HistoryPoint, RatingHistory } from './rating-history.ts';
import { expectedIn, recordOf, type WonShare } from './rating-record.ts';
import { type RatingRow, ratingTable } from './rating-table.ts';
import { type RatingTally, ratingTalliesOf } from './rating-tallies.ts';
import { ANCHOR, type StrengthModel } from './strength-model.ts';

export type { Comparison } from './comparison.ts';
export type { RatedResult } from './rated-games.ts';
export type { HistoryPoint } from './rating-history.ts';
export type { WonShare } from './rating-record.ts';
export type { RatingRow } from './rating-table.ts';

const DAY = 86_400_000;

/** A game, and how likely each seat was to win it by the fit to all games of the pool. */
export interface ExpectedResult extends RatedResult {
  expected: number[];
}

/** The latest games of a player, and from where those before them go on; null: there are none. */
export interface LatestResults {
  games: ExpectedResult[];
  next: number | null;
}

/** How a player fared against whom, and on which seat. */
export interface PlayerRecord {
  opponents: ({ player: string } & WonShare)[];
  seats: ({ seat: number } & WonShare)[];
}

/** A fit, and what everybody played. */
interface FittedPool {
  model: StrengthModel;
  strengths: FittedStrengths;
  /** by number; random play last */
  tallies: RatingTally[];
}

/**
 * The ratings of a pool: the fit of all its games at once, so that neither their order nor how often they are told makes a difference.
 * It is worked out when it is asked for; it begins where the last one ended, which changes how long it takes and nothing that is shown.
 */
export class RatingPool {
  readonly #games = new RatedGames();
  readonly #history = new RatingHistory(this.#games);
  #fitted: FittedPool | null = null;
  #table: RatingRow[] | null = null;

  /** Results may come in any order and repeatedly. How many were new. Throws where one has another number of seats than the rest. */
  add(results: readonly RatedResult[]): number {
    const { added, kept } = this.#games.add(results);
    if (added === 0) return 0;
    this.#history.keepUntil(kept);
    this.#fitted = null;
    this.#table = null;
    return added;
  }

  get games(): number {
    return this.#games.count;
  }

  /** The best first, whether ranked or provisional. */
  table(): RatingRow[] {
    if (this.games === 0) return [];
    const { strengths, tallies } = this.#fit();
    this.#table ??= ratingTable({ games: this.#games, strengths, tallies, before: this.#before() });
    return this.#table;
  }

  /** Null where one of them played no game. Throws where both are the same. */
  comparison(one: string, other: string): Comparison | null {
    if (one === other) throw new RangeError(`${one} is compared with itself`);
    const [first, second] = [this.#games.numberOf(one), this.#games.numberOf(other)];
    if (first === undefined || second === undefined) return null;
    const { model, strengths, tallies } = this.#fit();
    const tallyOf = (number: number) => tallies[number === ANCHOR ? model.strengths : number] as RatingTally;
    const [ofOne, ofOther] = [tallyOf(first).games, tallyOf(second).games];
    if (ofOne === 0 || ofOther === 0) return null;
    const found = strengths.evidence(first === ANCHOR ? null : first, second === ANCHOR ? null : second);
    const effects = [0, ...strengths.values.subarray(model.strengths)];
    return comparisonOf(found, effects, { together: together(model, first, second), one: ofOne, other: ofOther });
  }

  /** By how many games of the pool there were, in at most 60 steps up to now. None of who played no game. */
  history(player: string): HistoryPoint[] {
    return this.historyPart(player, () => true) ?? [];
  }

  /** The same; null where `more`, asked after each fit, says no before the last: asking again goes on from there. */
  historyPart(player: string, more: () => boolean): HistoryPoint[] | null {
    const number = this.#games.numberOf(player);
    return number === undefined ? [] : this.#history.of(number, more);
  }

  /** Against whom and on which seat a player fared how. Null of who played no game. */
  record(player: string): PlayerRecord | null {
    const number = this.#games.numberOf(player);
    if (number === undefined || this.games === 0) return null;
    const { model, strengths } = this.#fit();
    const { opponents, seats } = recordOf(model, strengths.values, number);
    if (seats.length === 0) return null;
    return { opponents: opponents.map((met) => ({ ...met, player: this.#games.nameOf(met.player) })), seats };
  }

  /** The games of a player, the latest first: at most so many, of those before a place in the order of time (`next`), or of all. */
  latest(player: string, before: number | null, limit: number): LatestResults {
    const number = this.#games.numberOf(player);
    if (number === undefined || this.games === 0) return { games: [], next: null };
    const { model, strengths } = this.#fit();
    const found = this.#games.latestOf(number, before ?? this.games, limit + 1);
    const page = found.slice(0, limit);
    const games = page.map((game) => ({
      ...this.#games.result(game),
      expected: expectedIn(model, strengths.values, game),
    }));
    return { games, next: found.length > limit ? (page.at(-1) ?? null) : null };
  }

  #fit(): FittedPool {
    if (this.#fitted === null) {
      const model = this.#games.model();
      const strengths = this.#history.fit(model, 'all');
      this.#fitted = { model, strengths, tallies: ratingTalliesOf(model) };
    }
    return this.#fitted;
  }

  /** What ratings were before the last day on which games counted. */
  #before(): EarlierRatings {
    const last = this.#games.timeOf(this.games - 1);
    return this.#history.ratingsAfter(this.#games.before(last - (last % DAY)));
  }
}

/** In how many games both played. */
function together({ seats, players, boards }: StrengthModel, one: number, other: number): number {
  let games = 0;
  for (let game = 0; game < boards.length; game++) {
    const seated = players.subarray(game * seats, (game + 1) * seats);
    if (seated.includes(one) && seated.includes(other)) games++;
  }
  return games;
}
