import { tell } from '../kernel/tabletop/step.ts';
import { type CardId, cardOf, powerOf } from './cards.ts';
import type { Table } from './events.ts';
import { returnToHand, rollCard } from './hand.ts';
import { carryOut, type Done, tellUsed } from './power-rule.ts';
import { ruleOf, useOf } from './powers.ts';
import { healthOf } from './shields.ts';
import { currentOf, type State } from './state.ts';

/** Rolls a card. The next card of the row then governs the roll: its power acts if the player stops (rule R2). */
export function roll(table: Table): void {
  const { state } = table;
  const { turn, active } = state;
  turn.current = rollCard(table);
  turn.reached = Math.min(turn.rolls, turn.row.length);
  turn.effect = turn.row[turn.reached - 1] ?? null; // rules R18, R33 of rules.md
  turn.result = resultNow(state);
  state.phase = 'roll';
  tell(table, 'cardRolled', active, {
    card: cardOf(turn.current),
    roll: turn.rolls,
    effect: turn.effect === null ? null : cardOf(turn.effect),
    result: turn.result,
  });
  const use = useOf(turn.effect, 'stopped', active);
  if (use !== null && mustStop(state)) tellUsed(table, use);
}

/** Returns the result that counts if the player stops now; null: stopping leads to a final roll (rule R4). */
function resultNow(state: State): number | null {
  const { turn, active } = state;
  const number = cardOf(currentOf(state)).number + turn.lasting;
  const use = useOf(turn.effect, 'stopped', active);
  const change = use === null ? undefined : ruleOf(use.power).result;
  return use === null || change === undefined ? number : change(number, use.power, state);
}

/** True if the card that governs the roll forbids a reroll (rule R17). */
export function mustStop(state: State): boolean {
  const { effect, result } = state.turn;
  const power = effect === null ? null : powerOf(effect, 'stopped');
  if (effect === null || power === null) return false;
  const stops = ruleOf(power).mustStop;
  return stops?.(result, healthOf(state, state.active, effect)) === true;
}

/** Returns how many more rerolls are allowed. Later cards may change this number (rules R2, R17, R18). */
export function rerollsLeft(state: State): number {
  const { rolls, row, atMost, exactly } = state.turn;
  if (mustStop(state)) return 0;
  const ahead = Math.max(0, row.length - rolls);
  const demanded = exactly ?? ahead;
  const left = state.options.printed === true ? Math.min(demanded, ahead) : demanded;
  return atMost === null ? left : Math.min(left, atMost);
}

// Follows rule R17 of rules.md.
export function mustReroll(state: State): boolean {
  return (state.turn.exactly ?? 0) > 0 && rerollsLeft(state) > 0;
}

/** Puts the rolled card back into the hand and passes the card of the row that governed the roll (rule R3). */
export function reroll(table: Table): void {
  const { state } = table;
  const { turn, active } = state;
  const returned = currentOf(state);
  const passed = turn.effect as CardId;
  returnToHand(state, returned);
  turn.current = null;
  turn.result = null;
  if (turn.atMost !== null) turn.atMost--;
  if (turn.exactly !== null) turn.exactly--;
  tell(table, 'rerolled', active, { card: cardOf(returned), passed: cardOf(passed) });
  const isFirstPass = turn.rolls <= turn.row.length; // rule R18 of rules.md
  if (!isFirstPass || pass(table, passed) !== 'asked') table.automaticMove = 'roll';
}

function pass(table: Table, passed: CardId): Done {
  const use = useOf(passed, 'passed', table.state.active);
  const act = use === null ? undefined : ruleOf(use.power).act;
  return use === null || act === undefined ? 'done' : carryOut(table, use, act);
}

/** Carries out the power of the card that governs the roll (rules R4, R11). */
export function stop(table: Table): void {
  const { state } = table;
  const { turn, active } = state;
  const effect = turn.effect === null ? null : cardOf(turn.effect);
  const card = currentOf(state);
  tell(table, 'stopped', active, { card: cardOf(card), effect, result: turn.result });
  if (stoppedPower(table, cardOf(card).number + turn.lasting) !== 'asked') table.automaticMove = 'attack';
}

/** Carries out the power that acts when the player stops. A power that leaves the result unchanged adds no event. */
function stoppedPower(table: Table, plainResult: number): Done {
  const { turn, active } = table.state;
  const use = useOf(turn.effect, 'stopped', active);
  if (use === null) return 'done';
  const { act, result, mustStop, afterAttack } = ruleOf(use.power);
  if (act !== undefined) return carryOut(table, use, act);
  const isIdle = result === undefined ? mustStop !== undefined : turn.result === plainResult;
  if (!isIdle && afterAttack === undefined) tellUsed(table, use);
  return 'done';
}
