import { type Card, rankOf } from './cards.ts';
import type { Hand } from './hands.ts';
import { isPrinted, type Options } from './options.ts';

/** What the game waits for. */
export const PHASES = ['explore', 'money', 'scout', 'ready', 'rolled', 'tie', 'trade', 'loss', 'over'] as const;
export type Phase = (typeof PHASES)[number];

/** How a roll compares: who hits, or nobody. A draw is rolled again without a counter-attack. */
export const RESULTS = ['playerHits', 'enemyHits', 'tie', 'draw'] as const;
export type Result = (typeof RESULTS)[number];

/** How a run ends. */
export const ENDINGS = {
  victory: 'all enemies are defeated',
  fallen: 'the player has fallen to 0 HP',
  levelLimit: 'no level follows the 500th',
};
export type Ending = keyof typeof ENDINGS;

export const PILLS = ['none', 'ready', 'used'] as const;
export type Pill = (typeof PILLS)[number];

export const SIDES = ['player', 'enemy'] as const;
export type Side = (typeof SIDES)[number];

/**
 * How far a combat is. meeting: the enemy's curses act. preparing: before the first roll. opening: the player's lucky
 * curses act, with the first roll. fighting: whatever acts once has acted. R11
 */
export type Stage = 'meeting' | 'preparing' | 'opening' | 'fighting';

/** A place of the grid: a card face down or face up, or nothing any more. */
export interface Room {
  card: Card | null;
  isOpen: boolean;
}

export interface Combat {
  enemy: Card;
  room: number;
  enemyHp: number;
  enemyMaxHp: number;
  enemyAtk: number;
  finalBoss: boolean;
  /** applied potions, in the order they were applied */
  buffs: Card[];
  /** curses on the side of the enemy */
  curses: Card[];
  /** rolls of both sides since the combat began or began again */
  round: number;
  stage: Stage;
  /** curses that still act once before the player decides, or before the dice are thrown; from the first to the last */
  acting: Card[];
  playerDice: number[];
  enemyDice: number[];
  playerHand: Hand | null;
  enemyHand: Hand | null;
  result: Result | null;
  isCounter: boolean;
  /** taken off this roll of the enemy by Shield, in max combat */
  shield: number;
  /** extra damage of the next hit */
  roar: number;
  /** white dice more and black dice fewer in the next roll */
  elevate: number;
  stun: number;
  /** the cards of which one is to be lost */
  losses: Card[];
}

/** What the player knows about cards that lie face down; each card is in these lists wherever it lies. R27 */
export interface Lore {
  /** cards whose very place is known */
  known: Card[];
  /** cards in places that are known to hold an enemy, or to hold none */
  sorted: Card[];
  /** cards shuffled back into the deck, which therefore lie in none of the places of the cards `apart` */
  returned: Card[];
  apart: Card[];
}

/** What only the printed rules have to remember. */
export interface Print {
  /** enemy cards drawn so far, each as often as it was drawn; the twelfth is the final boss, also when it comes back. R10 */
  enemiesDrawn: number;
  finalBoss: Card | null;
  /** the potion that the last action has brought, which may be drunk at once. R24 */
  fresh: Card | null;
}

/** A position. Nothing in it is ever changed in place. */
export interface State {
  options: Options;
  phase: Phase;
  level: number;
  rooms: Room[];
  /** the room whose money card has to be taken */
  moneyRoom: number | null;
  /** from the top down */
  deck: Card[];
  /** the top card last */
  discard: Card[];
  setAside: Card[];
  hp: number;
  maxHp: number;
  atk: number;
  bestAtk: number;
  money: number;
  defeated: number;
  /** potions, in the order they were taken */
  hand: Card[];
  /** curses that wait for the next combat */
  curses: Card[];
  luckyCurses: Card[];
  combat: Combat | null;
  /** what Scout has shown and may still swap, and the rooms it may still swap with */
  scout: { cards: Card[]; rooms: number[] } | null;
  pill: Pill;
  lore: Lore;
  ending: Ending | null;
  /** with the option `printed` only */
  print?: Print;
}

export const EMPTY_ROOM: Room = Object.freeze({ card: null, isOpen: true });
export const NO_LORE: Lore = Object.freeze({ known: [], sorted: [], returned: [], apart: [] });
export const START_MONEY = 12;
export const MOST_MONEY = 24;
export const MOST_ATK = 6;
/** Hit points of a full red die. */
export const FULL_DIE = 6;
export const HIGHEST_TIER = 4;

/** Before the first level is dealt. */
export function startingState(options: Options, deck: Card[], lore: Lore): State {
  const { startHp, startAtk } = options;
  return {
    options,
    phase: 'explore',
    level: 0,
    rooms: [],
    moneyRoom: null,
    deck,
    discard: [],
    setAside: [],
    hp: startHp,
    maxHp: startHp,
    atk: startAtk,
    bestAtk: startAtk,
    money: START_MONEY,
    defeated: 0,
    hand: [],
    curses: [],
    luckyCurses: [],
    combat: null,
    scout: null,
    pill: 'none',
    lore,
    ending: null,
    ...(isPrinted(options) && { print: { enemiesDrawn: 0, finalBoss: null, fresh: null } }),
  };
}

/** A copy whose fields can be replaced, those of the combat as well. Written out, which is several times as fast as a spread. */
export function copyOf(state: State): State {
  return {
    options: state.options,
    phase: state.phase,
    level: state.level,
    rooms: state.rooms,
    moneyRoom: state.moneyRoom,
    deck: state.deck,
    discard: state.discard,
    setAside: state.setAside,
    hp: state.hp,
    maxHp: state.maxHp,
    atk: state.atk,
    bestAtk: state.bestAtk,
    money: state.money,
    defeated: state.defeated,
    hand: state.hand,
    curses: state.curses,
    luckyCurses: state.luckyCurses,
    combat: state.combat === null ? null : combatCopy(state.combat),
    scout: state.scout,
    pill: state.pill,
    lore: state.lore,
    ending: state.ending,
    ...(state.print !== undefined && { print: state.print }),
  };
}

function combatCopy(combat: Combat): Combat {
  return {
    enemy: combat.enemy,
    room: combat.room,
    enemyHp: combat.enemyHp,
    enemyMaxHp: combat.enemyMaxHp,
    enemyAtk: combat.enemyAtk,
    finalBoss: combat.finalBoss,
    buffs: combat.buffs,
    curses: combat.curses,
    round: combat.round,
    stage: combat.stage,
    acting: combat.acting,
    playerDice: combat.playerDice,
    enemyDice: combat.enemyDice,
    playerHand: combat.playerHand,
    enemyHand: combat.enemyHand,
    result: combat.result,
    isCounter: combat.isCounter,
    shield: combat.shield,
    roar: combat.roar,
    elevate: combat.elevate,
    stun: combat.stun,
    losses: combat.losses,
  };
}

/** R10 */
export function tierOf(defeated: number): number {
  return Math.min(HIGHEST_TIER, 1 + Math.floor(defeated / 3));
}

/** The combat that is going on. */
export function combatOf(state: State): Combat {
  if (state.combat === null) throw new Error('there is no combat');
  return state.combat;
}

/** Whether curses are acting that act once. */
export function isActing(stage: Stage): boolean {
  return stage === 'meeting' || stage === 'opening';
}

export function isFaceDown(room: Room): boolean {
  return !room.isOpen;
}

/** What a room's potion costs. */
export function priceOf(card: Card): number {
  return rankOf(card);
}
