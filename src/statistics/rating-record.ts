import { rounded } from './rounded.ts';
import { chancesInto, type StrengthModel } from './strength-model.ts';

/** What part was won in so many games, and what part was to be expected by the fit to all games of the pool; from 0 to 1. */
export interface WonShare {
  games: number;
  share: number;
  expected: number;
}

/** How a player fared, by those whom it met and by where it sat. */
export interface RatingRecord {
  /** of what the two won at one table; those most often met first. Seats of a game in which neither won anything count one half */
  opponents: ({ player: number } & WonShare)[];
  /** of the win, by seat */
  seats: ({ seat: number } & WonShare)[];
}

/** By number of a player or `ANCHOR`. `values`: the parameters of a fit of the model. */
export function recordOf(model: StrengthModel, values: Float64Array, player: number): RatingRecord {
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
export function expectedIn(model: StrengthModel, values: Float64Array, game: number): number[] {
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
