import type { Seat, Viewer } from '../kernel/ruleset.ts';
import type { Challenge } from './actions.ts';
import { type CardId, deckOf } from './cards.ts';
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

/** A seat gets to see cards. */
export function seeAlone(state: State, seat: Seat, cards: readonly CardId[]): void {
  see(state, cards, eyesOf(seat, seatCount(state)));
}

/** Cards lie open for everybody. */
export function seeTogether(state: State, cards: readonly CardId[]): void {
  see(state, cards, allEyes(seatCount(state)));
}

/** Everybody can conclude that these are Wacky cards. R10 */
export function concludeWacky(state: State, cards: readonly CardId[]): void {
  see(state, cards, KNOWN_WACKY);
}

function see(state: State, cards: readonly CardId[], eyes: number): void {
  state.mixes = state.mixes.map((mix) => withSeen(mix, cards, eyes));
}

/** Only these seats can follow what becomes of the cards. Moments that hide nothing any more are forgotten. */
export function mixUp(state: State, cards: readonly CardId[], followers: readonly Seat[]): void {
  const seats = seatCount(state);
  const eyes = followers.reduce((all, seat) => all | eyesOf(seat, seats), 0);
  state.mixes = [...state.mixes, mixOf(state.options, seats, cards, eyes)].filter((mix) => hidesAnything(mix, seats));
}

/**
 * A moment after which nobody, or only somebody, can tell certain cards apart: a shuffle, or a theft out
 * of a hand. By place in the deck, it holds a bit for each viewer who has seen the card since. To a viewer
 * who has seen none of several cards since the moment, any of them may be where another is; that is all that
 * is hidden in hands and piles, and `redeal` draws exactly that anew. A card that was not part of the
 * moment counts as seen by all. R14
 */
export type Mix = number[];

/** Stands for no viewer: everybody can conclude that the card is a Wacky one. R10 */
export const KNOWN_WACKY = 1 << 8;

const PLACES: ReadonlyMap<CardId, number> = new Map(
  deckOf({ dieSelection: 'choose', victoryDice: false, wackyNumbers: true }).map((card, place) => [card, place]),
);

/** Where a card stands in the printed deck. */
export function placeOf(card: CardId): number {
  return PLACES.get(card) as number;
}

/** The bit of a viewer. */
export function eyesOf(viewer: Viewer, seats: number): number {
  return 1 << (viewer === 'spectator' ? seats : viewer);
}

/** The bits of all seats and of those who watch. */
export function allEyes(seats: number): number {
  return (1 << (seats + 1)) - 1;
}

/** The moment at which these cards are mixed up, followed by these eyes only. */
export function mixOf(options: Options, seats: number, cards: readonly CardId[], eyes: number): Mix {
  const mix: Mix = new Array<number>(deckOf(options).length).fill(allEyes(seats));
  for (const card of cards) mix[placeOf(card)] = eyes;
  return mix;
}

/** The moment, with these cards seen by these eyes since. */
export function withSeen(mix: Mix, cards: readonly CardId[], eyes: number): Mix {
  let seen = mix;
  for (const card of cards) {
    const place = placeOf(card);
    const before = seen[place] as number;
    if ((before | eyes) === before) continue;
    if (seen === mix) seen = mix.slice();
    seen[place] = before | eyes;
  }
  return seen;
}

/** The places of the cards that these eyes cannot tell apart since the moment. */
export function hiddenPlaces(mix: Mix, eyes: number): number[] {
  const places: number[] = [];
  for (let place = 0; place < mix.length; place++) {
    if (((mix[place] as number) & eyes) === 0) places.push(place);
  }
  return places;
}

/** Whether some viewer still cannot tell some cards apart. */
function hidesAnything(mix: Mix, seats: number): boolean {
  for (let eyes = 1; eyes <= 1 << seats; eyes <<= 1) if (hiddenPlaces(mix, eyes).length > 1) return true;
  return false;
}
