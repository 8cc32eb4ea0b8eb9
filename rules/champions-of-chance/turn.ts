import type { Seat } from '../kernel/ruleset.ts';
import { clockwiseFrom } from '../kernel/tabletop/seats.ts';
import { replaced, tell } from '../kernel/tabletop/step.ts';
import type { ChooseOpponentAction } from './actions.ts';
import { cardOf } from './cards.ts';
import { makeDice } from './die.ts';
import type { Table } from './events.ts';
import type { Options } from './options.ts';
import { isOver } from './outcome.ts';
import { battlersOf, handCounts, handOf, type State, seatCount, topCardOf } from './state.ts';

const SMALLEST_NUMBER = 2;
const LARGEST_NUMBER = 6;

export function startTurn(table: Table, active: Seat): void {
  const { state } = table;
  state.active = active;
  state.phase = 'opponent';
  tell(table, 'turnStarted', active, { battle: state.battle });
}

/** Returns the largest number of cards of which both battlers can make a die (rule R2). */
export function largestNumber(handCounts: readonly number[], active: Seat, opponent: Seat): number {
  return Math.min(LARGEST_NUMBER, handCounts[active] ?? 0, handCounts[opponent] ?? 0);
}

/** Returns whether the top card may set the number: in the printed rules always, otherwise only if several numbers are
 * possible (rules R2, R8). */
export function canTopCardSet({ printed }: Options, largest: number): boolean {
  return printed === true || largest > SMALLEST_NUMBER;
}

// Follows rule R8 of rules.md.
export function numberOfTopCard(icons: number, largest: number): number {
  return Math.min(icons, largest);
}

/** Sets the opponent. Asks for the number, unless the top card sets it or only 1 is possible (rules R2, R8). */
export function chooseOpponent(table: Table, { seat, useTopCard = false }: ChooseOpponentAction): void {
  const { state } = table;
  const { active } = state;
  state.opponent = seat;
  state.topCardUsed = useTopCard;
  tell(table, 'opponentChosen', active, { opponent: seat, useTopCard });
  const largest = largestNumber(handCounts(state), active, seat);
  const top = useTopCard ? topCardOf(state, active) : undefined;
  if (top !== undefined) setNumber(table, active, numberOfTopCard(cardOf(top).icons, largest), 'topCard');
  else if (largest === 1) setNumber(table, null, 1, 'lastCard');
  else state.phase = 'number';
}

export function chooseNumber(table: Table, seat: Seat, number: number): void {
  setNumber(table, seat, number, 'opponent');
}

function setNumber(table: Table, seat: Seat | null, number: number, by: 'opponent' | 'topCard' | 'lastCard'): void {
  table.state.number = number;
  tell(table, 'numberSet', seat, { number, by });
  makeDice(table);
}

/** Ends the game, or starts the turn of the next player who has cards (rules R6, R7, R8, R11). */
export function endBattle(table: Table): void {
  const { state } = table;
  for (const seat of battlersOf(state)) if (handOf(state, seat).length === 0) tell(table, 'handEmptied', seat, {});
  clearBattle(state);
  if (isOver(state)) {
    state.phase = 'over';
    return;
  }
  state.battle++;
  const order = clockwiseFrom(state.active + 1, seatCount(state));
  startTurn(table, order.find((seat) => handOf(state, seat).length > 0) as Seat);
}

function clearBattle(state: State): void {
  const battlers = battlersOf(state);
  for (const seat of battlers) state.dice = replaced(state.dice, seat, []);
  state.opponent = null;
  state.topCardUsed = false;
  state.number = null;
  state.challenge = null;
  state.robbed = null;
  if (state.newcomers.length > 0) state.newcomers = [];
}
