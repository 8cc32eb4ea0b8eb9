import type { Seat } from '../kernel/ruleset.ts';
import type { CardId } from './cards.ts';
import type { Options } from './options.ts';
import type { Power, PowerKind } from './power.ts';
import type { HiddenCard } from './trail.ts';

export const PHASES = ['row', 'roll', 'victim', 'remove', 'place', 'power', 'over'] as const;
export type Phase = (typeof PHASES)[number];

/** Moves of the house, which need no player's choice, in the order of a turn. R11 */
export type AutomaticMove = 'startTurn' | 'roll' | 'attack' | 'afterAttack' | 'placeRoll' | 'unseenPowers' | 'endTurn';

/** Lasts until its owner's next turn; may also be a weakness. */
export interface Shield {
  owner: Seat;
  card: CardId;
  power: Power;
}

export interface Exposed {
  card: CardId;
  health: number;
}

/** An attack in progress, which is public. */
export interface Attack {
  victim: Seat;
  damage: number;
  /** the victim's row at the start of the attack; its health stays as it was then R20 */
  exposed: Exposed[];
  removed: CardId[];
  total: number;
  /** self-attack: the exact health to remove; null: a smaller sum is legal too (R6) */
  goal: number | null;
  /** maximum number of cards; null: no limit R9 */
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
  /** the picked card that still needs a side */
  taken: CardId | null;
  next: AutomaticMove;
}

export interface Turn {
  /** the active seat's row at the start of the turn */
  row: CardId[];
  /** the moment before the turn */
  began: number;
  rolls: number;
  /** number of cards of that row that have governed a roll */
  reached: number;
  /** the rolled card, until it joins the row or returns to the hand */
  current: CardId | null;
  /** the card that governs the roll that counts */
  effect: CardId | null;
  /** the result of stopping; null if unknown */
  result: number | null;
  /** the sum of passed powers */
  lasting: number;
  /** rerolls still allowed by `rerollsAtMost` */
  atMost: number | null;
  /** rerolls still demanded by `rerollsExactly` */
  exactly: number | null;
  /** cards that cannot be rolled, wherever they are now */
  setAside: CardId[];
  attacked: Seat[];
  removed: CardId[];
  /** the rolled card that joined the row */
  placed: CardId | null;
  /** unseen cards whose power has yet to act; null before that */
  unseen: CardId[] | null;
}

export interface Study {
  seat: Seat;
  at: number;
  cards: CardId[];
}

/** A position. Never mutate anything in it. */
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
  /** by seat: its two secretly chosen cards, or null */
  chosenRows: (CardId[] | null)[];
  shields: Shield[];
  /** by seat: the hand it studied last */
  studies: (Study | null)[];
  /** counts how often a hidden card moved or was seen; secret */
  moment: number;
  turn: Turn;
  attack: OpenAttack | null;
  pending: Pending | null;
}

/** The public part of a position that powers read. */
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

/** A copy whose fields may be replaced, including those of the turn. Several times as fast as a spread. */
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
