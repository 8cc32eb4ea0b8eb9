import type { Seat } from '../kernel/ruleset.ts';
import type { Card } from '../kernel/tabletop/cards.ts';
import { clockwiseFrom } from '../kernel/tabletop/seats.ts';
import { replaced, tell } from '../kernel/tabletop/step.ts';
import { isJack, isKing, type ReactionCard } from './cards.ts';
import { topOf, withSpentDie, withTop } from './chain.ts';
import { castDice, castDie, DICE, type Die, highestOf, isCritical, judge, REROLL_LIMIT, type Roll } from './dice.ts';
import type { Table } from './events.ts';
import { faceUp, pendingOf, type State, seatCount } from './state.ts';

export interface Window {
  card: Card;
  rolls: readonly Roll[];
}

/** Returns true if no card can force this roll to be repeated (rule R6). */
export function isSafe(roll: Roll, card: Card): boolean {
  return isCritical(roll) || judge(roll, card) === 'tie';
}

export function isRolling(window: Window, seat: Seat): boolean {
  return window.rolls.some((roll) => roll.seat === seat);
}

/** Returns the seats whose rolls this card may force to be repeated, in the order of seats (rules R7, R10). */
function targetsOf(window: Window, seat: Seat, card: ReactionCard): Seat[] {
  if (isJack(card) && isRolling(window, seat)) return [];
  return window.rolls
    .filter((roll) => (isJack(card) ? !isSafe(roll, window.card) : judge(roll, window.card) === 'fail'))
    .map((roll) => roll.seat)
    .sort((one, other) => one - other);
}

/** Returns the sets of seats that this card may force to roll again: single seats, for a Jack also both (rule R10). */
export function targetSets(window: Window, seat: Seat, card: ReactionCard): Seat[][] {
  const targets = targetsOf(window, seat, card);
  const single = targets.map((target) => [target]);
  return isJack(card) && targets.length === 2 ? [...single, targets] : single;
}

/** Asks the seats that can force a roll to be repeated. If there is none, the rolls stand at once (rule R6). */
export function openWindow(table: Table, rolls: Roll[]): void {
  table.state.pending = { kind: 'reaction', waitingFor: [], rolls, choices: [] };
  askNext(table, askingOrder(table.state, rolls));
}

/** Returns the order in which seats are asked: clockwise from the left of the seat that rolled; if two challengers
 * rolled, from the active seat (rules R6, R10). */
function askingOrder(state: State, rolls: Roll[]): Seat[] {
  const first = rolls.length === 2 ? state.active : (rolls[0] as Roll).seat + 1;
  return clockwiseFrom(first, seatCount(state));
}

function askNext(table: Table, seats: Seat[]): void {
  const { state } = table;
  const pending = pendingOf(state);
  const window = { card: faceUp(state), rolls: pending.rolls };
  const asked = seats.find((seat) => state.held[seat]?.some((card) => targetsOf(window, seat, card).length > 0));
  if (asked === undefined) {
    table.automaticMove = 'settleRolls';
  } else {
    state.phase = 'reaction';
    state.pending = { ...pending, waitingFor: [asked] };
  }
}

export function pass(table: Table, seat: Seat): void {
  const { rolls } = pendingOf(table.state);
  tell(table, 'passed', seat, {});
  const order = askingOrder(table.state, rolls);
  askNext(table, order.slice(order.indexOf(seat) + 1));
  if (table.automaticMove === 'settleRolls') tell(table, 'rollStands', null, { rolls });
}

/** Plays a Jack or Queen: the target seats roll again, and then all seats are asked again (rules R6, R7, R10). */
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

export function rollAtCard(
  table: Table,
  event: 'dieRolled' | 'dieRerolled' | 'challengeRolled',
  seat: Seat,
  die: Die,
): Roll {
  const card = faceUp(table.state);
  const roll = castDie(table.chance, seat, die);
  const { value } = roll;
  tell(table, event, seat, { die, value, card, verdict: judge(roll, card), critical: isCritical(roll) });
  return roll;
}

/** The active seat throws all its unused dice. The highest die counts (rule R5). */
export function throwForKing(table: Table): Roll {
  const { active, chain, diceLeft } = table.state;
  const rolls = castDice(table.chance, active, diceLeft[active] as Die[]);
  const highest = highestOf(rolls);
  tell(table, 'kingRolled', active, { level: chain.length, rolls, highest: highest.value });
  return highest;
}

// Follows rule R18 of rules.md.
export function useDie(table: Table, seat: Seat, die: Die): void {
  const { state } = table;
  const left = state.diceLeft[seat] as Die[];
  state.diceLeft = replaced(
    state.diceLeft,
    seat,
    left.filter((other) => other !== die),
  );
}

/** Gives a die back to a seat, which may use it again in this turn (rule R9). */
export function returnDie(table: Table, { seat, die }: Roll): void {
  const { state } = table;
  const left = state.diceLeft[seat] as Die[];
  state.diceLeft = replaced(
    state.diceLeft,
    seat,
    DICE.filter((other) => other === die || left.includes(other)),
  );
}

/** Lays a die that did not win beside the open card (rules R9, R10). */
export function laySpent(table: Table, { seat, die }: Roll): void {
  const { state } = table;
  state.chain = withTop(state.chain, withSpentDie(topOf(state.chain), seat, die));
}

/** Challengers with equal rolls roll again until one roll is higher (rules R10, R17). */
export function rollApart(table: Table, rolls: Roll[]): Roll[] {
  let latest = rolls;
  for (let again = 0; again < REROLL_LIMIT && areEqual(latest); again++) {
    tell(table, 'challengersTied', null, { value: (latest[0] as Roll).value });
    latest = latest.map(({ seat, die }) => rollAtCard(table, 'challengeRolled', seat, die));
  }
  return latest;
}

function areEqual([one, other]: Roll[]): boolean {
  return one !== undefined && other !== undefined && one.value === other.value;
}
