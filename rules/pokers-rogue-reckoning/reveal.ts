import { replaced, tell } from '../kernel/tabletop/step.ts';
import { type Card, isLow, kindOf, rankOf } from './cards.ts';
import { beginCombat } from './combat.ts';
import { castDice, PLAYER, type Table } from './events.ts';
import { isPrinted } from './options.ts';
import { discard, earn, layAside, recuperate, shuffleIn, takePotion } from './player.ts';
import { EMPTY_ROOM, FULL_DIE, MOST_ATK, priceOf } from './state.ts';

const MONEY_HEALS = 3;

// Follows rule R1 of rules.md.
export function reveal(table: Table, room: number): void {
  const { state } = table;
  const card = state.rooms[room]?.card as Card;
  state.rooms = replaced(state.rooms, room, { card, isOpen: true });
  tell(table, 'roomRevealed', PLAYER, { room, card });
  table.automaticMove = 'lookAround';
  const kind = kindOf(card);
  switch (kind) {
    case 'money':
      state.phase = 'money';
      state.moneyRoom = room;
      table.automaticMove = null;
      break;
    case 'red':
    case 'blue':
      if (isLow(card)) rollForPotion(table, card, room);
      break;
    case 'curse':
      meetCurse(table, card, room);
      break;
    case 'enemy':
      table.automaticMove = null;
      beginCombat(table, card, room);
      break;
    case 'sword':
    case 'heart':
      grow(table, card, room);
      break;
    default:
      kind satisfies never;
  }
}

// Follows rule R4 of rules.md.
export function takeMoney(table: Table, room: number): void {
  const { state } = table;
  const card = state.rooms[room]?.card as Card;
  const gained = earn(table, rankOf(card));
  tell(table, 'moneyTaken', PLAYER, { card, gained, money: state.money });
  leaveMoney(table, card, room);
}

// Follows rule R4 of rules.md.
export function takeHealing(table: Table, room: number): void {
  recuperate(table, MONEY_HEALS);
  leaveMoney(table, table.state.rooms[room]?.card as Card, room);
}

function leaveMoney(table: Table, card: Card, room: number): void {
  const { state } = table;
  state.phase = 'explore';
  state.moneyRoom = null;
  state.rooms = replaced(state.rooms, room, EMPTY_ROOM);
  discard(table, [card]);
  table.automaticMove = 'lookAround';
}

// Follows rule R5 of rules.md.
function rollForPotion(table: Table, card: Card, room: number): void {
  const { state } = table;
  const [die = 0] = castDice(table, 1);
  const isTaken = die === rankOf(card);
  state.rooms = replaced(state.rooms, room, EMPTY_ROOM);
  tell(table, 'potionRolled', PLAYER, { card, die, isTaken });
  if (isTaken) takePotion(table, card);
  else discard(table, [card]);
}

// Follows rule R5 of rules.md.
export function buy(table: Table, room: number): void {
  const { state } = table;
  const card = state.rooms[room]?.card as Card;
  const price = priceOf(card);
  state.money -= price;
  state.rooms = replaced(state.rooms, room, EMPTY_ROOM);
  tell(table, 'potionBought', PLAYER, { card, room, price, money: state.money });
  takePotion(table, card);
  table.automaticMove = 'lookAround';
}

// Follows rule R6 of rules.md.
function meetCurse(table: Table, card: Card, room: number): void {
  const { state } = table;
  const dice = castDice(table, isLow(card) ? 1 : 2);
  const verdict = verdictOn(card, dice);
  state.rooms = replaced(state.rooms, room, EMPTY_ROOM);
  tell(table, 'curseRolled', PLAYER, { card, dice, verdict });
  if (verdict === 'avoided') discard(table, [card]);
  else if (verdict === 'lucky') state.luckyCurses = [...state.luckyCurses, card];
  else state.curses = [...state.curses, card];
}

// Follows rule R6 of rules.md.
function verdictOn(card: Card, dice: readonly number[]): 'avoided' | 'lucky' | 'waiting' {
  const difference = dice.reduce((sum, die) => sum + die, 0) - rankOf(card);
  if (isLow(card)) return difference === 0 ? 'avoided' : 'waiting';
  if (difference === 0) return 'lucky';
  return difference > 0 ? 'avoided' : 'waiting';
}

// Follows rule R7 of rules.md.
function grow(table: Table, card: Card, room: number): void {
  const { state } = table;
  state.rooms = replaced(state.rooms, room, EMPTY_ROOM);
  if (kindOf(card) === 'sword') {
    state.atk = isPrinted(state.options) ? state.atk + 1 : Math.min(MOST_ATK, state.atk + 1);
    state.bestAtk = Math.max(state.bestAtk, state.atk);
    tell(table, 'swordTaken', PLAYER, { card, atk: state.atk });
  } else {
    state.maxHp += FULL_DIE;
    state.hp += FULL_DIE;
    tell(table, 'heartTaken', PLAYER, { card, hp: state.hp, maxHp: state.maxHp });
  }
  if (state.options.swordsHeartsReturn) shuffleIn(table, [card]);
  else layAside(table, [card]);
}
