import { type Comparison, comparisonOf } from './comparison.ts';
import type { FittedStrengths } from './fitted-strengths.ts';
import { rounded } from './numbers.ts';
import { RatedGames, type RatedResult } from './rated-games.ts';
import { type EarlierRatings, type HistoryPoint, RatingHistory } from './rating-history.ts';
import { type RatingRow, type RatingTally, ratingTable, ratingTalliesOf } from './rating-table.ts';
import { ANCHOR, chancesInto, type StrengthModel } from './strength-model.ts';

/** What part was won in so many games, and what part was to be expected by the fit to all games of the pool; from 0 to 1. */
export interface WonShare {
  games: number;
  share: number;
  expected: number;
}

/** How a player fared, by those whom it met and by where it sat. */
interface RatingRecord {
  /** of what the two won at one table; those most often met first. Seats of a game in which neither won anything count one half */
  opponents: ({ player: number } & WonShare)[];
  /** of the win, by seat */
  seats: ({ seat: number } & WonShare)[];
}

/** By number of a player or `ANCHOR`. `values`: the parameters of a fit of the model. */
function recordOf(model: StrengthModel, values: Float64Array, player: number): RatingRecord {
  const { seats, players, shares, boards } = model;
  const opponents = new Sums();
  const bySeat = new Sums();
  const chances = new Float64Array(seats);
  for (let game = 0; game < boards.length; game++) {
    const from = game * seats;
    const seated = players.subarray(from, from + seats);
    if (!seated.includes(player)) continue;
    chancesInto(chances, model, game, values);
    for (let seat = 0; seat < seats; seat++) {
      if (seated[seat] !== player) continue;
      const [own, chance] = [shares[from + seat] as number, chances[seat] as number];
      bySeat.add(seat, own, chance);
      for (let other = 0; other < seats; other++) {
        if (seated[other] === player) continue;
        const both = own + (shares[from + other] as number);
        opponents.add(
          seated[other] as number,
          both > 0 ? own / both : 1 / 2,
          chance / (chance + (chances[other] as number)),
        );
      }
    }
  }
  return {
    opponents: opponents
      .means()
      .map(([number, won]) => ({ player: number, ...won }))
      .sort(mostMetFirst),
    seats: bySeat
      .means()
      .map(([seat, won]) => ({ seat, ...won }))
      .sort((one, other) => one.seat - other.seat),
  };
}

/** How likely each seat of a game was to win, by a fit. */
function expectedIn(model: StrengthModel, values: Float64Array, game: number): number[] {
  const chances = new Float64Array(model.seats);
  chancesInto(chances, model, game, values);
  return [...chances].map((chance) => rounded(chance, 4));
}

/** Sums of shares, by what they are of. */
class Sums {
  readonly #sums = new Map<number, WonShare>();

  add(of: number, share: number, expected: number): void {
    const sum = this.#sums.get(of) ?? { games: 0, share: 0, expected: 0 };
    this.#sums.set(of, { games: sum.games + 1, share: sum.share + share, expected: sum.expected + expected });
  }

  means(): [number, WonShare][] {
    return [...this.#sums].map(([of, { games, share, expected }]) => {
      return [of, { games, share: rounded(share / games, 4), expected: rounded(expected / games, 4) }];
    });
  }
}

/** Who were met as often stand as they first appeared; random play comes first of these. */
function mostMetFirst(one: { player: number; games: number }, other: { player: number; games: number }): number {
  return other.games - one.games || one.player - other.player;
}

export type { Comparison } from './comparison.ts';
export type { RatedResult } from './rated-games.ts';
export type { HistoryPoint } from './rating-history.ts';

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
