import type { Evidence } from './fitted-strengths.ts';
import { rounded, student95 } from './numbers.ts';
import type { Interval } from './results.ts';
import { PRIOR_PRECISION } from './strength-model.ts';

/** Of two players who sit at one table. */
export interface Comparison {
  /** what `one` is expected to win of what the two win, from 0 to 1, the mean over the seats that they can have */
  share: number;
  /** 95 %, however often one looks */
  interval: Interval;
  /** of `one` beside `other`; undecided as long as the interval holds one half */
  verdict: 'better' | 'worse' | 'undecided';
  /** against each other, until it is decided if they go on as they did; 0 when it is decided, null when it cannot be told */
  gamesNeeded: number | null;
  games: { together: number; one: number; other: number };
}

/** How often the interval may at any time fail to hold the truth. */
const ALPHA = 0.05;
/** The interval is narrowest, as those go that hold however often one looks, at about 100 boards. */
const TUNING = 7.94 / 100;
/** Of the normal distribution: what Student's t is to be compared with. */
const NORMAL = 1.959963984540054;
/** More games than that are no answer. */
const MOST_GAMES = 1_000_000;

/** `effects`: how much each seat adds, in natural logarithms of the odds. `games`: how many were played. */
export function comparisonOf(found: Evidence, effects: readonly number[], games: Comparison['games']): Comparison {
  const reach = reachOf(found.error, found.boards);
  const [low, high] = [found.value - reach, found.value + reach];
  const shown = (difference: number) => rounded(shareOf(difference, effects), 4);
  const verdict = rounded(low, 6) > 0 ? 'better' : rounded(high, 6) < 0 ? 'worse' : 'undecided';
  return {
    share: shown(found.value),
    interval: { low: shown(low), high: shown(high) },
    verdict,
    gamesNeeded: verdict === 'undecided' ? gamesNeeded(found, effects) : 0,
    games,
  };
}

/**
 * How far the interval reaches to each side: an asymptotic confidence sequence (Waudby-Smith and others, 2024), wider than the interval
 * for one look, and for few boards wider by as much as Student's t is than the normal distribution.
 */
export function reachOf(error: number, boards: number): number {
  const n = Math.max(1, boards);
  const width = Math.sqrt((1 + 1 / (n * TUNING)) * Math.log((n * TUNING + 1) / ALPHA ** 2));
  return (error * width * student95(n - 1)) / NORMAL;
}

/** The mean over all pairs of different seats. */
function shareOf(difference: number, effects: readonly number[]): number {
  const shares = pairsOf(effects).map((ahead) => 1 / (1 + Math.exp(-difference - ahead)));
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

/** By how much one is ahead of the other by its seat. */
function pairsOf(effects: readonly number[]): number[] {
  return effects.flatMap((own, seat) => effects.filter((_, other) => other !== seat).map((theirs) => own - theirs));
}

/**
 * As many games between the two as shrink the interval until it is on one side of 0, if the difference stays as it is: each tells
 * p·(1 − p), p being how likely one wins of the two, times how likely it is that one of them wins at all.
 */
function gamesNeeded({ value, error, boards }: Evidence, effects: readonly number[]): number | null {
  const chances = pairsOf(effects).map((ahead) => 1 / (1 + Math.exp(-value - ahead)));
  const spread = chances.reduce((sum, chance) => sum + chance * (1 - chance), 0) / chances.length;
  const told = (2 / effects.length) * spread;
  const isEnough = (games: number) =>
    reachOf(1 / Math.sqrt(1 / error ** 2 + games * told), boards + games) < Math.abs(value);
  if (!isEnough(MOST_GAMES)) return null;
  let [low, high] = [0, MOST_GAMES];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isEnough(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** A competition as far as it matters for how much its results will tell, where all are as strong. */
interface Design {
  entries: number;
  /** of each table; of them so many the house has, on average */
  seats: number;
  house: number;
  /** at which an entry sits, on average */
  tables: number;
  /** boards that a table plays, and games on all of them */
  boards: number;
  games: number;
  /** of games, from 0 to 1: with a winner, who alone tells anything of strength */
  decided: number;
  /** variance of results that is left of what as many games with chance of their own would have; 1: all of it */
  luck: number;
}

/** With how many boards, of one entry. */
interface ExpectedError {
  /** of the difference of two entries, in natural logarithms of the odds */
  error: number;
  boards: number;
}

/**
 * The standard error that the standings are to give the difference of two entries, before any game is played. At equal strength
 * a game at k seats tells 1/k² of each pair at its table, so that the information of a schedule is the Laplacian of its meetings, and the mean
 * variance of a difference is twice the mean of 1/(eigenvalue + prior). Mean and variance of the eigenvalues follow from how often everybody
 * meets how many, and of them that mean, as mean/(mean² − variance): exact where everybody meets everybody as often. The house is
 * random play, whose strength is known.
 */
export function expectedError({ entries, seats, house, tables, boards, games, decided, luck }: Design): ExpectedError {
  const told = (games * decided) / seats ** 2;
  const met = tables * (seats - house - 1) * told;
  const known = tables * house * told;
  const again = Math.max(told, met / (entries - 1));
  const mean = (entries * met) / (entries - 1);
  const spread = Math.max(0, (entries * met * (met + again)) / (entries - 1) - mean ** 2);
  const centre = mean + known + PRIOR_PRECISION;
  const open = centre / (centre ** 2 - spread);
  const ofPrior = PRIOR_PRECISION * open ** 2;
  const all = tables * boards;
  const few = all > 1 ? all / (all - 1) : 2;
  return { error: Math.sqrt(2 * (few * luck * (open - ofPrior) + ofPrior)), boards: all };
}
