import type { Seat } from '../kernel/ruleset.ts';
import { tell } from '../kernel/tabletop/step.ts';
import type { Answer } from './actions.ts';
import { type CardId, cardOf } from './cards.ts';
import type { Table } from './events.ts';
import type { Power, PowerKind, Side } from './power.ts';
import type { AutomaticMove, Board, Pending, State } from './state.ts';

export interface Use<K extends PowerKind = PowerKind> {
  power: Power<K>;
  card: CardId;
  seat: Seat;
}

/** The outcome of a power. `asked`: it waits for the player's answer; `skipped`: it could not act (rule R14). */
export type Done = 'done' | 'asked' | 'skipped';

export interface Question {
  /** completes a sentence that begins with "pick": `a card of the own hand` */
  wanted: string;
  label(picked: string): string;
  /** true: the player may skip the question; but after taking a card, the player must say where to put it */
  optional?: true;
  /** true: the question is asked even if only one answer is possible (rule R15). */
  always?: true;
  answers(state: State, pending: Pending): Answer[];
  /** only if fewer answers may be possible than the power demands: returns how many more are possible */
  most?(state: State): number;
  answer(table: Table, pending: Pending, answer: Answer): Done;
}

export interface PowerRule<K extends PowerKind> {
  /** the text of the power on the card, without its trigger */
  words(power: Power<K>): string;
  /** for the trigger `stopped`: returns the changed result; null: the power demands another roll */
  result?(result: number, power: Power<K>, board: Board): number | null;
  /** acts at the trigger of the power; for the trigger `stopped`, before the attack */
  act?(table: Table, use: Use<K>): Done;
  /** for the trigger `stopped`: true if the player may not reroll */
  mustStop?(result: number | null, health: number): boolean;
  /** for the trigger `stopped`: the power replaces the attack */
  insteadOfAttack?: true;
  /** for the trigger `stopped`: the number of players that may be attacked, if it is not 1 */
  attacks?: number;
  /** for the trigger `stopped`: true if this seat may not be attacked */
  spares?(board: Board, power: Power<K>, seat: Seat): boolean;
  /** for the trigger `stopped`: acts after the attack */
  afterAttack?(table: Table, use: Use<K>): Done;
  /** for the trigger `stopped`: returns the end of the row at which the rolled card must go */
  side?(power: Power<K>): Side;
  question?: Question;
}

/** Asks the active player the question of a power, but only if several answers are possible (rule R15). */
export function ask(table: Table, question: Question, use: Use, next: AutomaticMove, left = 1): Done {
  return askOn(table, question, { power: use.power.kind, card: use.card, left, taken: null, next });
}

export function askOn(table: Table, question: Question, pending: Pending): Done {
  const { state } = table;
  const answers = question.answers(state, pending);
  const [only] = answers;
  if (only === undefined) return 'skipped';
  if (answers.length === 1 && question.optional !== true && question.always !== true) {
    return question.answer(table, pending, only);
  }
  state.phase = 'power';
  state.pending = pending;
  return 'asked';
}

/** Carries out a power and reports whether it acted or was skipped (rule R14). */
export function carryOut(table: Table, use: Use, act: (table: Table, use: Use) => Done): Done {
  const told = table.events.length;
  const done = act(table, use);
  const { seat, card, power } = use;
  table.events.splice(told, 0, {
    type: done === 'skipped' ? 'powerSkipped' : 'powerUsed',
    seat,
    data: { card: cardOf(card), power: power.kind, trigger: power.trigger },
  });
  return done;
}

export function tellUsed(table: Table, { seat, card, power }: Use): void {
  tell(table, 'powerUsed', seat, { card: cardOf(card), power: power.kind, trigger: power.trigger });
}
