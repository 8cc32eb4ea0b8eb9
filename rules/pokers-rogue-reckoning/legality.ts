import type { Seat } from '../kernel/ruleset.ts';
import { MIRACLE } from './abilities/blue.ts';
import { potionAbility } from './abilities/by-name.ts';
import {
  ACCEPT,
  type Action,
  type ActionOf,
  APPLY_BUFF,
  BRIBE,
  BUY,
  CHOOSE_LOSS,
  COUNTER_ATTACK,
  DRINK,
  FALL,
  LEAVE_LEVEL,
  REVEAL,
  ROLL,
  ROLL_AGAIN,
  SCOUT_DONE,
  TAKE_HEALING,
  TAKE_MONEY,
  TRADE_ATK,
  USE_ABILITY,
} from './actions.ts';
import { type Card, isForSale, kindOf, ofKind } from './cards.ts';
import { cleansings } from './cleansing.ts';
import { isTerrorized } from './effects.ts';
import { isPrinted } from './options.ts';
import { canHeal } from './player.ts';
import { scoutOf } from './scout.ts';
import { combatOf, isFaceDown, priceOf, type Room, type State, tierOf } from './state.ts';

const BRIBES: readonly (number | null)[] = [null, 10, 15, 20, null];
export const PILL_PRICE = 10;
const ACTORS: Seat[] = Object.freeze([0]) as unknown as Seat[];
const NOBODY: Seat[] = Object.freeze([]) as unknown as Seat[];

export function actors(state: State): Seat[] {
  return state.phase === 'over' ? NOBODY : ACTORS;
}

export function legalActions(state: State, seat: Seat): Action[] {
  if (seat !== 0) return [];
  const actions: Action[] = [];
  switch (state.phase) {
    case 'explore':
      listExploring(state, actions);
      break;
    case 'money':
      actions.push(TAKE_MONEY[state.moneyRoom as number] as Action, TAKE_HEALING[state.moneyRoom as number] as Action);
      break;
    case 'scout':
      listSwaps(state, actions);
      break;
    case 'ready':
      actions.push(ROLL);
      listPreparing(state, actions);
      listReplies(state, actions);
      break;
    case 'rolled':
      actions.push(ACCEPT);
      listReplies(state, actions);
      break;
    case 'tie':
      actions.push(COUNTER_ATTACK, ROLL_AGAIN);
      break;
    case 'trade':
      actions.push(TRADE_ATK, FALL);
      break;
    case 'loss':
      for (const card of combatOf(state).losses) actions.push(CHOOSE_LOSS[card]);
      break;
    case 'over':
      break;
    default:
      state.phase satisfies never;
  }
  return actions;
}

// Follows rules R1, R2, R5 of rules.md.
function listExploring(state: State, actions: Action[]): void {
  const { rooms } = state;
  let isAllRevealed = true;
  for (let room = 0; room < rooms.length; room++) {
    if (isFaceDown(rooms[room] as Room)) {
      isAllRevealed = false;
      actions.push(REVEAL[room] as Action);
    }
  }
  for (let room = 0; room < rooms.length; room++) {
    if (canBuy(state, rooms[room] as Room)) actions.push(BUY[room] as Action);
  }
  if (isAllRevealed) actions.push(LEAVE_LEVEL);
  if (canHeal(state)) {
    for (const card of state.hand) if (kindOf(card) === 'red' && canDrinkNow(state, card)) actions.push(DRINK[card]);
  }
  cleansings(state, state.curses, actions);
  listPills(state, actions);
}

/** True if a potion can be drunk outside combat. In the printed rules, only right after it was taken (rule R24). */
function canDrinkNow({ print }: State, card: Card): boolean {
  return print === undefined || print.fresh === card;
}

// Follows rule R5 of rules.md.
function canBuy({ money }: State, { card, isOpen }: Room): boolean {
  return isOpen && card !== null && isForSale(card) && priceOf(card) <= money;
}

/** Lists the actions before a roll. Some are legal only before the first roll of a combat (rules R11, R18). */
function listPreparing(state: State, actions: Action[]): void {
  const combat = combatOf(state);
  if (combat.round === 0) {
    for (const card of state.hand) if (canApply(state, card)) actions.push(APPLY_BUFF[card]);
    if (!isPrinted(state.options)) cleansings(state, combat.curses, actions);
  }
  listPills(state, actions);
}

/** True if the card can be applied: Prism, and blue potions if the option `buffsAtOnce` is off (rules R8, R22). */
function canApply({ options }: State, card: Card): boolean {
  if (kindOf(card) === 'blue') return !options.buffsAtOnce;
  return options.abilities && potionAbility(card)?.cost === 'applied';
}

/** Lists the actions that are legal both before and after a roll (rules R11, R24). */
function listReplies(state: State, actions: Action[]): void {
  const { hand, options } = state;
  if (hand.length > 0 && canHeal(state)) {
    for (const card of hand) if (kindOf(card) === 'red') actions.push(DRINK[card]);
  }
  if (options.abilities) {
    for (const card of hand) if (kindOf(card) === 'red' || !options.buffsAtOnce) listUses(state, card, actions);
    for (const card of combatOf(state).buffs) listUses(state, card, actions);
  }
  if (isPrinted(options)) cleansings(state, combatOf(state).curses, actions);
  if (canBribe(state)) actions.push(BRIBE);
}

function listUses(state: State, card: Card, actions: Action[]): void {
  const ability = potionAbility(card);
  if (ability?.cost !== 'discarded' || (ability.timing === 'afterRoll' && state.phase !== 'rolled')) return;
  if (ability.targets !== undefined) {
    for (const target of ability.targets(state)) listUse(state, { type: 'useAbility', card, target }, actions);
  } else if (ability.isOpen?.(state) === true) {
    listUse(state, USE_ABILITY[card] as ActionOf<'useAbility'>, actions);
  }
}

/** Adds the use of an ability. In the printed rules, the player may also discard Miracle and keep the red potion whose
 * ability is used (rule R38). */
function listUse(state: State, use: ActionOf<'useAbility'>, actions: Action[]): void {
  actions.push(use);
  const { options, hand } = state;
  if (!isPrinted(options) || kindOf(use.card) !== 'red') return;
  const isAtHand = hand.includes(MIRACLE.card) && !options.buffsAtOnce;
  if (isAtHand || combatOf(state).buffs.includes(MIRACLE.card)) actions.push({ ...use, miracle: true });
}

// Follows rule R11 of rules.md.
export function hasReply(state: State): boolean {
  if (state.hand.length === 0 && combatOf(state).buffs.length === 0) return canBribe(state);
  const replies: Action[] = [];
  listReplies(state, replies);
  return replies.length > 0;
}

/** Returns the price; null: no bribe is possible (rule R17). */
export function bribePrice({ options, defeated }: State): number | null {
  return options.bribe ? (BRIBES[tierOf(defeated)] ?? null) : null;
}

function canBribe(state: State): boolean {
  const price = bribePrice(state);
  return price !== null && price <= state.money && !isTerrorized(state, 'player');
}

// Follows rule R18 of rules.md.
function listPills(state: State, actions: Action[]): void {
  const { options, pill, money, hand } = state;
  if (!options.revivalPill || pill !== 'none' || money < PILL_PRICE) return;
  for (const blue of ofKind(hand, 'blue')) {
    for (const red of ofKind(hand, 'red')) actions.push({ type: 'craftPill', blue, red });
  }
}

// Follows rule R20 of rules.md.
function listSwaps(state: State, actions: Action[]): void {
  const { cards, rooms } = scoutOf(state);
  for (const card of cards) for (const room of rooms) actions.push({ type: 'scoutSwap', card, room });
  if (!isPrinted(state.options)) actions.push(SCOUT_DONE); // rule R31 of rules.md
}
