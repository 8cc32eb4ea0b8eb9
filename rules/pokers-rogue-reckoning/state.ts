import { type Card, rankOf } from './cards.ts';
import type { Hand } from './hands.ts';
import { isPrinted, type Options } from './options.ts';

export const PHASES = ['explore', 'money', 'scout', 'ready', 'rolled', 'tie', 'trade', 'loss', 'over'] as const;
export type Phase = (typeof PHASES)[number];

/** The results of a roll. After a tie the player may counter-attack; a draw is rolled again without that choice. */
export const RESULTS = ['playerHits', 'enemyHits', 'tie', 'draw'] as const;
export type Result = (typeof RESULTS)[number];

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

// The stages of a combat. `meeting`: the enemy's curses act; `preparing`: before the first roll; `opening`: lucky
// curses act; `fighting`: all curses have acted (rule R11).
export type Stage = 'meeting' | 'preparing' | 'opening' | 'fighting';

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
  /** in the order in which they were applied */
  buffs: Card[];
  /** curses on the enemy's side */
  curses: Card[];
  /** the number of rolls since the combat began or restarted */
  round: number;
  stage: Stage;
  /** curses that must still act once, in the order in which they act */
  acting: Card[];
  playerDice: number[];
  enemyDice: number[];
  playerHand: Hand | null;
  enemyHand: Hand | null;
  result: Result | null;
  isCounter: boolean;
  /** in max combat: the points by which the ability Shield lowers the enemy's total of this roll */
  shield: number;
  /** the extra damage of the next hit by the ability Roar */
  roar: number;
  /** from the ability Elevate: additional white dice in the next roll */
  elevate: number;
  stun: number;
  /** the cards of which the player must lose one */
  losses: Card[];
}

/** What the player knows about face-down cards. Cards that are no longer face down may stay listed (rule R27). */
export interface Lore {
  /** cards whose exact place the player knows */
  known: Card[];
  /** cards that were placed by the sparse shuffle, so the player knows which of their places hold enemies */
  sorted: Card[];
  /** `returned`: cards that were shuffled into the deck; `apart`: the cards that lay face down in rooms then */
  returned: Card[];
  apart: Card[];
}

export interface Print {
  /** how often an enemy was drawn, even the same one again; the twelfth is the final boss (rule R10) */
  enemiesDrawn: number;
  finalBoss: Card | null;
  /** the potion that the player has just taken and may now drink (rule R24) */
  fresh: Card | null;
}

/** A position. Functions replace its fields and never mutate their content. */
export interface State {
  options: Options;
  phase: Phase;
  level: number;
  rooms: Room[];
  moneyRoom: number | null;
  /** top card first */
  deck: Card[];
  /** top card last */
  discard: Card[];
  setAside: Card[];
  hp: number;
  maxHp: number;
  atk: number;
  bestAtk: number;
  money: number;
  defeated: number;
  hand: Card[];
  /** curses that wait for the next combat */
  curses: Card[];
  luckyCurses: Card[];
  combat: Combat | null;
  /** the cards and rooms that the player may still swap with Scout; null: Scout is not in use */
  scout: { cards: Card[]; rooms: number[] } | null;
  pill: Pill;
  lore: Lore;
  ending: Ending | null;
  /** present only with the option `printed` */
  print?: Print;
}

export const EMPTY_ROOM: Room = Object.freeze({ card: null, isOpen: true });
export const NO_LORE: Lore = Object.freeze({ known: [], sorted: [], returned: [], apart: [] });
export const START_MONEY = 12;
export const MOST_MONEY = 24;
export const MOST_ATK = 6;
export const FULL_DIE = 6;
export const HIGHEST_TIER = 4;

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

/** Copies a position so that its fields, and those of the combat, may be replaced. Spread syntax takes much longer. */
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

// Follows rule R10 of rules.md.
export function tierOf(defeated: number): number {
  return Math.min(HIGHEST_TIER, 1 + Math.floor(defeated / 3));
}

export function combatOf(state: State): Combat {
  if (state.combat === null) throw new Error('there is no combat');
  return state.combat;
}

export function isActing(stage: Stage): boolean {
  return stage === 'meeting' || stage === 'opening';
}

export function isFaceDown(room: Room): boolean {
  return !room.isOpen;
}

export function priceOf(card: Card): number {
  return rankOf(card);
}
