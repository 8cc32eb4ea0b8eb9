import { CORNER_FIELDS, ENTRIES, type Entry, entryOf, FIELDS, type Field, HIGHEST } from './board.ts';
import { type Offer, UNWANTED } from './plan.ts';
import type { Reach } from './reach.ts';
import { sumAbove, type Totals, totalsOf, type Values } from './values.ts';

/** What the planner holds things to be worth, in points or so. Found by playing thousands of games. */
const WORTH = {
  /** of a pip in a field that needs just this sum, and of those that are hard to come by */
  pip: 0.15,
  hardPip: 0.35,
  hardFrom: 16,
  /** of the smallest number on an edge, and of each pip that is added somewhere below by a larger one */
  edge: 2.5,
  pipBelow: -0.1,
  /** of a sum of 21 high up in the bottom row, before it is known what it has to be */
  early: 2.5,
  earlyTop: 28,
  /** of a main field that leaves nothing for its bonus field, which can then be crossed out */
  crossed: 3,
  /** of a main field that leaves more than this for its bonus field */
  restTop: 18,
  restPip: -0.4,
  unknownTotal: -1,
  smallMain: -2,
} as const;

/** Costs of corner fields used up for dice that fit nowhere else: of the last one, the last but one, the first. */
const CORNER_COSTS = [40, 7, 2.5] as const;
/** They count in full when there is work left for so many turns. */
const CORNER_TURNS = [1.3, 3, 6] as const;
const CORNER_POINTS_LOST = 2;
const PIPS_A_TURN = 21;

/** Inner entries of the bottom row that are best written before those above them. */
const EARLY_SUMS = ['7.2', '7.5'];
/** Inner entries that an edge entry of no other use makes up for. */
const OUTER_SUMS = ['7.1', '7.6'];

/** What is known of a board. */
interface Prospect {
  values: Values;
  totals: Totals;
  reach: Reach;
}

type Judgement = (sum: number) => number;

/** What each sum is worth in every field that may be filled now. */
export function offersOf(values: Values, reach: Reach): Offer[] {
  const prospect = { values, totals: totalsOf(values), reach };
  const corners = CORNER_FIELDS.filter(({ index }) => values[index] === null);
  const turns = pipsMissing(prospect) / PIPS_A_TURN;
  return FIELDS.flatMap((field): Offer[] => {
    if (values[field.index] !== null) return [];
    if (field.kind === 'corner') return [offerOf(field, () => -costOf(corners.length - corners.indexOf(field), turns))];
    const judgement = judgementOf(prospect, field);
    return judgement === null ? [] : [offerOf(field, judgement)];
  });
}

function offerOf(field: Field, judgement: Judgement): Offer {
  const worth = Array.from({ length: HIGHEST + 1 }, (_, sum) => (sum === 0 ? UNWANTED : judgement(sum)));
  return { field, worth };
}

/** The cost of a corner when so many are left: dearer the fewer there are and the longer they have to last. */
function costOf(left: number, turns: number): number {
  const share = Math.min(1, turns / (CORNER_TURNS[left - 1] as number));
  return CORNER_POINTS_LOST + share * (CORNER_COSTS[left - 1] as number);
}

/** How many pips at least are still to be written, corners aside. */
function pipsMissing({ values, totals, reach }: Prospect): number {
  return ENTRIES.reduce((pips, { index, main, bonus }) => {
    const isCorner = CORNER_FIELDS.some((field) => field.entry === index);
    if (isCorner || totals[index] !== null) return pips;
    const filled = (values[main] ?? 0) + (bonus === null ? 0 : (values[bonus] ?? 0));
    return pips + (reach.least[index] as number) - filled;
  }, 0);
}

function judgementOf(prospect: Prospect, field: Field): Judgement | null {
  const entry = entryOf(field);
  const least = prospect.reach.least[entry.index] as number;
  const most = prospect.reach.most[entry.index] as number;
  if (field.kind === 'bonus') return bonusJudgement(prospect, entry);
  if (entry.bonus !== null) return mainJudgement(prospect, entry);
  if (least === most) return (sum) => (sum === least ? worthOfSum(sum) : UNWANTED);
  if (entry.isFree)
    return between(least, most, (sum) => WORTH.edge + WORTH.pipBelow * pipsBelow(entry) * (sum - least));
  if (EARLY_SUMS.includes(entry.id)) return between(least + 2, most - 4, worthOfEarlySum);
  if (OUTER_SUMS.includes(entry.id)) {
    return between(least + 1, most, (sum) => WORTH.edge + WORTH.pipBelow * (sum - least));
  }
  return null;
}

function between(least: number, most: number, judgement: Judgement): Judgement {
  return (sum) => (sum < least || sum > most ? UNWANTED : judgement(sum));
}

/** Of a sum where no other will do. */
function worthOfSum(sum: number): number {
  return WORTH.pip * sum + WORTH.hardPip * Math.max(0, sum - WORTH.hardFrom);
}

function worthOfEarlySum(sum: number): number {
  return WORTH.early + WORTH.pip * (sum - PIPS_A_TURN) - Math.max(0, sum - WORTH.earlyTop);
}

/** How many pips it costs below to have one more in an entry on an edge. */
function pipsBelow({ id }: Entry): number {
  const rowsBelow = 7 - Number(id[0]);
  return 2 ** rowsBelow - 1;
}

/** A bonus field takes what its main field has left of a known total. */
function bonusJudgement({ values, totals }: Prospect, entry: Entry): Judgement | null {
  const main = values[entry.main] as number | null;
  const total = sumAbove(totals, entry);
  if (main === null || total === null) return null;
  return (sum) => (sum === total - main ? worthOfSum(sum) : UNWANTED);
}

/** A main field takes a good part of its total, or all of it. */
function mainJudgement({ totals, reach }: Prospect, entry: Entry): Judgement {
  const total = sumAbove(totals, entry);
  const least = total ?? (reach.least[entry.index] as number);
  const most = total ?? (reach.most[entry.index] as number);
  return (sum) => {
    const rest = least - sum;
    if (sum === total) return worthOfSum(sum) + WORTH.crossed;
    if (rest < 1 || sum > most || (total !== null && rest > HIGHEST)) return UNWANTED;
    const reserve = (total === null ? WORTH.unknownTotal : 0) + (sum < 6 ? WORTH.smallMain : 0);
    return 1 + WORTH.pip * sum + WORTH.restPip * Math.max(0, rest - WORTH.restTop) + reserve;
  };
}
