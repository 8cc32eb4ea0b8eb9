import type { Seat } from '../kernel/ruleset.ts';
import { shuffle } from '../kernel/tabletop/cards.ts';
import { replaced, tell } from '../kernel/tabletop/step.ts';
import { type CardId, cardOf, cardsOf } from './cards.ts';
import { type Table, withoutPlace } from './events.ts';
import type { Side } from './power.ts';
import { endShieldOf } from './shields.ts';
import { rowOf, type State, seatCount } from './state.ts';

export function joinRow(state: State, card: CardId, side: Side): void {
  const row = rowOf(state, state.active);
  state.rows = replaced(state.rows, state.active, side === 'left' ? [card, ...row] : [...row, card]);
}

export function discardFromRow(table: Table, owner: Seat, card: CardId): void {
  const { state } = table;
  const row = rowOf(state, owner);
  state.rows = replaced(state.rows, owner, withoutPlace(row, row.indexOf(card)));
  state.discardPile = [...state.discardPile, card];
  endShieldOf(table, card);
}

export function swapCards(table: Table, card: CardId, owner: Seat, other: CardId): void {
  const { state } = table;
  const { active } = state;
  const swapped = (row: CardId[]): CardId[] =>
    row.map((lying) => (lying === card ? other : lying === other ? card : lying));
  state.rows = state.rows.map((row, seat) => (seat === active || seat === owner ? swapped(row) : row));
  tell(table, 'cardsSwapped', active, { card: cardOf(card), owner, other: cardOf(other) });
  if (owner === active) return;
  endShieldOf(table, card);
  endShieldOf(table, other);
}

export function shuffleRow(table: Table, owner: Seat): void {
  const { state } = table;
  const row = shuffle(table.chance, rowOf(state, owner));
  state.rows = replaced(state.rows, owner, row);
  tell(table, 'rowShuffled', state.active, { owner, row: cardsOf(row) });
}

// Follows rule R33 of rules.md.
export function seatsWithRow(state: State): Seat[] {
  const seats: Seat[] = [];
  for (let seat = 0; seat < seatCount(state); seat++) if (rowOf(state, seat).length > 0) seats.push(seat);
  return seats;
}
