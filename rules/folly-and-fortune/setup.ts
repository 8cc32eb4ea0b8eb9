import type { Seat } from '../kernel/ruleset.ts';
import { shuffle } from '../kernel/tabletop/cards.ts';
import { clockwiseFrom } from '../kernel/tabletop/seats.ts';
import { replaced, tell } from '../kernel/tabletop/step.ts';
import { type CardId, cardOf, cardsOf } from './cards.ts';
import { deckOf } from './deck.ts';
import { takeFromHand } from './hand.ts';
import { type State, seatCount } from './state.ts';
import type { Table } from './table.ts';
import { DEALT } from './trail.ts';

/** Draws the start player by lot unless the options name one, deals, and has everybody choose a row. R1, R13 */
export function deal(table: Table): void {
  const { state, chance } = table;
  const { options } = state;
  const seats = seatCount(state);
  state.active = options.startPlayer ?? chance.int(seats);
  const deck = deckOf(options);
  const isPlain = (card: CardId): boolean => options.firstGame && cardOf(card).powers.length === 0;
  const plain = shuffle(chance, deck.filter(isPlain));
  const others = shuffle(
    chance,
    deck.filter((card) => !isPlain(card)),
  );
  for (const [turn, card] of plain.entries()) handOut(state, (state.active + turn) % seats, card);
  for (const seat of clockwiseFrom(state.active, seats)) {
    const missing = options.startingCards - (state.hands[seat]?.length ?? 0);
    for (const card of others.splice(-missing, missing)) handOut(state, seat, card);
  }
  state.drawPile = others.map((card) => ({ card }));
  state.moment = DEALT;
  state.phase = 'row';
  state.chosenRows = state.hands.map(() => null);
  for (const [seat, hand] of state.hands.entries()) {
    tell(table, 'handDealt', seat, { count: hand.length, cards: hand.map(({ card }) => cardOf(card)) });
  }
  tell(table, 'startDrawn', state.active, { drawCount: others.length });
}

function handOut(state: State, seat: Seat, card: CardId): void {
  state.hands = replaced(state.hands, seat, [...(state.hands[seat] ?? []), { card }]);
}

/** Keeps a seat's secret choice; after the last one all rows are laid out and the first turn begins. R1 */
export function chooseRow(table: Table, seat: Seat, cards: CardId[]): void {
  const { state } = table;
  state.chosenRows = replaced(state.chosenRows, seat, cards);
  tell(table, 'rowChosen', seat, { cards: cardsOf(cards) });
  if (state.chosenRows.includes(null)) return;
  state.rows = state.chosenRows.map((row) => row ?? []);
  for (const [owner, row] of state.rows.entries()) for (const card of row) takeFromHand(state, owner, card);
  state.chosenRows = [];
  tell(table, 'rowsRevealed', null, { rows: state.rows.map(cardsOf) });
  table.houseMove = 'startTurn';
}
