import { tell } from '../kernel/tabletop/step.ts';
import { MIRACLE } from './abilities/blue.ts';
import { curseAbility, potionAbility } from './abilities/by-name.ts';
import type { ActionOf } from './actions.ts';
import { byRank, type Card, ENEMIES, ofKind, without } from './cards.ts';
import { PLAYER, type Table } from './events.ts';
import { isPrinted, type Options } from './options.ts';
import { discard, drinkPotion, giveUpPotion } from './player.ts';
import { combatOf, FULL_DIE, HIGHEST_TIER, isActing, MOST_ATK, type Side, type State, tierOf } from './state.ts';

/** Begins a combat. The curses on the enemy's side act before the player can do anything (rules R10, R11). */
export function beginCombat(table: Table, enemy: Card, room: number): void {
  const { state } = table;
  const { hp, atk, finalBoss } = strengthOf(state, isFinalBoss(state, enemy));
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
    stage: 'meeting',
    acting: actingOnce(state, state.curses),
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
  table.automaticMove = 'letCardsAct';
}

/** True after eleven defeated enemies; in the printed rules, for the twelfth enemy drawn, whenever met (rule R10). */
function isFinalBoss(state: State, enemy: Card): boolean {
  if (state.print === undefined) return state.defeated === ENEMIES - 1;
  const enemiesDrawn = state.print.enemiesDrawn + 1;
  const finalBoss = enemiesDrawn === ENEMIES ? enemy : state.print.finalBoss;
  state.print = { ...state.print, enemiesDrawn, finalBoss };
  return finalBoss === enemy;
}

// Follows rule R10 of rules.md.
function strengthOf({ options, defeated }: State, finalBoss: boolean): { hp: number; atk: number; finalBoss: boolean } {
  const tier = tierOf(defeated);
  const dice = finalBoss ? options.finalBossDice : tier;
  return { hp: FULL_DIE * dice, atk: atkOf(options, finalBoss ? HIGHEST_TIER + 1 : tier), finalBoss };
}

/** Returns the enemy's attack (ATK). An option raises it; in the printed rules only in tier 1 (rule R10). */
function atkOf(options: Options, usual: number): number {
  if (isPrinted(options)) return usual === 1 ? options.enemyAtk : usual;
  return Math.min(MOST_ATK, usual + options.enemyAtk - 1);
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
  goOn(table);
}

export function useAbility(table: Table, { card, target: named, miracle }: ActionOf<'useAbility'>): void {
  const target = named ?? null;
  const ability = potionAbility(card);
  if (ability?.cost !== 'discarded') throw new Error(`${card} has no ability to use`);
  const spent = miracle === undefined ? card : MIRACLE.card;
  giveUpPotion(table.state, spent);
  if (spent !== card) tell(table, 'abilityUsed', PLAYER, { card: spent, ability: MIRACLE.name, target: card }); // rule R38 of rules.md
  tell(table, 'abilityUsed', PLAYER, { card, ability: ability.name, target });
  discard(table, [spent]);
  ability.use(table, target);
  goOn(table);
}

/** Continues after an action: the player may respond to a roll, and a level may end by itself (rules R2, R11). */
export function goOn(table: Table): void {
  const { phase } = table.state;
  if (phase === 'rolled') table.automaticMove = 'awaitReply';
  if (phase === 'explore') table.automaticMove = 'lookAround';
}

/** Begins a roll. Before the first roll of a combat, the curses on the player's side (lucky curses) act (rule R11). */
export function beginRoll(table: Table): void {
  const { state } = table;
  const combat = combatOf(state);
  if (combat.stage === 'fighting') {
    table.automaticMove = 'castDice';
  } else if (isPrinted(state.options)) {
    startFighting(table);
  } else {
    openFight(table);
  }
}

/** Lets lucky curses act: before the first roll, or in the printed rules right after the enemy's curses (rule R11). */
function openFight(table: Table): void {
  const { state } = table;
  Object.assign(combatOf(state), { stage: 'opening', acting: actingOnce(state, state.luckyCurses) });
  table.automaticMove = 'letCardsAct';
}

function startFighting(table: Table): void {
  combatOf(table.state).stage = 'fighting';
  table.automaticMove = 'castDice';
}

/** Returns the curses in the order in which they act; none if abilities are off (rule R11). */
function actingOnce({ options }: State, curses: readonly Card[]): Card[] {
  return options.abilities ? byRank(curses) : [];
}

/** Lets the remaining curses act until one needs the player's choice. Then the combat continues (rule R11). */
export function letCardsAct(table: Table): void {
  const { state } = table;
  while (state.phase === 'ready' && table.automaticMove === null) {
    const combat = combatOf(state);
    const [card, ...rest] = combat.acting;
    if (card === undefined) {
      enterNextStage(table);
      return;
    }
    combat.acting = rest;
    act(table, card, combat.stage === 'meeting' ? 'enemy' : 'player');
  }
}

function enterNextStage(table: Table): void {
  const { state } = table;
  const combat = combatOf(state);
  if (combat.stage === 'meeting' && isPrinted(state.options)) {
    openFight(table);
  } else if (combat.stage === 'meeting' || isPrinted(state.options)) {
    combat.stage = 'preparing';
    if (state.options.buffsAtOnce) for (const card of byRank(ofKind(state.hand, 'blue'))) applyBuff(table, card); // rule R8 of rules.md
  } else {
    startFighting(table);
  }
}

function act(table: Table, card: Card, side: Side): void {
  const ability = curseAbility(card);
  const deed = side === 'enemy' ? ability?.forEnemy : ability?.forPlayer;
  if (ability === undefined || deed === undefined) return;
  tell(table, 'curseActed', PLAYER, { card, ability: ability.name, side });
  deed(table);
}

/** Continues after the player's choice: the remaining curses act, or the combat goes on (rule R11). */
export function resume(table: Table): void {
  const { state } = table;
  state.phase = 'ready';
  if (isActing(combatOf(state).stage)) table.automaticMove = 'letCardsAct';
}
