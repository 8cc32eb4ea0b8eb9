import type { Seat } from '../kernel/ruleset.ts';
import { shuffle } from '../kernel/tabletop/cards.ts';
import { tell } from '../kernel/tabletop/step.ts';
import { type CardId, cardOf } from './cards.ts';
import { mixUp, seeAlone, seeTogether } from './knowledge.ts';
import type { State } from './state.ts';
import { addToHand, type Table, takeFromHand } from './table.ts';

/** Lays a card of a hand on the discard pile, where everybody sees it. R12 */
export function discard(table: Table, seat: Seat, card: CardId, reason: 'won' | 'tie' | 'numberless'): void {
  const { state } = table;
  takeFromHand(state, seat, card);
  seeTogether(state, [card]);
  layOnDiscardPile(state, seat, card);
  tell(table, 'cardDiscarded', seat, { card: cardOf(card), reason, discardCount: state.discardPile.length });
}

export function layOnDiscardPile(state: State, seat: Seat, card: CardId): void {
  state.discardPile = [...state.discardPile, card];
  state.discarded = [...state.discarded, { seat, card }];
}

/** Draws a card, if there is one left anywhere. R6 */
export function draw(table: Table, seat: Seat): void {
  const { state } = table;
  if (state.drawPile.length === 0) formDrawPile(table);
  const [card] = state.drawPile;
  if (card === undefined) return;
  state.drawPile = state.drawPile.slice(1);
  addToHand(state, seat, card);
  seeAlone(state, seat, [card]);
  tell(table, 'cardDrawn', seat, { card: cardOf(card), drawCount: state.drawPile.length });
}

/** The discard pile is shuffled and becomes the draw pile. R6 */
function formDrawPile(table: Table): void {
  const { state } = table;
  if (state.discardPile.length === 0) return;
  state.drawPile = shuffle(table.chance, state.discardPile);
  state.discardPile = [];
  mixUp(state, state.drawPile, []);
  tell(table, 'drawPileFormed', null, { drawCount: state.drawPile.length });
}
