import { tell } from '../../../../kernel/tabletop/step.ts';
import { curseAbility, potionAbility } from './abilities/by-name.ts';
import { inOrder } from './abilities/curses.ts';
import { byRank, type Card, ENEMIES, ofKind, without } from './cards.ts';
import { discard } from './pile.ts';
import { drinkPotion, giveUpPotion } from './player.ts';
import { combatOf, FULL_DIE, MOST_ATK, type State, tierOf } from './state.ts';
import { PLAYER, type Table } from './table.ts';

/** An enemy was revealed in this room. R10, R11 */
export function beginCombat(table: Table, enemy: Card, room: number): void {
  const { state } = table;
  const { hp, atk, finalBoss } = strengthOf(state);
  state.phase = 'ready';
  state.combat = {
    enemy,
    room,
    enemyHp: hp,
    enemyMaxHp: hp,
    enemyAtk: atk,
    finalBoss,
    buffs: [],
    curses: state.curses,
    round: 0,
    hasOpened: false,
    opening: null,
    playerDice: [],
    enemyDice: [],
    playerHand: null,
    enemyHand: null,
    result: null,
    isCounter: false,
    shield: 0,
    roar: 0,
    elevate: 0,
    stun: 0,
    losses: [],
  };
  const { curses, luckyCurses } = state;
  state.curses = [];
  tell(table, 'combatStarted', PLAYER, { enemy, enemyHp: hp, enemyAtk: atk, finalBoss, curses, luckyCurses });
  if (state.options.buffsAtOnce) for (const card of byRank(ofKind(state.hand, 'blue'))) applyBuff(table, card); // R8
}

/** R10 */
function strengthOf({ options, defeated }: State): { hp: number; atk: number; finalBoss: boolean } {
  const tier = tierOf(defeated);
  const finalBoss = defeated === ENEMIES - 1;
  const dice = finalBoss ? options.finalBossDice : tier;
  return { hp: FULL_DIE * dice, atk: Math.min(MOST_ATK, options.enemyAtk + (finalBoss ? tier : tier - 1)), finalBoss };
}

export function applyBuff(table: Table, card: Card): void {
  const { state } = table;
  const combat = combatOf(state);
  state.hand = without(state.hand, card);
  combat.buffs = [...combat.buffs, card];
  tell(table, 'buffApplied', PLAYER, { card });
  const ability = potionAbility(card);
  if (state.options.abilities && ability?.cost === 'applied') ability.apply?.(table);
}

export function drink(table: Table, card: Card): void {
  giveUpPotion(table.state, card);
  drinkPotion(table, card, false);
  discard(table, [card]);
  awaitMore(table);
}

export function useAbility(table: Table, card: Card, target: Card | null): void {
  const ability = potionAbility(card);
  if (ability?.cost !== 'discarded') throw new Error(`${card} has no ability to use`);
  giveUpPotion(table.state, card);
  tell(table, 'abilityUsed', PLAYER, { card, ability: ability.name, target });
  discard(table, [card]);
  ability.use(table, target);
  awaitMore(table);
}

/** After something was done about a roll, more may be done about it, or it stands. R11 */
function awaitMore(table: Table): void {
  if (table.state.phase === 'rolled') table.houseMove = 'awaitReply';
}

/** The player rolls; with the first roll the curses act before the dice. R11 */
export function beginRoll(table: Table): void {
  const { state } = table;
  const combat = combatOf(state);
  if (!combat.hasOpened) {
    const cards = state.options.abilities ? [...combat.curses, ...state.luckyCurses] : [];
    combat.opening = inOrder(combat.curses, cards);
    table.houseMove = 'openRoll';
  } else {
    table.houseMove = 'castDice';
  }
}

/** Lets the cards act that still have to before the dice, until one of them interrupts. R11 */
export function openRoll(table: Table): void {
  const { state } = table;
  while (state.phase === 'ready' && table.houseMove === null) {
    const combat = combatOf(state);
    const [card, ...rest] = combat.opening ?? [];
    if (card === undefined) {
      combat.opening = null;
      combat.hasOpened = true;
      table.houseMove = 'castDice';
    } else {
      combat.opening = rest;
      act(table, card);
    }
  }
}

function act(table: Table, card: Card): void {
  const { curses } = combatOf(table.state);
  const side = curses.includes(card) ? 'enemy' : 'player';
  const ability = curseAbility(card);
  const deed = side === 'enemy' ? ability?.forEnemy : ability?.forPlayer;
  if (ability === undefined || deed === undefined) return;
  tell(table, 'curseActed', PLAYER, { card, ability: ability.name, side });
  deed(table);
}

/** What was interrupted goes on: the cards before a roll, or the combat. R11 */
export function resume(table: Table): void {
  const { state } = table;
  state.phase = 'ready';
  if (combatOf(state).opening !== null) table.houseMove = 'openRoll';
}
