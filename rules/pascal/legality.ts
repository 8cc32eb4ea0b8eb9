import type { Seat } from '../kernel/ruleset.ts';
import {
  type Action,
  ALL_REROLLS,
  allWritesInto,
  CANCEL_BOARD,
  crossOutOf,
  DISCARD_ROLL,
  ERASE,
  writesInto,
} from './actions.ts';
import { FIELDS } from './board.ts';
import { boundsOf } from './bounds.ts';
import { ALL_DICE, type DiceSet, partsOf } from './dice.ts';
import { ERASES_A_ROLL, isOver, REROLLS_A_TURN, type State, unusedDice } from './state.ts';
import { pickBySum, sumsOfParts } from './sums.ts';

/** Lists that are joined only at the end: most of them lie ready, and a long list is joined faster than made. */
type Lists = (readonly Action[])[];
/** As many sets as one or two dice make. */
const FEW = 3;

const TO_ERASE: readonly Action[] = [ERASE, CANCEL_BOARD];
const TO_CANCEL: readonly Action[] = [CANCEL_BOARD];
const TO_REROLL: readonly Action[] = [...ALL_REROLLS, CANCEL_BOARD];
const TO_DISCARD: readonly Action[] = [DISCARD_ROLL, CANCEL_BOARD];

export function actors(state: State): Seat[] {
  return isOver(state) ? [] : [0];
}

/** What can be filled in, field by field, and then all else. Sets of dice with the same sum are listed each. R12 */
export function legalActions(state: State, seat: Seat): Action[] {
  if (seat !== 0 || isOver(state)) return [];
  const unused = unusedDice(state);
  const lists: Lists = [];
  listFillings(state, unused, lists);
  lists.push(otherwise(state, unused));
  return joined(lists, unused);
}

/** Lists of a few actions are copied one by one, since joining in one go takes its time for every list. */
function joined(lists: Lists, unused: DiceSet): Action[] {
  if (partsOf(unused).length > FEW) return ([] as Action[]).concat(...lists);
  const actions: Action[] = [];
  for (const list of lists) for (const action of list) actions.push(action);
  return actions;
}

/** What can be done other than filling fields. R4 */
function otherwise({ rerolls, erases }: State, unused: DiceSet): readonly Action[] {
  if (unused !== ALL_DICE) return erases < ERASES_A_ROLL ? TO_ERASE : TO_CANCEL;
  return rerolls < REROLLS_A_TURN ? TO_REROLL : TO_DISCARD;
}

/** For every empty field crossing it out, if that is allowed, and all sets of unused dice whose sum fits. R2 */
function listFillings({ values, dice, options }: State, unused: DiceSet, lists: Lists): void {
  const bounds = boundsOf(values);
  const sums = sumsOfParts(dice, unused);
  for (const field of FIELDS) {
    const least = bounds.least[field.index] as number;
    const most = bounds.most[field.index] as number;
    const isFitting = least <= most;
    const canCross = options.printed === true ? values[field.index] === null : isFitting && least === 0;
    if (canCross && field.kind !== 'plain') lists.push(crossOutOf(field));
    if (!isFitting || least > sums.highest) continue;
    if (least < 2 && most >= sums.highest) lists.push(allWritesInto(field, unused));
    else lists.push(pickBySum(writesInto(field), sums, least, most));
  }
}
