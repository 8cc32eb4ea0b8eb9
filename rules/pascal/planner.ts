import type { Chance } from '../kernel/chance.ts';
import { sameJson } from '../kernel/json.ts';
import { type Action, CANCEL_BOARD, DISCARD_ROLL, ERASE, writesInto } from './actions.ts';
import {
  CORNER_FIELDS,
  ENTRIES,
  type Entry,
  entryOf,
  FIELDS,
  type Field,
  fieldOf,
  HIGHEST,
  sumAbove,
  type Totals,
  totalsOf,
  type Values,
} from './board.ts';
import { ALL_DICE, type DiceSet, positionsOf } from './dice.ts';
import { bestOffers, bestPlan, carriedOut, type Filling, type Offer, UNWANTED } from './plan.ts';
import { type Reach, reachOf } from './reach.ts';
import { bestReroll, DISCARDED, finishingPlan, finishOf, type Wishes } from './reroll.ts';
import { hasPencil, unusedDice } from './state.ts';
import { type View, valuesIn } from './view.ts';

const ATTEMPTS = 12;

/** Plans the use of all dice, rerolls dice that fit nowhere, and mostly completes its board. */
export function planner(view: View, legal: readonly Action[], chance: Chance): Action {
  const choice = chosen(view, legal, chance);
  const listed = legal.find((action) => sameJson(action, choice));
  if (listed === undefined) throw new Error(`the planner wants to ${JSON.stringify(choice)}, which is not legal`);
  return listed;
}

function chosen(view: View, legal: readonly Action[], chance: Chance): Action {
  const values = valuesIn(view);
  const reach = reachOf(values);
  const cross = crossToMake(view, values, reach, legal);
  if (cross !== undefined) return cross;
  if (reach.dead !== null) return wayOut(legal);
  const wishes: Wishes = { offers: bestOffers(offersOf(values, reach)), finish: finishOf(values, reach) };
  const finishing = wishes.finish === null ? null : finishingPlan(view.dice, unusedDice(view), wishes.finish);
  if (finishing !== null && leadsOn(values, view.dice, finishing)) return firstWrite(finishing);
  const plan = soundPlan(view, values, wishes.offers);
  if (hasPencil(view)) return plan === null ? wayOut(legal) : firstWrite(plan);
  if (view.rerollsLeft === 0) return plan !== null && plan.worth > DISCARDED ? firstWrite(plan) : DISCARD_ROLL;
  const again = bestReroll(view, wishes, plan?.worth ?? UNWANTED, chance);
  return again === null && plan !== null ? firstWrite(plan) : reroll(again ?? ALL_DICE);
}

/** Crosses out a bonus field if its main field is the whole total, and corners if no other field is open. */
function crossToMake(view: View, values: Values, { least, most }: Reach, legal: readonly Action[]): Action | undefined {
  const crosses = legal.filter((action) => action.type === 'crossOut');
  const open = FIELDS.filter(({ index }) => values[index] === null);
  if (!hasPencil(view) && open.every(({ kind }) => kind === 'corner')) return crosses[0];
  return crosses.find(({ field }) => {
    const { index, main, bonus } = entryOf(fieldOf(field));
    return bonus !== null && least[index] === most[index] && values[main] === least[index];
  });
}

function wayOut(legal: readonly Action[]): Action {
  return legal.some(({ type }) => type === 'erase') ? ERASE : CANCEL_BOARD;
}

function reroll(set: DiceSet): Action {
  return { type: 'reroll', dice: [...positionsOf(set)] };
}

function firstWrite({ groups }: Filling): Action {
  const [first] = groups;
  if (first === undefined) throw new Error('there is nothing in this plan');
  return writesInto(first.field)[first.set] as Action;
}

function leadsOn(values: Values, dice: readonly number[], plan: Filling): boolean {
  return reachOf(carriedOut(values, dice, plan)).dead === null;
}

/** The best plan after which the board can still be completed; null if none is found. */
function soundPlan(view: View, values: Values, offers: readonly Offer[]): Filling | null {
  let left = [...offers];
  for (let i = 0; i < ATTEMPTS; i++) {
    const plan = bestPlan(view.dice, unusedDice(view), left);
    if (plan === null || leadsOn(values, view.dice, plan)) return plan;
    left = withoutWorst(left, view.dice, plan);
  }
  return null;
}

/** Withdraws the offer that gained least, with all larger sums in its field: the groups conflict. */
function withoutWorst(offers: readonly Offer[], dice: readonly number[], { groups }: Filling): Offer[] {
  const used = groups.flatMap(({ set, field }) => {
    const sum = positionsOf(set).reduce((total, position) => total + (dice[position] as number), 0);
    const worth = offers.find((offer) => offer.field === field)?.worth[sum] as number;
    return field.kind === 'corner' ? [] : [{ field, sum, worth }];
  });
  const worst = used.reduce((one, other) => (other.worth < one.worth ? other : one));
  return offers.map(({ field, worth }) => ({
    field,
    worth: field === worst.field ? worth.map((value, sum) => (sum < worst.sum ? value : UNWANTED)) : worth,
  }));
}

/** In points, approximately. Found by playing thousands of games. */
const WORTH = {
  /** per pip in a field that needs exactly this sum, and per pip of sums that are hard to roll */
  pip: 0.15,
  hardPip: 0.35,
  hardFrom: 16,
  /** of the smallest number on an edge, and per pip that a larger one adds below */
  edge: 2.5,
  pipBelow: -0.1,
  /** of a sum of 21 high up in the bottom row, before its required value is known */
  early: 2.5,
  earlyTop: 28,
  /** of a main field that is the whole total: its bonus field can be crossed out */
  crossed: 3,
  /** of a main field that leaves more than this for its bonus field */
  restTop: 18,
  restPip: -0.4,
  unknownTotal: -1,
  smallMain: -2,
} as const;

/** The cost of using a corner for dice that fit nowhere else: the last, the last but one, the first. */
const CORNER_COSTS = [40, 7, 2.5] as const;
/** Full cost if this many turns of work are left. */
const CORNER_TURNS = [1.3, 3, 6] as const;
const CORNER_POINTS_LOST = 2;
const PIPS_A_TURN = 21;

const EARLY_SUMS = ['7.2', '7.5'];
/** Inner entries that an otherwise free edge entry compensates. */
const OUTER_SUMS = ['7.1', '7.6'];

interface Prospect {
  values: Values;
  totals: Totals;
  reach: Reach;
}

type Judgement = (sum: number) => number;

function offersOf(values: Values, reach: Reach): Offer[] {
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

function costOf(left: number, turns: number): number {
  const share = Math.min(1, turns / (CORNER_TURNS[left - 1] as number));
  return CORNER_POINTS_LOST + share * (CORNER_COSTS[left - 1] as number);
}

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

function worthOfSum(sum: number): number {
  return WORTH.pip * sum + WORTH.hardPip * Math.max(0, sum - WORTH.hardFrom);
}

function worthOfEarlySum(sum: number): number {
  return WORTH.early + WORTH.pip * (sum - PIPS_A_TURN) - Math.max(0, sum - WORTH.earlyTop);
}

function pipsBelow({ id }: Entry): number {
  const rowsBelow = 7 - Number(id[0]);
  return 2 ** rowsBelow - 1;
}

function bonusJudgement({ values, totals }: Prospect, entry: Entry): Judgement | null {
  const main = values[entry.main] as number | null;
  const total = sumAbove(totals, entry);
  if (main === null || total === null) return null;
  return (sum) => (sum === total - main ? worthOfSum(sum) : UNWANTED);
}

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
