import { type Static, type TObject, Type } from '@sinclair/typebox';
import { count, Nullable, Words } from '#rules/kernel/schema.ts';
import type { Evidence } from './fitted-strengths.ts';
import { NORMAL, rounded, student95 } from './numbers.ts';
import { interval } from './results.ts';
import { PRIOR_PRECISION } from './strength-model.ts';

export const COMPARISON = {
  share: Type.Number({
    minimum: 0,
    maximum: 1,
    description:
      'Of what the two win at one table, the part of `one` that is to be expected by all games of the pool: the mean over the seats that they can have.',
  }),
  interval: interval(
    Type.Number({ minimum: 0, maximum: 1 }),
    'Where that part lies. It holds with 95 % certainty however often one looks, and so is wider than the one of a single look.',
  ),
  verdict: Words(['better', 'worse', 'undecided'], {
    description:
      '`better`: `one` is the stronger one. `worse`: `other` is. `undecided`: the interval holds a share of one half.',
  }),
  gamesNeeded: Nullable(Type.Integer({ minimum: 0 }), {
    description:
      'About how many more games between them show who is stronger, if the difference is as it looks; 0: shown already. ' +
      'Null: they look too equal to say.',
  }),
  games: Type.Object(
    {
      together: count('Games in which both sat.'),
      one: count('Games of `one`.'),
      other: count('Games of `other`.'),
    },
    { description: 'How many games of the pool count.' },
  ),
};
export type Comparison = Static<TObject<typeof COMPARISON>>;

/** The probability that the interval, checked after every game, ever misses the true value. */
const ALPHA = 0.05;
/** With this value, the interval is narrowest at about 100 boards. */
const TUNING = 7.94 / 100;
const MOST_GAMES = 1_000_000;

/** Describes a comparison. `effects` are the advantages of the seats in natural logarithms of the odds. */
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

/** Returns half the width of an asymptotic confidence sequence (Waudby-Smith and others, 2024). */
export function reachOf(error: number, boards: number): number {
  const n = Math.max(1, boards);
  const width = Math.sqrt((1 + 1 / (n * TUNING)) * Math.log((n * TUNING + 1) / ALPHA ** 2));
  return (error * width * student95(n - 1)) / NORMAL;
}

function shareOf(difference: number, effects: readonly number[]): number {
  const shares = pairsOf(effects).map((ahead) => 1 / (1 + Math.exp(-difference - ahead)));
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

/** Returns the advantage of one seat over another for each ordered pair of seats. */
function pairsOf(effects: readonly number[]): number[] {
  return effects.flatMap((own, seat) => effects.filter((_, other) => other !== seat).map((theirs) => own - theirs));
}

/** Returns how many games would decide the comparison. Let p be the first player's chance if one of the two wins. Each
 * game gives the information p·(1 − p) times the chance that one of the two wins. */
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

/** The plan of a competition between equally strong entries. */
interface Design {
  entries: number;
  /** the number of seats of a table; bots of the service fill `house` of them on average */
  seats: number;
  house: number;
  tables: number;
  /** the number of boards of a table; `games` counts the games on all of them */
  boards: number;
  games: number;
  /** the share of games with a winner, 0 to 1; only these say something about strength */
  decided: number;
  /** the share (by variance) of luck that remains when results on the same board are compared; 1: all of it */
  luck: number;
}

/** Returns the expected standard error of the difference between two entries, before any game, in natural logarithms of
 * the odds. Between equals, a game at k seats gives 1/k² of information on each pair at its table. The information of a
 * schedule is the Laplacian of the graph of these pairs. The mean variance of a difference is twice the mean of
 * 1/(eigenvalue + prior), which is approximated by mean/(mean² − variance) of the eigenvalues. This is exact if all
 * pairs play equally often. */
export function expectedError({ entries, seats, house, tables, boards, games, decided, luck }: Design) {
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
