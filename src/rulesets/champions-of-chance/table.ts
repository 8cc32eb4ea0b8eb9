import type { Chance } from '../../kernel/chance.ts';
import type { Seat } from '../../kernel/ruleset.ts';
import type { CardId } from './cards.ts';
import type { Event, EventData } from './events.ts';
import { dieOf, handOf, type State } from './state.ts';

/**
 * The table during one step. `state` is a fresh copy whose fields are replaced as the step goes on; what
 * the fields hold is shared with the position before and never changed in place.
 */
export interface Table {
  state: State;
  events: Event[];
  chance: Chance;
}

export function tableOf(state: State, chance: Chance): Table {
  return { state: { ...state }, events: [], chance };
}

/** Tells what happened. */
export function tell<T extends Event['type']>(table: Table, type: T, seat: Seat | null, data: EventData<T>): void {
  table.events.push({ type, seat, data } as Event);
}

/** The list with another item at one place. */
export function replaced<T>(list: readonly T[], at: number, item: T): T[] {
  const copy = list.slice();
  copy[at] = item;
  return copy;
}

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
