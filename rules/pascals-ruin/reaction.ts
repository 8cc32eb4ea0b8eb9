import type { Seat } from '../kernel/ruleset.ts';
import type { Card } from '../kernel/tabletop/cards.ts';
import { clockwiseFrom } from '../kernel/tabletop/seats.ts';
import { replaced, tell } from '../kernel/tabletop/step.ts';
import { isJack, isKing, type ReactionCard } from './cards.ts';
import { topOf, withTop } from './chain.ts';
import { isCritical, judge, type Roll } from './dice.ts';
import { rollApart, rollAtCard, throwForKing } from './roll.ts';
import { faceUp, pendingOf, type State, seatCount } from './state.ts';
import type { Table } from './table.ts';

/** Rolls that may still be forced again, and the card they were rolled against. */
export interface Window {
  card: Card;
  rolls: readonly Roll[];
}

/** Whether nobody may force this roll again. R6 */
export function isSafe(roll: Roll, card: Card): boolean {
  return isCritical(roll) || judge(roll, card) === 'tie';
}

export function isRolling(window: Window, seat: Seat): boolean {
  return window.rolls.some((roll) => roll.seat === seat);
}

/** On whose rolls this seat may play this card, lower seats first. R7, R10 */
function targetsOf(window: Window, seat: Seat, card: ReactionCard): Seat[] {
  if (isJack(card) && isRolling(window, seat)) return [];
  return window.rolls
    .filter((roll) => (isJack(card) ? !isSafe(roll, window.card) : judge(roll, window.card) === 'fail'))
    .map((roll) => roll.seat)
    .sort((one, other) => one - other);
}

/** All sets of targets of a card: one roll, or with a Jack also both of two challengers. R10 */
export function targetSets(window: Window, seat: Seat, card: ReactionCard): Seat[][] {
  const targets = targetsOf(window, seat, card);
  const single = targets.map((target) => [target]);
  return isJack(card) && targets.length === 2 ? [...single, targets] : single;
}

/** Opens a window on new rolls; when nobody can use a card on them, they stand at once. R6 */
export function openWindow(table: Table, rolls: Roll[]): void {
  table.state.pending = { kind: 'reaction', waitingFor: [], rolls, choices: [] };
  askNext(table, askingOrder(table.state, rolls));
}

/** Clockwise from the roller's left; with two challengers, from the seat that is not rolling. R6, R10 */
function askingOrder(state: State, rolls: Roll[]): Seat[] {
  const first = rolls.length === 2 ? state.active : (rolls[0] as Roll).seat + 1;
  return clockwiseFrom(first, seatCount(state));
}

/** Asks the first of these seats that can do something; when none can, the rolls stand. */
function askNext(table: Table, seats: Seat[]): void {
  const { state } = table;
  const pending = pendingOf(state);
  const window = { card: faceUp(state), rolls: pending.rolls };
  const asked = seats.find((seat) => state.held[seat]?.some((card) => targetsOf(window, seat, card).length > 0));
  if (asked === undefined) {
    table.houseMove = 'settleRolls';
  } else {
    state.phase = 'reaction';
    state.pending = { ...pending, waitingFor: [asked] };
  }
}

/** The next seat is asked, and after the last one the rolls stand. */
export function pass(table: Table, seat: Seat): void {
  const { rolls } = pendingOf(table.state);
  tell(table, 'passed', seat, {});
  const order = askingOrder(table.state, rolls);
  askNext(table, order.slice(order.indexOf(seat) + 1));
  if (table.houseMove === 'settleRolls') tell(table, 'rollStands', null, { rolls });
}

/** The targets roll again, which opens a new window in which everybody is asked. R6, R7, R10 */
export function playReaction(table: Table, seat: Seat, card: ReactionCard, targets: Seat[]): void {
  const { state } = table;
  const top = topOf(state.chain);
  state.held = replaced(
    state.held,
    seat,
    (state.held[seat] ?? []).filter((other) => other !== card),
  );
  state.chain = withTop(state.chain, { ...top, extras: [...top.extras, card] });
  tell(table, 'reactionPlayed', seat, { card, targets });
  const rolls = pendingOf(state).rolls.map((roll) => (targets.includes(roll.seat) ? rollAgain(table, roll) : roll));
  openWindow(table, rollApart(table, rolls));
}

function rollAgain(table: Table, { seat, die }: Roll): Roll {
  return isKing(faceUp(table.state)) ? throwForKing(table) : rollAtCard(table, 'dieRerolled', seat, die);
}
