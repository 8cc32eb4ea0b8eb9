import type { Seat, Viewer } from '../kernel/ruleset.ts';
import type { Challenge } from './actions.ts';
import { type CardId, deckOf } from './cards.ts';
import type { Options } from './options.ts';

export const PHASES = ['opponent', 'number', 'die', 'challenge', 'tie', 'steal', 'over'] as const;
export type Phase = (typeof PHASES)[number];

export interface ShownCard {
  seat: Seat;
  card: CardId;
}

/** No winner and no tie: cancelled. */
export interface LastBattle {
  /** the active player's first */
  rolls: [ShownCard, ShownCard];
  winner: Seat | null;
  tie: boolean;
}

/** A position. Never mutate anything in it. */
export interface State {
  options: Options;
  phase: Phase;
  /** the battle being prepared or fought, from 1 */
  battle: number;
  active: Seat;
  opponent: Seat | null;
  /** the active player's top card set the number and is at stake */
  topCardUsed: boolean;
  number: number | null;
  challenge: Challenge | null;
  /** by seat, in order of arrival; the cards of a die stay in the hand */
  hands: CardId[][];
  /** by seat: the cards of its die that it still holds; empty without a die */
  dice: CardId[][];
  /** by seat: cards taken back from the die being made; 0 once both dice are made */
  takenBack: number[];
  /** by seat: its chosen discard after a tie, until both have chosen */
  discards: (CardId | null)[];
  thieves: Seat[];
  /** the seat whose die lost a card to a theft in this battle, and so is no die any more */
  robbed: Seat | null;
  /** cards that came to a battler during this battle, and so belong to no die */
  newcomers: CardId[];
  lastBattle: LastBattle | null;
  discarded: ShownCard[];
  /** top card first */
  drawPile: CardId[];
  /** top card last */
  discardPile: CardId[];
  /** by seat, won with Victory Dice, top card last */
  piles: CardId[][];
  mixes: Mix[];
}

export function seatCount(state: State): number {
  return state.hands.length;
}

export function handOf(state: State, seat: Seat): CardId[] {
  return state.hands[seat] as CardId[];
}

export function handCounts(state: State): number[] {
  return state.hands.map((hand) => hand.length);
}

export function dieOf(state: State, seat: Seat): CardId[] {
  return state.dice[seat] as CardId[];
}

/** The card that can set the number if its owner wants it to. */
export function topCardOf(state: State, seat: Seat): CardId | undefined {
  return state.piles[seat]?.at(-1);
}

/** The active player first; empty before the opponent is chosen. */
export function battlersOf(state: State): Seat[] {
  return state.opponent === null ? [] : [state.active, state.opponent];
}

export function otherBattler(state: State, seat: Seat): Seat {
  if (state.opponent === null) throw new Error('no battle is running');
  return seat === state.active ? state.opponent : state.active;
}

export function numberOf(state: State): number {
  if (state.number === null) throw new Error('the number is not settled yet');
  return state.number;
}

export function seeAlone(state: State, seat: Seat, cards: readonly CardId[]): void {
  see(state, cards, eyesOf(seat, seatCount(state)));
}

export function seeTogether(state: State, cards: readonly CardId[]): void {
  see(state, cards, allEyes(seatCount(state)));
}

/** All viewers can conclude that these are Wacky cards. R10 */
export function concludeWacky(state: State, cards: readonly CardId[]): void {
  see(state, cards, KNOWN_WACKY);
}

function see(state: State, cards: readonly CardId[], eyes: number): void {
  state.mixes = state.mixes.map((mix) => withSeen(mix, cards, eyes));
}

/** Records that only `followers` can follow these cards. Drops mixes that no longer hide anything. */
export function mixUp(state: State, cards: readonly CardId[], followers: readonly Seat[]): void {
  const seats = seatCount(state);
  const eyes = followers.reduce((all, seat) => all | eyesOf(seat, seats), 0);
  state.mixes = [...state.mixes, mixOf(state.options, seats, cards, eyes)].filter((mix) => hidesAnything(mix, seats));
}

// R14: a shuffle or theft after which most viewers cannot tell certain cards apart. By place in the deck: a bit for
// each viewer who has seen the card since, all bits for other cards. Nothing else is hidden in hands and piles.
export type Mix = number[];

/** Not a viewer: all can conclude that the card is Wacky. R10 */
export const KNOWN_WACKY = 1 << 8;

const PLACES: ReadonlyMap<CardId, number> = new Map(
  deckOf({ dieSelection: 'choose', victoryDice: false, wackyNumbers: true }).map((card, place) => [card, place]),
);

/** The index in the printed deck. */
export function placeOf(card: CardId): number {
  return PLACES.get(card) as number;
}

export function eyesOf(viewer: Viewer, seats: number): number {
  return 1 << (viewer === 'spectator' ? seats : viewer);
}

export function allEyes(seats: number): number {
  return (1 << (seats + 1)) - 1;
}

export function mixOf(options: Options, seats: number, cards: readonly CardId[], eyes: number): Mix {
  const mix: Mix = new Array<number>(deckOf(options).length).fill(allEyes(seats));
  for (const card of cards) mix[placeOf(card)] = eyes;
  return mix;
}

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

/** The places of the cards that these eyes cannot tell apart since the mix. */
export function hiddenPlaces(mix: Mix, eyes: number): number[] {
  const places: number[] = [];
  for (let place = 0; place < mix.length; place++) {
    if (((mix[place] as number) & eyes) === 0) places.push(place);
  }
  return places;
}

function hidesAnything(mix: Mix, seats: number): boolean {
  for (let eyes = 1; eyes <= 1 << seats; eyes <<= 1) if (hiddenPlaces(mix, eyes).length > 1) return true;
  return false;
}
