import { tell } from '../../kernel/tabletop/step.ts';
import { pickCard } from '../actions.ts';
import { type CardId, cardOf } from '../cards.ts';
import type { Table } from '../events.ts';
import { lies } from '../power.ts';
import { ask, type PowerRule, type Question } from '../power-rule.ts';
import { discardFromRow } from '../row.ts';
import { rowHealth } from '../shields.ts';
import { rowOf } from '../state.ts';

const RAISED = 6;
const DROPPED = 1;

export const subtract: PowerRule<'subtract'> = {
  words: ({ amount }) => `the result is ${amount} lower`,
  result: (result, { amount }) => result - amount,
};

export const add: PowerRule<'add'> = {
  words: ({ amount }) => `the result is ${amount} higher`,
  result: (result, { amount }) => result + amount,
};

export const raiseLow: PowerRule<'raiseLow'> = {
  words: ({ threshold }) => `a result below ${threshold} becomes ${RAISED}`,
  result: (result, { threshold }) => (result < threshold ? RAISED : result),
};

export const dropHigh: PowerRule<'dropHigh'> = {
  words: ({ threshold }) => `a result above ${threshold} becomes ${DROPPED}`,
  result: (result, { threshold }) => (result > threshold ? DROPPED : result),
};

export const doubleLow: PowerRule<'doubleLow'> = {
  words: ({ threshold }) => `a result below ${threshold} is doubled`,
  result: (result, { threshold }) => (result < threshold ? 2 * result : result),
};

export const healthCompare: PowerRule<'healthCompare'> = {
  words: ({ compare, change, amount }) =>
    `the result is ${amount} ${change === 'add' ? 'higher' : 'lower'} if it is ${compare} than the health of your row`,
  result: (result, { compare, change, amount }, board) => {
    if (!lies(compare, result, rowHealth(board, board.active, false))) return result;
    return change === 'add' ? result + amount : result - amount;
  },
};

/** The player picks a card to discard. The last card of the row cannot be picked (rule R26). */
const discard: Question = {
  wanted: 'a card of the own row to discard',
  label: (card) => `Discard ${card} from your row`,
  answers: (state) => {
    const row = rowOf(state, state.active);
    return row.length > 1 ? row.map(pickCard) : [];
  },
  answer: (table, _pending, answer) => {
    if (answer.type === 'pickCard') discardOwn(table, answer.card);
    return 'done';
  },
};

function discardOwn(table: Table, card: CardId): void {
  const { active } = table.state;
  tell(table, 'cardDiscarded', active, { card: cardOf(card), from: 'row' });
  discardFromRow(table, active, card);
}

export const doubleThenDiscard: PowerRule<'doubleThenDiscard'> = {
  words: () => 'the result is doubled, and you discard a card of your row',
  result: (result) => 2 * result,
  act: (table, use) => (ask(table, discard, use, 'attack') === 'asked' ? 'asked' : 'done'),
  question: discard,
};
