import { shuffle } from '../kernel/tabletop/cards.ts';
import { tell } from '../kernel/tabletop/step.ts';
import { type Card, kindOf } from './cards.ts';
import { isFaceDown, type Lore, type State } from './state.ts';
import { PLAYER, type Table } from './table.ts';

/** Lays cards on the discard pile, or back into the deck where an option says so. R9 */
export function discard(table: Table, cards: readonly Card[]): void {
  const { state } = table;
  const returning = cards.filter((card) => goesBack(state, card));
  const staying = returning.length === 0 ? cards : cards.filter((card) => !returning.includes(card));
  if (staying.length > 0) {
    state.discard = [...state.discard, ...staying];
    tell(table, 'cardsDiscarded', PLAYER, { cards: [...staying] });
  }
  if (returning.length > 0) shuffleIn(table, returning);
}

function goesBack({ options }: State, card: Card): boolean {
  switch (kindOf(card)) {
    case 'money':
      return options.moneyReturns;
    case 'red':
    case 'blue':
    case 'curse':
      return options.potionsReturn;
    default:
      return false;
  }
}

/** Takes cards that leave the run for good. */
export function layAside(table: Table, cards: readonly Card[]): void {
  table.state.setAside = [...table.state.setAside, ...cards];
  tell(table, 'cardsSetAside', PLAYER, { cards: [...cards] });
}

/** Puts cards into the deck and shuffles all of it. */
export function shuffleIn(table: Table, cards: readonly Card[]): void {
  const { state } = table;
  state.lore = loreAfterShuffle(state, cards);
  state.deck = shuffle(table.chance, [...state.deck, ...cards]);
  tell(table, 'deckShuffled', PLAYER, { returned: [...cards], deckCount: state.deck.length });
}

/** What is known of the rooms stays known; of the deck, only that certain cards are in it. R27 */
function loreAfterShuffle(state: State, cards: readonly Card[]): Lore {
  const { lore, deck, rooms } = state;
  const apart: Card[] = [];
  for (const room of rooms) if (isFaceDown(room)) apart.push(room.card as Card);
  const stillReturned = apart.every((card) => lore.apart.includes(card)) ? lore.returned : [];
  const inDeck = [...stillReturned, ...lore.known].filter((card) => deck.includes(card));
  return {
    known: lore.known.filter((card) => apart.includes(card)),
    sorted: lore.sorted.filter((card) => apart.includes(card)),
    returned: [...new Set([...inDeck, ...cards])],
    apart,
  };
}
