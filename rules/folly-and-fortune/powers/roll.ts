import { replaced, tell } from '../../kernel/tabletop/step.ts';
import { pickCard } from '../actions.ts';
import { cardOf } from '../cards.ts';
import { returnToHand, rollable, rollCard, setAside } from '../hand.ts';
import { ask, askOn, type PowerRule, type Question } from '../power-rule.ts';
import { discardFromRow } from '../row.ts';
import { currentOf, rowOf } from '../state.ts';

export const forcedStop: PowerRule<'forcedStop'> = {
  words: () => "you must stop here if the result equals this card's health",
  mustStop: (result, health) => result === health,
};

/** The player rolls once more, and only the result of this last roll counts (rule R19). */
export const finalRoll: PowerRule<'finalRoll'> = {
  words: () => 'you roll once more, and that roll counts',
  result: () => null,
  act: (table) => {
    const { state } = table;
    const { turn, active } = state;
    const returned = currentOf(state);
    returnToHand(state, returned);
    tell(table, 'cardReturned', active, { card: cardOf(returned) });
    turn.current = rollCard(table);
    const card = cardOf(turn.current);
    turn.result = card.number + turn.lasting;
    const effect = turn.effect === null ? null : cardOf(turn.effect);
    tell(table, 'cardRolled', active, { card, roll: turn.rolls, effect, result: turn.result });
    return 'done';
  },
};

// Follows rule R25 of rules.md.
export const keepRoll: PowerRule<'keepRoll'> = {
  words: () => 'the rolled card returns to your hand, and this card is discarded for it',
  afterAttack: (table, { card, seat }) => {
    const { state } = table;
    const row = rowOf(state, seat);
    if (row.length < 2 || !row.includes(card)) return 'skipped';
    const kept = currentOf(state);
    returnToHand(state, kept);
    state.turn.current = null;
    tell(table, 'rollKept', seat, { card: cardOf(kept), discarded: cardOf(card) });
    discardFromRow(table, seat, card);
    return 'done';
  },
};

// Follows rule R30 of rules.md.
export const addSecondRoll: PowerRule<'addSecondRoll'> = {
  words: () => 'you roll again, and that card takes the place of the first one, which returns to your hand',
  act: (table, { seat }) => {
    const { state } = table;
    const { turn } = state;
    const first = turn.placed;
    const place = first === null ? -1 : rowOf(state, seat).indexOf(first);
    if (first === null || place < 0 || rollable(state).length === 0) return 'skipped';
    const second = rollCard(table);
    state.rows = replaced(state.rows, seat, replaced(rowOf(state, seat), place, second));
    returnToHand(state, first);
    turn.placed = second;
    tell(table, 'rollReplaced', seat, { card: cardOf(second), returned: cardOf(first) });
    return 'done';
  },
};

/** The player picks a hand card to set aside. At least one card to roll must remain in the hand (rule R28). */
const unrolled: Question = {
  wanted: 'a card of the own hand that cannot be rolled in this turn',
  label: (card) => `Set ${card} aside`,
  answers: (state) => {
    const cards = rollable(state);
    return cards.length > 1 ? cards.map(({ card }) => pickCard(card)) : [];
  },
  most: (state) => rollable(state).length - 1,
  answer: (table, pending, answer) => {
    if (answer.type === 'pickCard') setAside(table, answer.card);
    if (pending.left === 1) return 'done';
    return askOn(table, unrolled, { ...pending, left: pending.left - 1 }) === 'asked' ? 'asked' : 'done';
  },
};

export const shrinkDie: PowerRule<'shrinkDie'> = {
  words: ({ amount }) => `you choose ${amount} of your hand cards that cannot be rolled`,
  act: (table, use) => ask(table, unrolled, use, 'roll', use.power.amount),
  question: unrolled,
};

export const rerollsAtMost: PowerRule<'rerollsAtMost'> = {
  words: ({ amount }) => `you may reroll ${amount} more time${amount === 1 ? '' : 's'} at most`,
  act: ({ state: { turn } }, { power }) => {
    turn.atMost = Math.min(power.amount, turn.atMost ?? power.amount);
    return 'done';
  },
};

export const rerollsExactly: PowerRule<'rerollsExactly'> = {
  words: ({ amount }) => `you must reroll exactly ${amount} more time${amount === 1 ? '' : 's'}`,
  act: ({ state: { turn } }, { power }) => {
    turn.exactly = power.amount;
    return 'done';
  },
};

export const lastingAdd: PowerRule<'lastingAdd'> = {
  words: ({ amount }) => `all further results of your turn are ${amount} higher`,
  act: ({ state: { turn } }, { power }) => {
    turn.lasting += power.amount;
    return 'done';
  },
};

export const lastingSubtract: PowerRule<'lastingSubtract'> = {
  words: ({ amount }) => `all further results of your turn are ${amount} lower`,
  act: ({ state: { turn } }, { power }) => {
    turn.lasting -= power.amount;
    return 'done';
  },
};
