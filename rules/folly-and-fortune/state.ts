import type { Seat } from '../kernel/ruleset.ts';
import type { CardId } from './cards.ts';
import type { Options } from './options.ts';
import type { Power, PowerKind } from './power.ts';
import type { HiddenCard } from './trail.ts';

export const PHASES = ['row', 'roll', 'victim', 'remove', 'place', 'power', 'over'] as const;
export type Phase = (typeof PHASES)[number];

/** Moves that the game makes without a choice of a player, in the order of a turn (rule R11). */
export type AutomaticMove = 'startTurn' | 'roll' | 'attack' | 'afterAttack' | 'placeRoll' | 'unseenPowers' | 'endTurn';

/** The effect of a Shield card, until its owner's next turn at the latest. It may also weaken the owner's own cards. */
export interface Shield {
  owner: Seat;
  card: CardId;
  power: Power;
}

export interface Exposed {
  card: CardId;
  health: number;
}

/** The attack in progress. Everything about it is public. */
export interface Attack {
  victim: Seat;
  damage: number;
  /** the victim's row at the start of the attack; later changes of health do not count (rule R20). */
  exposed: Exposed[];
  removed: CardId[];
  total: number;
  /** in a self-attack: the total health that must be removed; null: the player may stop at any time (rules R5, R6) */
  goal: number | null;
  /** the number of cards that the attack may remove; null: any number (rule R9). */
  limit: number | null;
  mayEmptyRow: boolean;
}

export interface OpenAttack extends Attack {
  next: AutomaticMove;
}

export interface Pending {
  power: PowerKind;
  card: CardId;
  left: number;
  /** the card that the player picked and must now put at one end of the row */
  taken: CardId | null;
  next: AutomaticMove;
}

export interface Turn {
  /** the active seat's row at the start of the turn */
  row: CardId[];
  /** the value of `State.moment` at the start of the turn */
  began: number;
  rolls: number;
  /** the number of cards of `row` that the rolls of this turn have reached: each roll reaches the next card */
  reached: number;
  /** the rolled card, until it joins the row or returns to the hand */
  current: CardId | null;
  /** the card of `row` that the latest roll reached: its power acts if the player stops */
  effect: CardId | null;
  /** the result if the player stops; null: a later roll decides it */
  result: number | null;
  /** the sum that the powers of passed cards add to each further result of the turn */
  lasting: number;
  /** the rerolls that the power `rerollsAtMost` still allows */
  atMost: number | null;
  /** the rerolls that the power `rerollsExactly` still demands */
  exactly: number | null;
  /** cards that cannot be rolled this turn, even if they have left the hand since */
  setAside: CardId[];
  attacked: Seat[];
  removed: CardId[];
  /** the rolled card, once it has joined the row */
  placed: CardId | null;
  /** cards that no roll reached and whose powers must still act; null: the unseen powers have not begun */
  unseen: CardId[] | null;
}

export interface Study {
  seat: Seat;
  at: number;
  cards: CardId[];
}

/** A position of the game. Functions replace its fields and never mutate their content. */
export interface State {
  options: Options;
  phase: Phase;
  active: Seat;
  turns: number[];
  rows: CardId[][];
  hands: HiddenCard[][];
  /** top card last */
  drawPile: HiddenCard[];
  /** top card last */
  discardPile: CardId[];
  /** by seat: the two cards that it chose in secret for its row; null: it has not chosen yet */
  chosenRows: (CardId[] | null)[];
  shields: Shield[];
  /** by seat: the hand that it saw when it last studied one; null: it studied none */
  studies: (Study | null)[];
  /** a counter that grows when a hidden card moves or is seen; it is secret */
  moment: number;
  turn: Turn;
  attack: OpenAttack | null;
  pending: Pending | null;
}

/** The public part of a position that decides results, shields and removals. A policy can fill it from a view. */
export type Board = Readonly<Pick<State, 'active' | 'rows' | 'shields'>>;

export function newTurn(row: CardId[], moment: number): Turn {
  return {
    row,
    began: moment,
    rolls: 0,
    reached: 0,
    current: null,
    effect: null,
    result: null,
    lasting: 0,
    atMost: null,
    exactly: null,
    setAside: [],
    attacked: [],
    removed: [],
    placed: null,
    unseen: null,
  };
}

/** Copies a position so that its fields, and those of the turn, may be replaced. This is faster than spread syntax. */
export function copyOf(state: State): State {
  const { turn } = state;
  return {
    options: state.options,
    phase: state.phase,
    active: state.active,
    turns: state.turns,
    rows: state.rows,
    hands: state.hands,
    drawPile: state.drawPile,
    discardPile: state.discardPile,
    chosenRows: state.chosenRows,
    shields: state.shields,
    studies: state.studies,
    moment: state.moment,
    turn: {
      row: turn.row,
      began: turn.began,
      rolls: turn.rolls,
      reached: turn.reached,
      current: turn.current,
      effect: turn.effect,
      result: turn.result,
      lasting: turn.lasting,
      atMost: turn.atMost,
      exactly: turn.exactly,
      setAside: turn.setAside,
      attacked: turn.attacked,
      removed: turn.removed,
      placed: turn.placed,
      unseen: turn.unseen,
    },
    attack: state.attack,
    pending: state.pending,
  };
}

export function emptyState(options: Options, seats: number): State {
  return {
    options,
    phase: 'over',
    active: 0,
    turns: new Array<number>(seats).fill(0),
    rows: forEachSeat<CardId[]>(seats, () => []),
    hands: forEachSeat<HiddenCard[]>(seats, () => []),
    drawPile: [],
    discardPile: [],
    chosenRows: [],
    shields: [],
    studies: forEachSeat(seats, () => null),
    moment: 0,
    turn: newTurn([], 0),
    attack: null,
    pending: null,
  };
}

export function forEachSeat<T>(seats: number, make: (seat: Seat) => T): T[] {
  return Array.from({ length: seats }, (_, seat) => make(seat));
}

export function seatCount(state: { readonly rows: readonly unknown[] }): number {
  return state.rows.length;
}

export function rowOf(board: Pick<Board, 'rows'>, seat: Seat): CardId[] {
  return board.rows[seat] as CardId[];
}

export function handOf(state: State, seat: Seat): HiddenCard[] {
  return state.hands[seat] as HiddenCard[];
}

export function pendingOf(state: State): Pending {
  if (state.pending === null) throw new Error('no power asks for anything');
  return state.pending;
}

export function attackOf(state: State): OpenAttack {
  if (state.attack === null) throw new Error('there is no attack');
  return state.attack;
}

export function currentOf(state: State): CardId {
  if (state.turn.current === null) throw new Error('no card is rolled');
  return state.turn.current;
}
