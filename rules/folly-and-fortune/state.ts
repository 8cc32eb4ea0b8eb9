import type { Seat } from '../kernel/ruleset.ts';
import type { CardId } from './cards.ts';
import type { Options } from './options.ts';
import type { Power, PowerKind } from './power.ts';
import type { HiddenCard } from './trail.ts';

export const PHASES = ['row', 'roll', 'victim', 'remove', 'place', 'power', 'over'] as const;
export type Phase = (typeof PHASES)[number];

/** Moves that need no choice of a player, in the order of a turn. R11 */
export type AutomaticMove = 'startTurn' | 'roll' | 'attack' | 'afterAttack' | 'placeRoll' | 'unseenPowers' | 'endTurn';

/** A shield lasts until its owner's next turn. Some are weaknesses. */
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
  /** the victim's row at the start of the attack; later changes of health do not count. R20 */
  exposed: Exposed[];
  removed: CardId[];
  total: number;
  /** in a self-attack: the health to remove exactly; null: less is legal too (R6) */
  goal: number | null;
  /** how many cards the attack may remove; null: any number. R9 */
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
  /** the card that the player picked and must still put at one end of the row */
  taken: CardId | null;
  next: AutomaticMove;
}

export interface Turn {
  /** the active seat's row as it was at the start of the turn */
  row: CardId[];
  /** the value of `State.moment` before the turn */
  began: number;
  rolls: number;
  /** how many cards of `row` have governed a roll */
  reached: number;
  /** the rolled card, until it joins the row or returns to the hand */
  current: CardId | null;
  /** the card that governs the roll that will count */
  effect: CardId | null;
  /** the result if the player stops; null: not known yet */
  result: number | null;
  /** what passed powers add to the result together */
  lasting: number;
  /** rerolls that `rerollsAtMost` still allows */
  atMost: number | null;
  /** rerolls that `rerollsExactly` still demands */
  exactly: number | null;
  /** cards that cannot be rolled this turn, wherever they are by now */
  setAside: CardId[];
  attacked: Seat[];
  removed: CardId[];
  /** the rolled card, once it has joined the row */
  placed: CardId | null;
  /** cards that were not reached and whose power must still act; null: it is too early for them */
  unseen: CardId[] | null;
}

export interface Study {
  seat: Seat;
  at: number;
  cards: CardId[];
}

/** A position of the game. Nothing in it may be mutated. */
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
  /** by seat: the two cards that it chose in secret; null: it has not chosen yet */
  chosenRows: (CardId[] | null)[];
  shields: Shield[];
  /** by seat: what it saw when it last studied another hand */
  studies: (Study | null)[];
  /** grows when a hidden card moves or is seen; secret */
  moment: number;
  turn: Turn;
  attack: OpenAttack | null;
  pending: Pending | null;
}

/** The public part of a position, which is all that powers read. */
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

/** Copies a position so that its fields may be replaced, also those of the turn. It is several times as fast as a
 * spread. */
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
