import { type Static, type TObject, Type } from '@sinclair/typebox';
import { count, Nullable, numbered } from '#rules/kernel/schema.ts';
import type { FittedStrengths } from './fitted-strengths.ts';
import { rounded } from './numbers.ts';
import { BOT, type RatedGames } from './rated-games.ts';
import { type Interval, interval } from './results.ts';
import { ANCHOR, ENOUGH_BOARDS, ratingOf, type StrengthModel } from './strength-model.ts';

export const FIGURES = {
  rating: Type.Integer({
    description:
      'The strength, from all games of the pool that count: 1500 is random play, and 400 more are odds of ten to one. ' +
      'Where random play took no part, 1500 is the mean of all.',
  }),
  interval: interval(Type.Integer(), 'Where the rating lies with 95 % certainty.'),
};

export const RATING = {
  rank: Nullable(numbered('From 1.'), {
    description:
      'From 1, among all who are not provisional; who is rated the same has the same rank. Null while `provisional`.',
  }),
  ...FIGURES,
  rankInterval: Nullable(interval(numbered('A rank.'), 'The ranks that are not excluded with 95 % certainty.'), {
    description: 'The ranks that are not excluded with 95 % certainty; null while `provisional`.',
  }),
  provisional: Type.Boolean({
    description:
      'Whether it rests on too little to be ranked: on fewer than 10 boards, or fewer than 3 opponents that are bots or not ' +
      'provisional themselves. Never for `random`, whose 1500 is exact by definition.',
  }),
  games: numbered('How many games of theirs count.'),
  boards: numbered('On how many boards these were: games on one board share its luck, and are evidence of one.'),
  opponents: count('How many different opponents they met in them, bots of the house among these.'),
  change: Nullable(Type.Integer(), {
    description:
      'What the rating is above the one by all games before the last UTC day on which the pool had any; null: they had played none by then. ' +
      'It can change without a game of their own, as others’ games tell more of their opponents.',
  }),
};

/** A row of the ratings. `lastAt` is the time of the player's last game in milliseconds since 1970. */
export interface RatingRow extends Static<TObject<typeof RATING>> {
  player: string;
  lastAt: number;
}

/** Returns the rating that a player had before; null: the player had not played yet. */
export type EarlierRatings = (player: number) => number | null;

/** A rating from fewer opponents is provisional: two who play only each other cannot be compared with others. */
const ENOUGH_OPPONENTS = 3;

/** Returns ranked and provisional players together, best first, equal ones by name. `tallies` are indexed by the
 * player's number; random play is last. */
export function ratingTable(
  games: RatedGames,
  strengths: FittedStrengths,
  tallies: readonly RatingTally[],
  before: EarlierRatings,
): RatingRow[] {
  const isProvisional = provisionalIn(games, tallies);
  const rows = tallies.flatMap((tally, place): (RatingRow & { number: number })[] => {
    if (tally.games === 0) return [];
    const number = place === tallies.length - 1 ? ANCHOR : place;
    const { value, low, high } = strengths.difference(number, ANCHOR);
    const rating = ratingOf(value);
    const then = before(number);
    return [
      {
        number,
        player: games.nameOf(number),
        rank: null,
        rating,
        interval: { low: ratingOf(low), high: ratingOf(high) },
        rankInterval: null,
        provisional: isProvisional[place] === true,
        games: tally.games,
        boards: tally.boards,
        opponents: tally.met.length,
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

/** Returns, by number of the player, whether the rating is provisional. Only bots and players who are not provisional
 * count as opponents, so a player cannot get a rank by beating new accounts of their own. */
function provisionalIn(games: RatedGames, tallies: readonly RatingTally[]): boolean[] {
  const random = tallies.length - 1;
  const isBot = tallies.map((_, place) => place === random || games.nameOf(place).startsWith(BOT));
  const known = tallies.map(({ met }) => met.length);
  const provisional = tallies.map(() => false);
  const mark = (place: number): number[] => {
    const { boards, met } = tallies[place] as RatingTally;
    if (place === random || provisional[place]) return [];
    if (boards >= ENOUGH_BOARDS && (known[place] as number) >= ENOUGH_OPPONENTS) return [];
    provisional[place] = true;
    if (isBot[place]) return [];
    for (const other of met) known[other] = (known[other] as number) - 1;
    return met;
  };
  for (let next = tallies.map((_, place) => place); next.length > 0; ) next = next.flatMap(mark);
  return provisional;
}

/** Returns each player's range of possible ranks, which follows from who is better or worse with 95 % confidence. */
export function rankIntervals(players: readonly number[], strengths: Pick<FittedStrengths, 'difference'>): Interval[] {
  const better = players.map(() => 0);
  const worse = players.map(() => 0);
  for (let one = 0; one < players.length; one++) {
    for (let other = 0; other < one; other++) {
      const { low, high } = strengths.difference(players[one] as number, players[other] as number);
      const [ahead, behind] = rounded(low, 6) > 0 ? [one, other] : [other, one];
      if (rounded(low, 6) <= 0 && rounded(high, 6) >= 0) continue;
      worse[ahead] = (worse[ahead] as number) + 1;
      better[behind] = (better[behind] as number) + 1;
    }
  }
  return players.map((_, i) => ({ low: 1 + (better[i] as number), high: players.length - (worse[i] as number) }));
}

export interface RatingTally {
  games: number;
  boards: number;
  /** the numbers of the opponents; for random play, the index of the last tally */
  met: number[];
  /** the index of the player's last game; −1: none */
  last: number;
}

/** Returns tallies by number of the player, with random play at the end. `model` has the games in order of time. */
export function ratingTalliesOf(model: StrengthModel): RatingTally[] {
  const { strengths, seats, players, boards } = model;
  const all = strengths + 1;
  const met = new Uint8Array(all * all);
  const tallies = Array.from({ length: all }, () => ({ games: 0, boards: 0, met: [] as number[], last: -1 }));
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
        tally.met.push(other);
      }
    }
  }
  for (const cell of onBoard) (tallies[cell % all] as RatingTally).boards++;
  return tallies;
}
