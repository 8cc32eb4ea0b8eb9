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

/** asked: waits for an answer; skipped: impossible. R14 */
export type Done = 'done' | 'asked' | 'skipped';

export interface Question {
  /** completes "pick …" */
  wanted: string;
  label(picked: string): string;
  /** true: the player may skip it; a taken card must always be placed */
  optional?: true;
  /** asked even if there is only one answer R15 */
  always?: true;
  answers(state: State, pending: Pending): Answer[];
  /** an upper limit of the remaining answers, if it may be lower than the power demands */
  most?(state: State): number;
  answer(table: Table, pending: Pending, answer: Answer): Done;
}

export interface PowerRule<K extends PowerKind> {
  /** the card's text, as the rest of a sentence */
  words(power: Power<K>): string;
  /** stopped: the changed result; null: it takes another roll */
  result?(result: number, power: Power<K>, board: Board): number | null;
  /** acts at its trigger; a stopped power acts before the attack */
  act?(table: Table, use: Use<K>): Done;
  /** stopped: true if the player cannot reroll */
  mustStop?(result: number | null, health: number): boolean;
  /** stopped: replaces the attack */
  insteadOfAttack?: true;
  /** stopped: number of players that may be attacked, if not one */
  attacks?: number;
  /** stopped: true if this seat cannot be attacked */
  spares?(board: Board, power: Power<K>, seat: Seat): boolean;
  /** stopped: acts after the attack */
  afterAttack?(table: Table, use: Use<K>): Done;
  /** stopped: the end of the row that the rolled card must join */
  side?(power: Power<K>): Side;
  question?: Question;
}

/** Asks the active player only if there is a choice. R15 */
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

/** Carries out a power and reports whether it acted or was skipped. R14 */
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
