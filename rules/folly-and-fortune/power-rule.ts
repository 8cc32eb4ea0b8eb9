import type { Seat } from '../kernel/ruleset.ts';
import { tell } from '../kernel/tabletop/step.ts';
import type { Answer } from './actions.ts';
import { type CardId, cardOf } from './cards.ts';
import type { Table } from './events.ts';
import type { Power, PowerKind, Side } from './power.ts';
import type { Board, HouseMove, Pending, State } from './state.ts';

/** A power of a card, used by a seat. */
export interface Use<K extends PowerKind = PowerKind> {
  power: Power<K>;
  card: CardId;
  seat: Seat;
}

/** How a power went: carried out, waiting for an answer, or impossible. R14 */
export type Done = 'done' | 'asked' | 'skipped';

/** What a power asks the active player. */
export interface Question {
  /** what is to be picked, to complete "pick …" */
  wanted: string;
  /** what picking these cards, or this seat, does */
  label(picked: string): string;
  /** whether it may be left unanswered; a card that was taken has to be placed */
  optional?: true;
  /** asked even if there is only one answer R15 */
  always?: true;
  answers(state: State, pending: Pending): Answer[];
  /** how many answers there can still be at most, where that may be fewer than the power asks for */
  most?(state: State): number;
  answer(table: Table, pending: Pending, answer: Answer): Done;
}

/** What a kind of power does. Each kind uses only what it needs of this. */
export interface PowerRule<K extends PowerKind> {
  /** what the card says, as the rest of a sentence */
  words(power: Power<K>): string;
  /** stopped: what it makes of the result; null if that takes another roll */
  result?(result: number, power: Power<K>, board: Board): number | null;
  /** does it at its trigger; a stopped power acts before the attack */
  act?(table: Table, use: Use<K>): Done;
  /** stopped: whether there is no way on */
  mustStop?(result: number | null, health: number): boolean;
  /** stopped: whether it stands in place of the attack */
  insteadOfAttack?: true;
  /** stopped: how many players may be attacked, if not one */
  attacks?: number;
  /** stopped: whether this seat cannot be attacked */
  spares?(board: Board, power: Power<K>, seat: Seat): boolean;
  /** stopped: does it after the attack */
  afterAttack?(table: Table, use: Use<K>): Done;
  /** stopped: the end of the row that the rolled card has to go to */
  side?(power: Power<K>): Side;
  question?: Question;
}

/** Asks the active player, unless there is nothing to choose. R15 */
export function ask(table: Table, question: Question, use: Use, next: HouseMove, left = 1): Done {
  return askOn(table, question, { power: use.power.kind, card: use.card, left, taken: null, next });
}

/** Asks with part of the answer given. */
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

/** Carries a power out and tells that it acts, or that it cannot be carried out. R14 */
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
