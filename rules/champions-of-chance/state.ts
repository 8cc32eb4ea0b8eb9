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

/** The last battle. It was cancelled if it had neither a winner nor a tie. */
export interface LastBattle {
  /** the roll of the active player, then that of the opponent */
  rolls: [ShownCard, ShownCard];
  winner: Seat | null;
  tie: boolean;
}

/** A position of the game. Functions replace its fields and never mutate their content. */
export interface State {
  options: Options;
  phase: Phase;
  /** the number of the battle that is prepared or fought, from 1 */
  battle: number;
  active: Seat;
  opponent: Seat | null;
  /** true: the active player's top card set the number, so the player may lose it */
  topCardUsed: boolean;
  number: number | null;
  challenge: Challenge | null;
  /** by seat, in the order in which the cards arrived; the cards of a die stay in the hand */
  hands: CardId[][];
  /** by seat: the cards that its die still has; empty if the seat has no die */
  dice: CardId[][];
  /** by seat: how often it took a card back from its present die; 0 once both dice are made */
  takenBack: number[];
  /** by seat: the card that it chose to discard after a tie, until both seats have chosen */
  discards: (CardId | null)[];
  thieves: Seat[];
  /** the seat from whose die a card was stolen in this battle; its other cards no longer form a die */
  robbed: Seat | null;
  /** cards that battlers received during this battle; none of them belongs to a die */
  newcomers: CardId[];
  lastBattle: LastBattle | null;
  discarded: ShownCard[];
  /** top card first */
  drawPile: CardId[];
  /** top card last */
  discardPile: CardId[];
  /** by seat: the cards won with Victory Dice, top card last */
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

/** Returns the top card of the seat's won cards. The active player may let this card set the number of a battle. */
export function topCardOf(state: State, seat: Seat): CardId | undefined {
  return state.piles[seat]?.at(-1);
}

/** Returns the active player and the opponent, in this order; no seats before the opponent is chosen. */
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

/** Records that all viewers can conclude from play that these are Wacky cards (rule R10). */
export function concludeWacky(state: State, cards: readonly CardId[]): void {
  see(state, cards, KNOWN_WACKY);
}

function see(state: State, cards: readonly CardId[], eyes: number): void {
  state.mixes = state.mixes.map((mix) => withSeen(mix, cards, eyes));
}

/** Records that only `followers` know where each of these cards went. Drops mixes that no longer hide anything. */
export function mixUp(state: State, cards: readonly CardId[], followers: readonly Seat[]): void {
  const seats = seatCount(state);
  const eyes = followers.reduce((all, seat) => all | eyesOf(seat, seats), 0);
  state.mixes = [...state.mixes, mixOf(state.options, seats, cards, eyes)].filter((mix) => hidesAnything(mix, seats));
}

// A shuffle or theft after which most viewers cannot tell certain cards apart. It has one number for each card of the
// deck, with a bit for each viewer who has seen that card since. Cards that were not mixed have all bits. Mixes record
// all that is hidden in hands and piles (rule R14).
export type Mix = number[];

/** This bit belongs to no viewer. It means that all viewers can conclude that the card is Wacky (rule R10). */
export const KNOWN_WACKY = 1 << 8;

const PLACES: ReadonlyMap<CardId, number> = new Map(
  deckOf({ dieSelection: 'choose', victoryDice: false, wackyNumbers: true }).map((card, place) => [card, place]),
);

/** Returns the index of a card in the printed deck. */
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

/** Returns the places of the cards that no viewer of `eyes` (a set of bits) has seen since this shuffle or theft. */
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
