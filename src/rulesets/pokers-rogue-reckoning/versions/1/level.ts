import { tell } from '../../../../kernel/tabletop/step.ts';
import { isForSale } from './cards.ts';
import { discard, shuffleIn } from './pile.ts';
import { recuperate } from './player.ts';
import { isFaceDown, priceOf, type Room, type State } from './state.ts';
import { endRun, PLAYER, type Table } from './table.ts';

const REST = 2;
const LAST_LEVEL = 500;

/** Deals the rooms of the next level. R1 */
export function dealLevel(table: Table): void {
  const { state } = table;
  const size = state.options.grid === '2x2' ? 4 : 9;
  state.rooms = state.deck.slice(0, size).map((card): Room => ({ card, isOpen: false }));
  state.deck = state.deck.slice(size);
  state.level++;
  tell(table, 'levelStarted', PLAYER, { level: state.level, rooms: state.rooms.length, deckCount: state.deck.length });
}

/** The level is left at once when there is nothing more to reveal or to buy. R2 */
export function lookAround(table: Table): void {
  const { state } = table;
  if (!state.rooms.some((room) => isFaceDown(room) || canBuy(state, room))) table.houseMove = 'leaveLevel';
}

/** R5 */
export function canBuy({ money }: State, { card, isOpen }: Room): boolean {
  return isOpen && card !== null && isForSale(card) && priceOf(card) <= money;
}

/** R2, R19 */
export function leaveLevel(table: Table): void {
  const { state } = table;
  const left = state.rooms.flatMap(({ card }) => card ?? []);
  state.rooms = [];
  tell(table, 'levelLeft', PLAYER, { level: state.level });
  discard(table, left);
  if (state.options.restHeals) recuperate(table, REST);
  if (state.options.reshuffle) {
    const returned = state.discard;
    state.discard = [];
    shuffleIn(table, returned);
  }
  if (state.level === LAST_LEVEL) endRun(table, 'levelLimit');
  else table.houseMove = 'dealLevel';
}
