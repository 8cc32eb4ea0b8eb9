import type { Chance } from '../kernel/chance.ts';
import { sameJson } from '../kernel/json.ts';
import { type Action, CANCEL_BOARD, DISCARD_ROLL, ERASE, writesInto } from './actions.ts';
import { entryOf, FIELDS, fieldOf } from './board.ts';
import { ALL_DICE, type DiceSet, positionsOf } from './dice.ts';
import { finishingPlan, finishOf } from './finish.ts';
import { bestOffers, bestPlan, carriedOut, type Filling, type Offer, UNWANTED } from './plan.ts';
import { type Reach, reachOf } from './reach.ts';
import { bestReroll, DISCARDED, type Wishes } from './reroll.ts';
import { hasPencil, unusedDice } from './state.ts';
import type { Values } from './values.ts';
import { type View, valuesIn } from './view.ts';
import { offersOf } from './worth.ts';

const ATTEMPTS = 12;

/** A way of playing that plans which dice go where, rolls again what fits nowhere, and mostly completes its board. */
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

/** Bonus fields are crossed out when their main field is all of the total, and corners when nothing else is open. */
function crossToMake(view: View, values: Values, { least, most }: Reach, legal: readonly Action[]): Action | undefined {
  const crosses = legal.filter((action) => action.type === 'crossOut');
  const open = FIELDS.filter(({ index }) => values[index] === null);
  if (!hasPencil(view) && open.every(({ kind }) => kind === 'corner')) return crosses[0];
  return crosses.find(({ field }) => {
    const { index, main, bonus } = entryOf(fieldOf(field));
    return bonus !== null && least[index] === most[index] && values[main] === least[index];
  });
}

/** Back to the roll, or to a new board. */
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

/** The best plan that leaves a board which may still be completed, or null. */
function soundPlan(view: View, values: Values, offers: readonly Offer[]): Filling | null {
  let left = [...offers];
  for (let i = 0; i < ATTEMPTS; i++) {
    const plan = bestPlan(view.dice, unusedDice(view), left);
    if (plan === null || leadsOn(values, view.dice, plan)) return plan;
    left = withoutWorst(left, view.dice, plan);
  }
  return null;
}

/** Takes back the offer that gained a plan least, with all larger sums in its field: the groups do not go together. */
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
