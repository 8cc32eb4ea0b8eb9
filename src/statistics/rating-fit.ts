import { type Comparison, comparisonOf } from './comparison.ts';
import type { FittedStrengths } from './fitted-strengths.ts';
import { rounded } from './numbers.ts';
import { RatedGames, type RatedResult } from './rated-games.ts';
import { type HistoryPoint, RatingHistory } from './rating-history.ts';
import { type EarlierRatings, type RatingRow, type RatingTally, ratingTable, ratingTalliesOf } from './rating-table.ts';
import { ANCHOR, chancesInto, type StrengthModel } from './strength-model.ts';

/** Mean shares of the win, 0 to 1: `share` is what was won, `expected` what the fitted strengths predict. */
export interface WonShare {
  games: number;
  share: number;
  expected: number;
}

export interface PlayerRecord<Player = string> {
  /** the most frequent opponent first; `share`: what the player won in their games, divided by what both won */
  opponents: ({ player: Player } & WonShare)[];
  /** for each seat: the player's mean share of the win */
  seats: ({ seat: number } & WonShare)[];
}

function recordOf(model: StrengthModel, values: Float64Array, player: number): PlayerRecord<number> {
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
      // with equal numbers of games, random play comes first, then the player who appeared first
      .sort((one, other) => other.games - one.games || one.player - other.player),
    seats: bySeat
      .means()
      .map(([seat, won]) => ({ seat, ...won }))
      .sort((one, other) => one.seat - other.seat),
  };
}

function expectedIn(model: StrengthModel, values: Float64Array, game: number): number[] {
  const chances = new Float64Array(model.seats);
  chancesInto(chances, model, game, values);
  return [...chances].map((chance) => rounded(chance, 4));
}

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

const DAY = 86_400_000;

/** A result. `expected` is each seat's probability of winning, predicted from all games of the pool. */
export interface ExpectedResult extends RatedResult {
  expected: number[];
}

/** A page of results. `next` is the `before` of the next page, which has earlier games; null: there are none. */
export interface LatestResults {
  games: ExpectedResult[];
  next: number | null;
}

interface FittedPool {
  model: StrengthModel;
  strengths: FittedStrengths;
  tallies: RatingTally[];
}

/** Computes ratings from all games at once, so their order does not matter. Each fit starts from an earlier one. */
export class RatingPool {
  readonly #games = new RatedGames();
  readonly #history = new RatingHistory(this.#games);
  #fitted: FittedPool | null = null;
  #table: RatingRow[] | null = null;

  /** Adds games in any order and returns the number of new ones. Throws unless all games have equally many seats. */
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

  /** Returns ranked and provisional players together, best first. */
  table(): RatingRow[] {
    if (this.games === 0) return [];
    const { strengths, tallies } = this.#fit();
    this.#table ??= ratingTable(this.#games, strengths, tallies, this.#before());
    return this.#table;
  }

  /** Compares two players; null: one of them has no game. Throws if they are the same. */
  comparison(one: string, other: string): Comparison | null {
    if (one === other) throw new RangeError(`${one} is compared with itself`);
    const [first, second] = [this.#games.numberOf(one), this.#games.numberOf(other)];
    if (first === undefined || second === undefined) return null;
    const { model, strengths, tallies } = this.#fit();
    const tallyOf = (number: number) => tallies[number === ANCHOR ? model.strengths : number] as RatingTally;
    const [ofOne, ofOther] = [tallyOf(first).games, tallyOf(second).games];
    if (ofOne === 0 || ofOther === 0) return null;
    const found = strengths.evidence(first, second);
    const effects = [0, ...strengths.values.subarray(model.strengths)];
    return comparisonOf(found, effects, { together: together(model, first, second), one: ofOne, other: ofOther });
  }

  /** Returns how a rating changed over time, as at most 60 data points; empty: the player has no games. */
  history(player: string): HistoryPoint[] {
    return this.historyPart(player, () => true) ?? [];
  }

  /** Works out `history` in steps. Null: `more`, called after each step, returned false; call again to continue. */
  historyPart(player: string, more: () => boolean): HistoryPoint[] | null {
    const number = this.#games.numberOf(player);
    return number === undefined ? [] : this.#history.of(number, more);
  }

  /** Returns a player's results by opponent and seat; null: the player has no games. */
  record(player: string): PlayerRecord | null {
    const number = this.#games.numberOf(player);
    if (number === undefined || this.games === 0) return null;
    const { model, strengths } = this.#fit();
    const { opponents, seats } = recordOf(model, strengths.values, number);
    if (seats.length === 0) return null;
    return { opponents: opponents.map((met) => ({ ...met, player: this.#games.nameOf(met.player) })), seats };
  }

  /** Returns games, latest first. `before` is a returned `next`, or null to begin with the last game. */
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

  /** Returns the ratings before the last UTC day that has games. */
  #before(): EarlierRatings {
    const last = this.#games.timeOf(this.games - 1);
    return this.#history.ratingsAfter(this.#games.before(last - (last % DAY)));
  }
}

function together({ seats, players, boards }: StrengthModel, one: number, other: number): number {
  let games = 0;
  for (let game = 0; game < boards.length; game++) {
    const seated = players.subarray(game * seats, (game + 1) * seats);
    if (seated.includes(one) && seated.includes(other)) games++;
  }
  return games;
}
