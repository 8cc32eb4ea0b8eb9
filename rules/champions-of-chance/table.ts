import type { Seat } from '../kernel/ruleset.ts';
import { replaced, type StepTable } from '../kernel/tabletop/step.ts';
import type { CardId } from './cards.ts';
import type { Event } from './events.ts';
import { dieOf, handOf, type State } from './state.ts';

/** The table during one step. */
export type Table = StepTable<State, Event>;

/** The cards without one of them. */
export function without(cards: readonly CardId[], card: CardId): CardId[] {
  return cards.filter((other) => other !== card);
}

/** Takes a card out of a hand, and out of the die it may be part of. */
export function takeFromHand(state: State, seat: Seat, card: CardId): void {
  state.hands = replaced(state.hands, seat, without(handOf(state, seat), card));
  state.dice = replaced(state.dice, seat, without(dieOf(state, seat), card));
}

/** Adds a card to a hand in the middle of a battle. */
export function addToHand(state: State, seat: Seat, card: CardId): void {
  state.hands = replaced(state.hands, seat, [...handOf(state, seat), card]);
  state.newcomers = [...state.newcomers, card];
}
