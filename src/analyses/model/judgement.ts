import type { Chance } from '#rules/kernel/ruleset.ts';
import { rounded, shareOf, student95 } from '../../statistics/numbers.ts';

/** A choice among options that is to be judged, by their places in the list of legal actions. */
export interface Choice {
  /** how many options there were */
  options: number;
  taken: number;
  /** what the rule of thumb would have chosen; null: there is none */
  favourite: number | null;
  measure: Measure;
  /** how many playouts may be made, about */
  playouts: number;
}

/** The worths of options in so many deals that were not played before, by deal; null: it came to no verdict. */
export type PlayDeals = (options: readonly number[], deals: number) => Promise<(number[] | null)[]>;

export interface Candidate {
  place: number;
  estimate: Estimate;
  /** in how many deals it was measured */
  deals: number;
}

export interface Judgement {
  /** the options that were compared, in the order of the list */
  candidates: Candidate[];
  /** the place of the option that did best in deals that count for nothing else */
  best: number;
  /** by how much it is better than the one that was taken: 0 where it is the same */
  loss: Estimate;
}

/** Options are compared at last in common deals, so many at most. */
const MOST_CANDIDATES = 8;
/** A candidate gets at least so many deals, or there are fewer candidates. */
const FEWEST_DEALS = 12;
/** The parts of all playouts that go into finding candidates in a long list, and of the rest into choosing the best. */
const SCREENING = 1 / 4;
const CHOOSING = 1 / 3;
/** Of a long list so many are tried as would have this many deals each if nobody was sent home early. */
const TRIED_DEALS = 4;
const NONE: Estimate = { value: 0, low: 0, high: 0 };

/**
 * Judges a choice. The candidates are found in some deals, the best of them is chosen in others, and all are measured in
 * deals that had no part in either: so the best was not chosen for its luck in those that it is measured in. Null where too few
 * playouts came to a verdict.
 */
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

/** Measures all candidates; half of the playouts go into the two alone whose difference is asked for. */
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

/** Some of a long list, of which the better half goes on until so many are left; the one that was taken stays. */
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

/** What was taken, what the rule of thumb would choose, and others by lot. */
function fieldOf({ options, taken, favourite }: Choice, many: number, lots: Chance): number[] {
  const field = new Set(favourite === null ? [taken] : [taken, favourite]);
  const others = places(options).filter((place) => !field.has(place));
  while (field.size < many) {
    const [drawn] = others.splice(lots.int(others.length), 1);
    field.add(drawn as number);
  }
  return ascending([...field]);
}

/** By option; null where no deal came to a verdict. */
function means(deals: readonly (number[] | null)[]): number[] | null {
  const judged = deals.filter((deal) => deal !== null);
  const [first] = judged;
  if (first === undefined) return null;
  return first.map((_, nth) => judged.reduce((sum, deal) => sum + (deal[nth] as number), 0) / judged.length);
}

/** The one that was taken where none did better. */
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

/** What is estimated: the chance of winning, as a share of the win, or the score of a solo game. */
export type Measure = 'chance' | 'score';

/** A value, and the interval that holds the true one 95 times in 100. */
export interface Estimate {
  value: number;
  low: number;
  high: number;
}

const DIGITS = { chance: 4, score: 2 };

/** What an option is worth, from what it was worth in some deals, at least one. */
export function estimateOf(worths: readonly number[], measure: Measure, unit: number): Estimate {
  if (measure === 'score') return inDigits(meanOf(worths, unit / 2), measure);
  const { share, interval } = shareOf(sumOf(worths), worths.length);
  return inDigits({ value: share, low: interval[0], high: interval[1] }, measure);
}

/** By how much one option is worth more than another, deal by deal the same. */
export function differenceOf(
  one: readonly number[],
  other: readonly number[],
  measure: Measure,
  unit: number,
): Estimate {
  const differences = one.map((worth, deal) => worth - (other[deal] as number));
  return inDigits(meanOf(differences, unit), measure);
}

/** How far apart worths can be, from those that were seen: where all were alike that tells nothing of chances. */
export function unitOf(worths: readonly (readonly number[])[], measure: Measure): number {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const deal of worths) {
    for (const worth of deal) [low, high] = [Math.min(low, worth), Math.max(high, worth)];
  }
  return high > low || measure === 'score' ? high - low : 1;
}

/**
 * The mean, and Student's interval as if two more deals had been one unit off to either side: without these, deals in which nothing
 * differed would seem to prove that nothing ever does.
 */
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
