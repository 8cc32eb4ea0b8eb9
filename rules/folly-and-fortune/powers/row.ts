import { type Answer, pickSeat, pickTwo } from '../actions.ts';
import { ask, type PowerRule, type Question } from '../power-rule.ts';
import { seatsWithRow, shuffleRow as shuffleRowOf, swapCards } from '../row.ts';
import { isCardShielded } from '../shields.ts';
import { rowOf } from '../state.ts';

const twoOwn: Question = {
  wanted: 'two cards of the own row to swap',
  label: (cards) => `Swap ${cards}`,
  answers: (state) => {
    const row = rowOf(state, state.active);
    return row.flatMap((one, place) => row.slice(place + 1).map((other) => pickTwo(one, other)));
  },
  answer: (table, _pending, answer) => {
    if (answer.type === 'pickCard' && answer.other !== undefined) {
      swapCards(table, answer.card, table.state.active, answer.other);
    }
    return 'done';
  },
};

export const swapRow: PowerRule<'swapRow'> = {
  words: () => 'you swap two cards of your row',
  act: (table, use) => ask(table, twoOwn, use, 'attack'),
  question: twoOwn,
};

const anyRow: Question = {
  wanted: 'a player whose row is shuffled',
  label: (seat) => `Shuffle the row of ${seat}`,
  answers: (state) => seatsWithRow(state).map(pickSeat),
  answer: (table, _pending, answer) => {
    if (answer.type === 'pickSeat') shuffleRowOf(table, answer.seat);
    return 'done';
  },
};

export const shuffleRow: PowerRule<'shuffleRow'> = {
  words: () => "you shuffle any player's row",
  act: (table, use) => ask(table, anyRow, use, 'attack'),
  question: anyRow,
};

/** The player picks an own card and a card of another player, who must be able to lose it (rule R31). */
const ownAndOther: Question = {
  wanted: "a card of the own row and one of another player's, to swap them",
  label: (cards) => `Swap ${cards}`,
  answers: (state) => {
    const { active } = state;
    const own = rowOf(state, active);
    const answers: Answer[] = [];
    for (const seat of seatsWithRow(state)) {
      if (seat === active) continue;
      for (const other of rowOf(state, seat)) {
        if (!isCardShielded(state, seat, other, false)) for (const card of own) answers.push(pickTwo(card, other));
      }
    }
    return answers;
  },
  answer: (table, _pending, answer) => {
    if (answer.type !== 'pickCard' || answer.other === undefined) return 'done';
    const { rows, active } = table.state;
    const [own, other] = rowOf(table.state, active).includes(answer.card)
      ? [answer.card, answer.other]
      : [answer.other, answer.card];
    const owner = rows.findIndex((row) => row.includes(other));
    swapCards(table, own, owner, other);
    return 'done';
  },
};

export const swapWithRow: PowerRule<'swapWithRow'> = {
  words: () => "you swap a card of your row with one of another player's",
  act: (table, use) => ask(table, ownAndOther, use, 'unseenPowers'),
  question: ownAndOther,
};

export const forcedSide: PowerRule<'forcedSide'> = {
  words: ({ side }) => `the rolled card goes to the ${side} end of your row`,
  side: ({ side }) => side,
};
