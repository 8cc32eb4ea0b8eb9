import type { Chance } from '../kernel/chance.ts';
import { sameJson } from '../kernel/json.ts';
import type { Policy } from '../kernel/ruleset.ts';
import { type Action, DISCARD_ROLL, rerollOf, writesInto } from './actions.ts';
import {
  CORNER_FIELDS,
  ENTRIES,
  entryOf,
  FIELDS,
  type Field,
  HIGHEST,
  sumAbove,
  type Totals,
  totalsOf,
  type Values,
} from './board.ts';
import { ALL_DICE, sumsOf } from './dice.ts';
import { bestOffers, bestPlan, type Filling, type Group, type Offer, offerOf, UNWANTED } from './plan.ts';
import {
  CROSSED,
  EDGE,
  gainOfCorner,
  gainOfPart,
  gainOfSum,
  OUTER,
  PIP,
  PIP_COSTS,
  PIPS_A_TURN,
} from './policies/offers.ts';
import { crossToMake, wayOut } from './policies/plain.ts';
import { type Reach, reachOf } from './reach.ts';
import { bestReroll, DISCARDED, finishingPlan, finishOf, type Wishes } from './reroll.ts';
import { hasPencil, unusedDice } from './state.ts';
import { type View, valuesIn } from './view.ts';

const ATTEMPTS = 12;

/** The costs of a reroll, which is marked by a dot, and of a corner. `turns`: how many turns the other fields need. */
interface Costs {
  dot(turns: number): number;
  /** returns the gain (below 0) of filling a corner if `left` corners are open */
  corner(left: number, turns: number): number;
}

const DOT = 0.7;
const EARLY_DOT = 2;
const LATE_TURNS = 3;

/** This policy plans how to use all dice, and rerolls dice that fit nowhere. It completes most of its boards. */
export const planner = planning({ dot: () => DOT, corner: gainOfCorner });

/** This policy plans like `planner`, but rerolls less until the last turns. It keeps a corner for the end: without one,
 * the last turn must use all dice exactly. The values were found by trial games. */
export const skilled = planning({
  dot: (turns) => (turns > LATE_TURNS ? EARLY_DOT : DOT),
  corner: (left, turns) => gainOfCorner(left, left === CORNER_FIELDS.length ? turns : Number.POSITIVE_INFINITY),
});

function planning(costs: Costs): Policy<Action, View> {
  return (view, legal, chance) => {
    const values = valuesIn(view);
    const reach = reachOf(values);
    const cross = crossToMake(values, reach, hasPencil(view));
    if (cross !== null && legal.some((action) => sameJson(action, cross))) return cross;
    if (reach.dead !== null) return wayOut(legal);
    return bestMove(view, legal, chance, wishesOf(values, reach, costs));
  };
}

function wishesOf(values: Values, reach: Reach, { dot, corner }: Costs): Wishes {
  const totals = totalsOf(values);
  const turns = pipsMissing(values, totals, reach) / PIPS_A_TURN;
  const offers = offersOf(values, totals, reach, (left) => corner(left, turns));
  return { offers: bestOffers(offers), finish: finishOf(values, reach), dot: dot(turns) };
}

function bestMove(view: View, legal: readonly Action[], chance: Chance, wishes: Wishes): Action {
  const values = valuesIn(view);
  const finishing = wishes.finish === null ? null : finishingPlan(view.dice, unusedDice(view), wishes.finish);
  if (finishing !== null && leadsOn(values, view.dice, finishing)) return firstWrite(finishing);
  const plan = soundPlan(view, values, wishes.offers);
  if (hasPencil(view)) return plan === null ? wayOut(legal) : firstWrite(plan);
  if (view.rerollsLeft === 0) return plan !== null && plan.worth > DISCARDED ? firstWrite(plan) : DISCARD_ROLL;
  const again = bestReroll(view, wishes, plan?.worth ?? UNWANTED, chance);
  return again === null && plan !== null ? firstWrite(plan) : rerollOf(again ?? ALL_DICE);
}

function firstWrite({ groups }: Filling): Action {
  const { field, set } = groups[0] as Group;
  return writesInto(field)[set] as Action;
}

function leadsOn(values: Values, dice: readonly number[], { groups }: Filling): boolean {
  const after = [...values];
  for (const { set, field } of groups) after[field.index] = sumsOf(dice, set)[set] as number;
  return reachOf(after).dead === null;
}

/** Returns the best plan after which the board can still be completed; null: none was found. */
function soundPlan(view: View, values: Values, offers: readonly Offer[]): Filling | null {
  let left = [...offers];
  for (let i = 0; i < ATTEMPTS; i++) {
    const plan = bestPlan(view.dice, unusedDice(view), left);
    if (plan === null || leadsOn(values, view.dice, plan)) return plan;
    left = withoutWorst(left, view.dice, plan);
  }
  return null;
}

/** Returns the offers after a plan that ruins the board: the field that gained least now takes only smaller sums. */
function withoutWorst(offers: readonly Offer[], dice: readonly number[], { groups }: Filling): Offer[] {
  const used = groups.flatMap(({ set, field }) => {
    const sum = sumsOf(dice, set)[set] as number;
    const worth = offers.find((offer) => offer.field === field)?.worth[sum] as number;
    return field.kind === 'corner' ? [] : [{ field, sum, worth }];
  });
  const worst = used.reduce((one, other) => (other.worth < one.worth ? other : one));
  return offers.map(({ field, worth }) => ({
    field,
    worth: field === worst.field ? worth.map((value, sum) => (sum < worst.sum ? value : UNWANTED)) : worth,
  }));
}

/** The gain, in points, of writing the sum 21 into one of the fields `EARLY_SUMS` before the entries above are known.
 * Each further pip adds `PIP`; each pip above `EARLY_TOP` costs a point. */
const EARLY = 2.5;
const EARLY_TOP = 28;
const EARLY_SUMS = ['7.2', '7.5'];

function offersOf(values: Values, totals: Totals, reach: Reach, gainOf: (left: number) => number): Offer[] {
  const corners = CORNER_FIELDS.filter(({ index }) => values[index] === null);
  return FIELDS.flatMap((field): Offer[] => {
    if (values[field.index] !== null) return [];
    if (field.kind !== 'corner') return offersOfField(field, values, totals, reach);
    const gain = gainOf(corners.length - corners.indexOf(field));
    return [offerOf(field, 1, HIGHEST, () => gain)];
  });
}

function pipsMissing(values: Values, totals: Totals, reach: Reach): number {
  return ENTRIES.reduce((pips, { index, main, bonus }) => {
    if (FIELDS[main]?.kind === 'corner' || totals[index] !== null) return pips;
    const filled = (values[main] ?? 0) + (bonus === null ? 0 : (values[bonus] ?? 0));
    return pips + (reach.least[index] as number) - filled;
  }, 0);
}

/** Returns a list with one offer for a field, or an empty list while too little is known. */
function offersOfField(field: Field, values: Values, totals: Totals, reach: Reach): Offer[] {
  const entry = entryOf(field);
  const least = reach.least[entry.index] as number;
  const most = reach.most[entry.index] as number;
  if (entry.bonus !== null) {
    const total = sumAbove(totals, entry);
    const main = values[entry.main] as number | null;
    if (field.kind !== 'bonus') return [offerOfMain(field, total, least)];
    return main === null || total === null ? [] : [offerOf(field, total - main, total - main, gainOfSum)];
  }
  if (least === most) return [offerOf(field, least, least, gainOfSum)];
  if (EARLY_SUMS.includes(entry.id)) return [offerOf(field, least + 2, most - 4, gainOfEarlySum)];
  if (!entry.isFree && !OUTER.includes(entry.id)) return [];
  const cost = PIP_COSTS[entry.index] as number;
  return [offerOf(field, entry.isFree ? least : least + 1, most, (sum) => EDGE - cost * (sum - least))];
}

function offerOfMain(field: Field, total: number | null, least: number): Offer {
  if (total === null) return offerOf(field, 1, least - 1, (sum) => gainOfPart(sum, least - sum, false));
  return offerOf(field, total - HIGHEST, total, (sum) =>
    sum === total ? gainOfSum(sum) + CROSSED : gainOfPart(sum, total - sum, true),
  );
}

function gainOfEarlySum(sum: number): number {
  return EARLY + PIP * (sum - PIPS_A_TURN) - Math.max(0, sum - EARLY_TOP);
}
