import type { FittedStrengths } from './fitted-strengths.ts';
import { rounded } from './numbers.ts';
import { RANDOM, type RatedGames } from './rated-games.ts';
import type { EarlierRatings } from './rating-history.ts';
import type { Interval } from './results.ts';
import { ANCHOR, ENOUGH_BOARDS, ratingOf, type StrengthModel } from './strength-model.ts';

export interface RatingRow {
  player: string;
  /** among players that are not provisional; equal players share a rank; null if provisional */
  rank: number | null;
  /** 1500 is random play, or the mean of all if that took no part; 173.7 more multiply the odds by e */
  rating: number;
  interval: Interval;
  /** ranks that are not excluded; null if provisional */
  rankInterval: Interval | null;
  /** fewer than 10 boards or 3 opponents; never true for random play, whose 1500 is exact */
  provisional: boolean;
  games: number;
  boards: number;
  opponents: number;
  /** in milliseconds */
  lastAt: number;
  /** since the end of the last but one UTC day with games in the pool; null if it had not played by then */
  change: number | null;
}

/** With fewer opponents a rating is provisional: two players who only meet each other cannot be placed among the
 * rest. */
const ENOUGH_OPPONENTS = 3;

/** Players by number, random play last. */
export interface RatedPlayers {
  games: RatedGames;
  strengths: FittedStrengths;
  tallies: readonly RatingTally[];
  before: EarlierRatings;
}

/** Best first, ranked and provisional players alike; equal players by name. */
export function ratingTable({ games, strengths, tallies, before }: RatedPlayers): RatingRow[] {
  const rows = tallies.flatMap((tally, place): (RatingRow & { number: number })[] => {
    if (tally.games === 0) return [];
    const number = place === tallies.length - 1 ? ANCHOR : place;
    const { value, low, high } = strengths.difference(placeOf(number), null);
    const rating = ratingOf(value);
    const then = before(number);
    return [
      {
        number,
        player: number === ANCHOR ? RANDOM : (games.players[number] as string),
        rank: null,
        rating,
        interval: { low: ratingOf(low), high: ratingOf(high) },
        rankInterval: null,
        provisional: number !== ANCHOR && (tally.boards < ENOUGH_BOARDS || tally.opponents < ENOUGH_OPPONENTS),
        games: tally.games,
        boards: tally.boards,
        opponents: tally.opponents,
        lastAt: games.timeOf(tally.last),
        change: then === null ? null : rating - then,
      },
    ];
  });
  rows.sort((a, b) => b.rating - a.rating || (a.player < b.player ? -1 : 1));
  const ranked = rows.filter(({ provisional }) => !provisional);
  const intervals = rankIntervals(
    ranked.map(({ number }) => number),
    strengths,
  );
  let place = 0;
  return rows.map(({ number: _, ...row }) => {
    if (row.provisional) return row;
    const rank = 1 + ranked.findIndex(({ rating }) => rating === row.rating);
    const rankInterval = intervals[place++] as Interval;
    return { ...row, rank, rankInterval };
  });
}

/** Excludes the players that are better or worse with 95 % confidence. */
function rankIntervals(players: readonly number[], strengths: FittedStrengths): Interval[] {
  const better = players.map(() => 0);
  const worse = players.map(() => 0);
  for (let one = 0; one < players.length; one++) {
    for (let other = 0; other < one; other++) {
      const [first, second] = [players[one] as number, players[other] as number];
      const { low, high } = strengths.difference(placeOf(first), placeOf(second));
      const [ahead, behind] = rounded(low, 6) > 0 ? [one, other] : [other, one];
      if (rounded(low, 6) <= 0 && rounded(high, 6) >= 0) continue;
      worse[ahead] = (worse[ahead] as number) + 1;
      better[behind] = (better[behind] as number) + 1;
    }
  }
  return players.map((_, i) => ({ low: 1 + (better[i] as number), high: players.length - (worse[i] as number) }));
}

/** Random play has no parameter. */
function placeOf(number: number): number | null {
  return number === ANCHOR ? null : number;
}

export interface RatingTally {
  games: number;
  boards: number;
  /** different ones */
  opponents: number;
  /** number of its last game */
  last: number;
}

/** `model`: in order of time. Returned by player number, random play last. */
export function ratingTalliesOf(model: StrengthModel): RatingTally[] {
  const { strengths, seats, players, boards } = model;
  const all = strengths + 1;
  const met = new Uint8Array(all * all);
  const tallies = Array.from({ length: all }, () => ({ games: 0, boards: 0, opponents: 0, last: -1 }));
  const onBoard = new Set<number>();
  for (let game = 0; game < boards.length; game++) {
    const seated = players
      .subarray(game * seats, (game + 1) * seats)
      .map((each) => (each === ANCHOR ? strengths : each));
    for (const player of seated) {
      const tally = tallies[player] as RatingTally;
      if (tally.last === game) continue;
      tally.games++;
      tally.last = game;
      onBoard.add((boards[game] as number) * all + player);
      for (const other of seated) {
        const cell = player * all + other;
        if (other === player || met[cell] === 1) continue;
        met[cell] = 1;
        tally.opponents++;
      }
    }
  }
  for (const cell of onBoard) (tallies[cell % all] as RatingTally).boards++;
  return tallies;
}
