import { tell } from '../../kernel/tabletop/step.ts';
import { type Answer, pickCard, pickSeat } from '../actions.ts';
import { cardOf } from '../cards.ts';
import type { Table } from '../events.ts';
import { canDraw, discardFromHand, drawCard, putUnder, studyHand } from '../hand.ts';
import { ask, type PowerRule, type Question } from '../power-rule.ts';
import { discardFromRow } from '../row.ts';
import { handOf, rowOf, seatCount } from '../state.ts';

const FEW = 4;

/** The player picks a hand card to put under the draw pile. It may be the card just drawn (rule R27). */
const putBack: Question = {
  wanted: 'a card of the own hand to put under the draw pile',
  label: (card) => `Put ${card} under the draw pile`,
  always: true,
  answers: (state) => handOf(state, state.active).map(({ card }) => pickCard(card)),
  answer: (table, _pending, answer) => {
    if (answer.type === 'pickCard') putUnder(table, answer.card);
    return 'done';
  },
};

export const swapHand: PowerRule<'swapHand'> = {
  words: () => 'you draw a card, then put a card of your hand under the draw pile',
  act: (table, use) => {
    if (!canDraw(table.state)) return 'skipped';
    drawCard(table);
    return ask(table, putBack, use, 'attack');
  },
  question: putBack,
};

function drawIfPossible(table: Table): 'done' | 'skipped' {
  if (!canDraw(table.state)) return 'skipped';
  drawCard(table);
  return 'done';
}

export const drawInstead: PowerRule<'drawInstead'> = {
  words: () => 'you draw a card instead of attacking',
  act: drawIfPossible,
  insteadOfAttack: true,
};

export const drawIfFew: PowerRule<'drawIfFew'> = {
  words: () => `with fewer than ${FEW} cards in hand you draw one`,
  act: (table, { seat }) => (handOf(table.state, seat).length < FEW ? drawIfPossible(table) : 'skipped'),
};

/** The player picks a card to discard. The last card of the row cannot be picked (rule R36). */
const discard: Question = {
  wanted: 'a card of the own row or hand to discard',
  label: (card) => `Discard ${card}`,
  answers: (state) => {
    const row = rowOf(state, state.active);
    const hand = handOf(state, state.active).map(({ card }) => pickCard(card));
    return row.length > 1 ? [...row.map(pickCard), ...hand] : hand;
  },
  answer: (table, _pending, answer) => {
    const { state } = table;
    if (answer.type !== 'pickCard') return 'done';
    if (rowOf(state, state.active).includes(answer.card)) {
      tell(table, 'cardDiscarded', state.active, { card: cardOf(answer.card), from: 'row' });
      discardFromRow(table, state.active, answer.card);
    } else {
      discardFromHand(table, answer.card);
    }
    return 'done';
  },
};

export const discardOne: PowerRule<'discardOne'> = {
  words: () => 'you discard a card of your row or hand',
  act: (table, use) => ask(table, discard, use, 'unseenPowers'),
  question: discard,
};

// Follows rule R36 of rules.md.
const hand: Question = {
  wanted: 'another player, to look at the hand',
  label: (seat) => `Look at the hand of ${seat}`,
  answers: (state) => {
    const answers: Answer[] = [];
    for (let seat = 0; seat < seatCount(state); seat++) {
      if (seat !== state.active && handOf(state, seat).length > 0) answers.push(pickSeat(seat));
    }
    return answers;
  },
  answer: (table, _pending, answer) => {
    if (answer.type === 'pickSeat') studyHand(table, answer.seat);
    return 'done';
  },
};

export const study: PowerRule<'study'> = {
  words: () => "you look at another player's hand",
  act: (table, use) => ask(table, hand, use, 'unseenPowers'),
  question: hand,
};
