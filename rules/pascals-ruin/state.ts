import type { Seat } from '../kernel/ruleset.ts';
import type { Card } from '../kernel/tabletop/cards.ts';
import { isKing, type ReactionCard } from './cards.ts';
import { type Chain, FULL_CHAIN, sumOfCards, sumOfDice, topOf } from './chain.ts';
import { DICE, type Die, isNatural20, type Roll } from './dice.ts';
import type { Options } from './options.ts';

export const PHASES = ['roll', 'decide', 'reaction', 'challenge', 'vote', 'over'] as const;
export type Phase = (typeof PHASES)[number];
export const PENDING_KINDS = ['reaction', 'challenge', 'vote'] as const;
export type PendingKind = (typeof PENDING_KINDS)[number];

export interface Choice {
  seat: Seat;
  /** true: the seat challenges, or votes for the end of the game */
  yes: boolean;
}

export interface Pending {
  kind: PendingKind;
  waitingFor: Seat[];
  /** the rolls that seats may force to be repeated: one, or those of two challengers; empty in a vote */
  rolls: Roll[];
  /** each choice is known only to its seat until all seats have chosen */
  choices: Choice[];
}

/** A position. Functions replace its fields and never mutate their content. */
export interface State {
  options: Options;
  phase: Phase;
  round: number;
  roundWins: number[];
  roundPoints: number[];
  /** points of all rounds, including the current one */
  totals: number[];
  /** the cards of this round in shuffled order; the first `dealt` of them have been turned over */
  deck: Card[];
  dealt: number;
  /** top card last */
  discard: Card[];
  starter: Seat;
  active: Seat;
  chain: Chain;
  diceLeft: Die[][];
  held: ReactionCard[][];
  pending: Pending | null;
}

/** Copies a position so that its fields may be replaced. This is several times as fast as spread syntax. */
export function copyOf(state: State): State {
  return {
    options: state.options,
    phase: state.phase,
    round: state.round,
    roundWins: state.roundWins,
    roundPoints: state.roundPoints,
    totals: state.totals,
    deck: state.deck,
    dealt: state.dealt,
    discard: state.discard,
    starter: state.starter,
    active: state.active,
    chain: state.chain,
    diceLeft: state.diceLeft,
    held: state.held,
    pending: state.pending,
  };
}

export function emptyState(options: Options, seats: number): State {
  return {
    options,
    phase: 'over',
    round: 0,
    roundWins: zeros(seats),
    roundPoints: zeros(seats),
    totals: zeros(seats),
    deck: [],
    dealt: 0,
    discard: [],
    starter: 0,
    active: 0,
    chain: [],
    diceLeft: allDice(seats),
    held: emptyHands(seats),
    pending: null,
  };
}

export function zeros(seats: number): number[] {
  return new Array<number>(seats).fill(0);
}

/** All seats and positions share this array, so it is frozen. */
const FULL_SET = Object.freeze([...DICE]) as Die[];

export function allDice(seats: number): Die[][] {
  return new Array<Die[]>(seats).fill(FULL_SET);
}

export function emptyHands(seats: number): ReactionCard[][] {
  return Array.from({ length: seats }, () => []);
}

export function seatCount(state: State): number {
  return state.held.length;
}

export function deckCount(state: State): number {
  return state.deck.length - state.dealt;
}

export function faceUp(state: State): Card {
  return topOf(state.chain).card;
}

export function pendingOf(state: State): Pending {
  if (state.pending === null) throw new Error('nothing is pending');
  return state.pending;
}

export const SCORED_THINGS = ['cards', 'dice', 'natural20'] as const;
export const SCORE_REASONS = ['taken', 'tie', 'failedChallenge', 'fullChain', 'king', 'lastCard'] as const;

export interface Score {
  points: number;
  counted: (typeof SCORED_THINGS)[number];
}
export type ScoreReason = (typeof SCORE_REASONS)[number];

// Follows rule R14 of rules.md.
const NATURAL_20_POINTS = 100;

/** Returns the sum of the cards, including the open one (rule R12). */
export function cardScore(state: State): Score {
  return { points: sumOfCards(state.chain), counted: 'cards' };
}

/** Returns true if winning the open card ends the chain, because it is the fifth card or the last of the deck. */
export function isFinalCard(state: State): boolean {
  return state.chain.length === FULL_CHAIN || deckCount(state) === 0;
}

/** Returns the score of a chain whose last card is won by a die or is an Ace or King (rules R4, R5, R13, R14). */
export function finalScore(state: State): Score {
  const { chain, options } = state;
  const { card, roll } = topOf(chain);
  const spicyRoll = options.spicy && roll !== undefined && isFinalCard(state); // rule R21 of rules.md
  if (spicyRoll && isNatural20(roll)) return { points: NATURAL_20_POINTS, counted: 'natural20' };
  if (spicyRoll || chain.length === FULL_CHAIN || isKing(card)) {
    return { points: sumOfDice(chain), counted: 'dice' };
  }
  return cardScore(state);
}
