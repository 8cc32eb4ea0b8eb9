import type { Seat } from '../kernel/ruleset.ts';
import type { CardId } from './cards.ts';
import type { Options } from './options.ts';
import type { Power, PowerKind } from './power.ts';
import type { HiddenCard } from './trail.ts';

/** What the game waits for. */
export const PHASES = ['row', 'roll', 'victim', 'remove', 'place', 'power', 'over'] as const;
export type Phase = (typeof PHASES)[number];

/** What the house does next without anybody's choice: the stages of a turn, in their order. R11 */
export type HouseMove = 'startTurn' | 'roll' | 'attack' | 'afterAttack' | 'placeRoll' | 'unseenPowers' | 'endTurn';

/** A protection, or the lack of one, that lasts until its owner's next turn. */
export interface Shield {
  owner: Seat;
  card: CardId;
  power: Power;
}

/** A row card as it counts in an attack. */
export interface Exposed {
  card: CardId;
  health: number;
}

/** An attack that is being carried out, as everybody sees it. */
export interface Attack {
  victim: Seat;
  damage: number;
  /** the victim's row when the attack began; its health stays as it was then R20 */
  exposed: Exposed[];
  removed: CardId[];
  /** the health removed so far */
  total: number;
  /** an attack on oneself: the health that has to be removed; null where less may be removed R6 */
  goal: number | null;
  /** how many cards may be removed at most; null without a limit R9 */
  limit: number | null;
  mayEmptyRow: boolean;
}

/** An attack in its place in the turn. */
export interface OpenAttack extends Attack {
  next: HouseMove;
}

/** A power that asks for something. */
export interface Pending {
  power: PowerKind;
  /** the card that has the power */
  card: CardId;
  /** how many answers are still to come */
  left: number;
  /** the card that was picked and needs a side */
  taken: CardId | null;
  next: HouseMove;
}

/** What belongs to one turn only. */
export interface Turn {
  /** the active seat's row as it lay when the turn began */
  row: CardId[];
  /** the secret moment the turn began with */
  began: number;
  rolls: number;
  /** how many cards of that row have governed a roll */
  reached: number;
  /** the rolled card, until it joins the row or returns to the hand */
  current: CardId | null;
  /** the card that governs, or governed, the roll that counts */
  effect: CardId | null;
  /** what stopping gives or has given; null if that is not known yet */
  result: number | null;
  /** what passed powers add up to */
  lasting: number;
  /** how many more rerolls rerollsAtMost leaves */
  atMost: number | null;
  /** how many more rerolls rerollsExactly demands */
  exactly: number | null;
  /** cards that cannot be rolled, wherever they have gone */
  setAside: CardId[];
  attacked: Seat[];
  /** what the attack has removed */
  removed: CardId[];
  /** the card that this turn's roll put into the row */
  placed: CardId | null;
  /** unseen cards whose power is still to act; null before that */
  unseen: CardId[] | null;
}

/** A hand as somebody saw it. */
export interface Study {
  seat: Seat;
  /** the secret moment at which it was studied */
  at: number;
  cards: CardId[];
}

/** A position. Nothing in it is ever changed in place. */
export interface State {
  options: Options;
  phase: Phase;
  active: Seat;
  /** turns taken, by seat */
  turns: number[];
  /** left to right */
  rows: CardId[][];
  hands: HiddenCard[][];
  /** the top card last */
  drawPile: HiddenCard[];
  /** the top card last */
  discardPile: CardId[];
  /** the two cards that seats have chosen in secret; null while they have not */
  chosenRows: (CardId[] | null)[];
  shields: Shield[];
  /** by seat: the hand it studied last */
  studies: (Study | null)[];
  /** counts the moments at which a hidden card moved or was looked at */
  moment: number;
  turn: Turn;
  attack: OpenAttack | null;
  pending: Pending | null;
}

/** What of a position everybody sees and the powers look at. */
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

/** A copy whose fields can be replaced, those of the turn as well. Written out, which is several times as fast as a spread. */
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

/** Before the cards are dealt. */
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

/** The power that asks for something. */
export function pendingOf(state: State): Pending {
  if (state.pending === null) throw new Error('no power asks for anything');
  return state.pending;
}

export function attackOf(state: State): OpenAttack {
  if (state.attack === null) throw new Error('there is no attack');
  return state.attack;
}

/** The rolled card. */
export function currentOf(state: State): CardId {
  if (state.turn.current === null) throw new Error('no card is rolled');
  return state.turn.current;
}
