import { tell } from '../kernel/tabletop/step.ts';
import { type Card, without } from './cards.ts';
import { PLAYER, type Table } from './events.ts';
import { isFaceDown, type Room, type State } from './state.ts';

const SCOUTED = 2;

/** Shows the player the top cards of the deck. Asks for swaps if a room is face down (rule R20). */
export function lookAhead(table: Table): void {
  const { state } = table;
  const cards = state.deck.slice(0, SCOUTED);
  if (cards.length === 0) return;
  tell(table, 'scouted', PLAYER, { cards });
  const unknown = cards.filter((card) => !state.lore.known.includes(card));
  state.lore = { ...state.lore, known: [...state.lore.known, ...unknown] };
  const rooms = [...state.rooms.keys()].filter((room) => isFaceDown(state.rooms[room] as Room));
  if (rooms.length === 0) return;
  state.scout = { cards, rooms };
  state.phase = 'scout';
}

/** Swaps a card of the deck that the player has seen with the card of a face-down room (rule R20). */
export function swapScouted(table: Table, card: Card, room: number): void {
  const { state } = table;
  const { cards, rooms } = scoutOf(state);
  const hidden = state.rooms[room]?.card as Card;
  state.deck = state.deck.with(state.deck.indexOf(card), hidden);
  state.rooms = state.rooms.with(room, { card, isOpen: false });
  state.scout = { cards: without(cards, card), rooms: rooms.filter((other) => other !== room) };
  tell(table, 'scoutSwapped', PLAYER, { card, room });
  if (state.scout.cards.length === 0 || state.scout.rooms.length === 0) endScout(table);
}

export function endScout({ state }: Table): void {
  state.scout = null;
  state.phase = 'ready';
}

export function scoutOf(state: State): NonNullable<State['scout']> {
  if (state.scout === null) throw new Error('nothing was scouted');
  return state.scout;
}
