import { tell } from '../kernel/tabletop/step.ts';
import { LEAVE_LEVEL } from './actions.ts';
import { legalActions } from './legality.ts';
import { roomsOf } from './options.ts';
import { discard, shuffleIn } from './pile.ts';
import { recuperate } from './player.ts';
import { isFaceDown, type Room } from './state.ts';
import { endRun, PLAYER, type Table } from './table.ts';

const REST = 2;
const LAST_LEVEL = 500;

/** Deals the rooms of the next level. R1 */
export function dealLevel(table: Table): void {
  const { state } = table;
  const size = roomsOf(state.options);
  state.rooms = state.deck.slice(0, size).map((card): Room => ({ card, isOpen: false }));
  state.deck = state.deck.slice(size);
  state.level++;
  tell(table, 'levelStarted', PLAYER, { level: state.level, rooms: state.rooms.length, deckCount: state.deck.length });
}

/** The level is left by itself only where leaving is the one legal action. R2 */
export function lookAround(table: Table): void {
  const { state } = table;
  if (state.rooms.some(isFaceDown)) return;
  if (legalActions(state, PLAYER).every((action) => action === LEAVE_LEVEL)) table.houseMove = 'leaveLevel';
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
