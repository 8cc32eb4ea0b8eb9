import type { Chance } from '#rules/kernel/ruleset.ts';
import type { Estimate } from '../../statistics/fitted-strengths.ts';
import { rounded, shareOf, student95 } from '../../statistics/numbers.ts';

/** A decision to judge: the number of its legal actions (options), and the index of the action that was taken. */
export interface Choice {
  options: number;
  taken: number;
  /** the index of the action that the policy `plain` would choose; null: the game lacks this policy */
  favourite: number | null;
  measure: Measure;
  /** the approximate number of playouts to make */
  playouts: number;
}

/** Tries the options in new random deals of the hidden cards. Returns their values; null: a deal had no result. */
export type PlayDeals = (options: readonly number[], deals: number) => Promise<(number[] | null)[]>;

export interface Candidate {
  place: number;
  estimate: Estimate;
  deals: number;
}

export interface Judgement {
  candidates: Candidate[];
  /** the option that was best in the first deals; further deals measure it */
  best: number;
  /** how much better `best` is than `taken`, in the unit of the measure */
  loss: Estimate;
}

const MOST_CANDIDATES = 8;
/** Fewer candidates are compared if each would otherwise get fewer deals than this. */
const FEWEST_DEALS = 12;
/** The share of the playouts that shortens a long list of options. `CHOOSING` is the share of the remaining playouts
 * that finds the best option. */
const SCREENING = 1 / 4;
const CHOOSING = 1 / 3;
/** From a long list of options, a random sample is drawn: small enough for about this many deals of each option. */
const TRIED_DEALS = 4;
const NONE: Estimate = { value: 0, low: 0, high: 0 };

/** Chooses the best option in some deals and measures it in others, because the first ones would overestimate it.
 * Null: too few deals had a result. */
export async function judged(choice: Choice, lots: Chance, play: PlayDeals): Promise<Judgement | null> {
  const { taken, playouts } = choice;
  const most = Math.min(MOST_CANDIDATES, Math.max(2, Math.floor(playouts / FEWEST_DEALS)));
  const isLong = choice.options > most;
  const screening = isLong ? playouts * SCREENING : 0;
  const candidates = isLong ? await screened(choice, most, screening, lots, play) : places(choice.options);
  const choosing = (playouts - screening) * CHOOSING;
  const chosen = await play(candidates, dealsFor(choosing, candidates));
  const best = bestOf(candidates, taken, means(chosen));
  if (best === null) return null;
  return measured(choice, candidates, best, playouts - screening - choosing, play);
}

/** Measures candidates. Half of the playouts compare only `best` and `taken`, whose difference is `loss`. */
async function measured(
  { taken, measure }: Choice,
  candidates: readonly number[],
  best: number,
  playouts: number,
  play: PlayDeals,
): Promise<Judgement | null> {
  const pair = candidates.filter((place) => place === best || place === taken);
  const isApart = pair.length === 2 && candidates.length > 2;
  const ofAll = await play(candidates, dealsFor(isApart ? playouts / 2 : playouts, candidates));
  const ofPair = isApart ? await play(pair, dealsFor(playouts / 2, pair)) : [];
  const [all, two] = [ofAll.filter((deal) => deal !== null), ofPair.filter((deal) => deal !== null)];
  if (all.length < 2) return null;
  const unit = unitOf([...all, ...two], measure);
  const worthsOf = (place: number) => {
    const [among, inPair] = [candidates.indexOf(place), pair.indexOf(place)];
    const more = inPair === -1 ? [] : two.map((deal) => deal[inPair] as number);
    return [...all.map((deal) => deal[among] as number), ...more];
  };
  return {
    candidates: candidates.map((place) => {
      const worths = worthsOf(place);
      return { place, estimate: estimateOf(worths, measure, unit), deals: worths.length };
    }),
    best,
    loss: best === taken ? NONE : differenceOf(worthsOf(best), worthsOf(taken), measure, unit),
  };
}

function dealsFor(playouts: number, options: readonly number[]): number {
  return Math.max(2, Math.floor(playouts / options.length));
}

/** Draws a sample of a long list of options and drops the worse half until `most` are left. Always keeps `taken`. */
async function screened(choice: Choice, most: number, playouts: number, lots: Chance, play: PlayDeals) {
  const { taken } = choice;
  const tried = Math.min(choice.options, Math.max(most + 1, Math.floor(playouts / TRIED_DEALS)));
  let field = fieldOf(choice, tried, lots);
  const rounds = Math.ceil(Math.log2(field.length / most));
  while (field.length > most) {
    const deals = Math.max(1, Math.floor(playouts / rounds / field.length));
    const worths = means(await play(field, deals));
    const order = field
      .map((place, nth) => ({ place, worth: worths?.[nth] ?? 0 }))
      .sort((one, other) => Number(other.place === taken) - Number(one.place === taken) || other.worth - one.worth);
    const left = Math.max(most, Math.ceil(field.length / 2));
    field = ascending(order.slice(0, left).map(({ place }) => place));
  }
  return field;
}

function fieldOf({ options, taken, favourite }: Choice, many: number, lots: Chance): number[] {
  const field = new Set(favourite === null ? [taken] : [taken, favourite]);
  const others = places(options).filter((place) => !field.has(place));
  while (field.size < many) {
    const [drawn] = others.splice(lots.int(others.length), 1);
    field.add(drawn as number);
  }
  return ascending([...field]);
}

/** Returns the mean value of each option; null: no deal had a result. */
function means(deals: readonly (number[] | null)[]): number[] | null {
  const judged = deals.filter((deal) => deal !== null);
  const [first] = judged;
  if (first === undefined) return null;
  return first.map((_, nth) => judged.reduce((sum, deal) => sum + (deal[nth] as number), 0) / judged.length);
}

function bestOf(candidates: readonly number[], taken: number, worths: readonly number[] | null): number | null {
  if (worths === null) return null;
  const most = Math.max(...worths);
  return worths[candidates.indexOf(taken)] === most ? taken : (candidates[worths.indexOf(most)] as number);
}

function places(many: number): number[] {
  return Array.from({ length: many }, (_, place) => place);
}

function ascending(numbers: readonly number[]): number[] {
  return [...numbers].sort((one, other) => one - other);
}

/** The unit of values: `chance` is a share of the win, `score` the points of a solo game. */
export type Measure = 'chance' | 'score';

const DIGITS = { chance: 4, score: 2 };

export function estimateOf(worths: readonly number[], measure: Measure, unit: number): Estimate {
  if (measure === 'score') return inDigits(meanOf(worths, unit / 2), measure);
  const { share, interval } = shareOf(sumOf(worths), worths.length);
  return inDigits({ value: share, low: interval[0], high: interval[1] }, measure);
}

export function differenceOf(one: readonly number[], two: readonly number[], measure: Measure, unit: number): Estimate {
  const differences = one.map((worth, deal) => worth - (two[deal] as number));
  return inDigits(meanOf(differences, unit), measure);
}

/** Returns the range of the values. For chances of winning that are all equal, returns 1: equal values prove little. */
export function unitOf(worths: readonly (readonly number[])[], measure: Measure): number {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const deal of worths) {
    for (const worth of deal) [low, high] = [Math.min(low, worth), Math.max(high, worth)];
  }
  return high > low || measure === 'score' ? high - low : 1;
}

/** Returns the mean with the confidence interval of Student's t. Adds two values, one unit above and one unit below the
 * mean, because equal results in a few deals do not prove that all deals have the same result. */
function meanOf(values: readonly number[], unit: number): Estimate {
  const value = sumOf(values) / values.length;
  const squares = values.reduce((sum, each) => sum + (each - value) ** 2, 2 * unit * unit);
  const counted = values.length + 2;
  const half = student95(counted - 1) * Math.sqrt(squares / (counted - 1) / counted);
  return { value, low: value - half, high: value + half };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, each) => sum + each, 0);
}

function inDigits({ value, low, high }: Estimate, measure: Measure): Estimate {
  const digits = DIGITS[measure];
  return { value: rounded(value, digits), low: rounded(low, digits), high: rounded(high, digits) };
}
