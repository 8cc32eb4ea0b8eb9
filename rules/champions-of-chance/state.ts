import type { Seat } from '../kernel/ruleset.ts';
import type { Challenge } from './actions.ts';
import type { CardId } from './cards.ts';
import type { Mix } from './mixes.ts';
import type { Options } from './options.ts';

/** What the game waits for. */
export const PHASES = ['opponent', 'number', 'die', 'challenge', 'tie', 'steal', 'over'] as const;
export type Phase = (typeof PHASES)[number];

/** A card that everybody has seen, and whose it was. */
export interface ShownCard {
  seat: Seat;
  card: CardId;
}

/** How a roll came out: with a winner, as a tie, or as neither of the two. */
export interface LastBattle {
  /** the active player's first */
  rolls: [ShownCard, ShownCard];
  winner: Seat | null;
  tie: boolean;
}

/** A position. Nothing in it is ever changed in place. */
export interface State {
  options: Options;
  phase: Phase;
  /** the number of the battle that is being prepared or fought, from 1 */
  battle: number;
  active: Seat;
  opponent: Seat | null;
  /** whether the active player's top card set the number and is at stake */
  topCardUsed: boolean;
  number: number | null;
  challenge: Challenge | null;
  /** by seat, in the order the cards came; the cards of a die stay in the hand */
  hands: CardId[][];
  /** by seat: the cards of its die that it still holds; empty for seats without one */
  dice: CardId[][];
  /** by seat: how often it took a card back out of the die that it is making; 0 once both dice are made */
  takenBack: number[];
  /** by seat: what it has chosen to discard after a tie, until both have chosen */
  discards: (CardId | null)[];
  /** who is still to steal, the next one first */
  thieves: Seat[];
  /** whose die has been stolen from in this battle, and is none any more */
  robbed: Seat | null;
  /** cards that came to a battler during this battle, and so are of no die */
  newcomers: CardId[];
  lastBattle: LastBattle | null;
  /** what was discarded since the latest roll, whatever has become of it */
  discarded: ShownCard[];
  /** the top card first */
  drawPile: CardId[];
  /** the top card last */
  discardPile: CardId[];
  /** by seat, won with Victory Dice, the top card last */
  piles: CardId[][];
  /** what every viewer may and may not know about hidden cards */
  mixes: Mix[];
}

export function seatCount(state: State): number {
  return state.hands.length;
}

export function handOf(state: State, seat: Seat): CardId[] {
  return state.hands[seat] as CardId[];
}

/** By seat, what everybody sees. */
export function handCounts(state: State): number[] {
  return state.hands.map((hand) => hand.length);
}

export function dieOf(state: State, seat: Seat): CardId[] {
  return state.dice[seat] as CardId[];
}

/** The card that decides the number if its owner wants it to. */
export function topCardOf(state: State, seat: Seat): CardId | undefined {
  return state.piles[seat]?.at(-1);
}

/** Both battlers, the active player first; nobody before the opponent is chosen. */
export function battlersOf(state: State): Seat[] {
  return state.opponent === null ? [] : [state.active, state.opponent];
}

/** Whom a battler fights. */
export function otherBattler(state: State, seat: Seat): Seat {
  if (state.opponent === null) throw new Error('nobody is in battle');
  return seat === state.active ? state.opponent : state.active;
}

/** How large both dice are. */
export function numberOf(state: State): number {
  if (state.number === null) throw new Error('the number is not settled yet');
  return state.number;
}
