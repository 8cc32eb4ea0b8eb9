import { areSumsRight, DICE, FIELDS, type FieldId, fieldOf, isFull, type Values } from './board.ts';
import { ALL_DICE, type DiceSet, NO_DICE } from './dice.ts';
import type { Options } from './options.ts';

export const REROLLS_A_TURN = 2;
/** R4, R11 */
export const ERASES_A_ROLL = 100;

/** A position. Nothing in it is ever changed in place. */
export interface State {
  options: Options;
  /** what stands in the fields, in the order of the board; pencil included */
  values: Values;
  /** what the dice show, by position; zeros when the game is over */
  dice: readonly number[];
  /** the field that each die was written into in this turn: those fields are in pencil */
  used: readonly (FieldId | null)[];
  /** of this turn */
  rerolls: number;
  /** since dice were last rolled */
  erases: number;
  /** marked on this board */
  dots: number;
  crosses: number;
  /** marked on all boards */
  totalDots: number;
  totalCrosses: number;
  cancelledBoards: number;
}

export const EMPTY_BOARD: Values = Object.freeze(FIELDS.map(() => null));
export const NOTHING_USED: readonly null[] = Object.freeze(new Array<null>(DICE).fill(null));

/** Before the first board. */
export function emptyState(options: Options): State {
  return {
    options,
    values: EMPTY_BOARD,
    dice: NO_DICE,
    used: NOTHING_USED,
    rerolls: 0,
    erases: 0,
    dots: 0,
    crosses: 0,
    totalDots: 0,
    totalCrosses: 0,
    cancelledBoards: 0,
  };
}

/** A copy whose fields can be replaced. Written out, which is several times as fast as a spread. */
export function copyOf(state: State): State {
  return {
    options: state.options,
    values: state.values,
    dice: state.dice,
    used: state.used,
    rerolls: state.rerolls,
    erases: state.erases,
    dots: state.dots,
    crosses: state.crosses,
    totalDots: state.totalDots,
    totalCrosses: state.totalCrosses,
    cancelledBoards: state.cancelledBoards,
  };
}

/** Whether something was written in this turn. */
export function hasPencil({ used }: Pick<State, 'used'>): boolean {
  for (const field of used) if (field !== null) return true;
  return false;
}

/** The fields that were written in this turn, in the order of their first dice. */
export function pencilFields({ used }: Pick<State, 'used'>): FieldId[] {
  return [...new Set(used)].filter((field) => field !== null);
}

export function unusedDice({ used }: Pick<State, 'used'>): DiceSet {
  let set = ALL_DICE;
  for (let position = 0; position < DICE; position++) if (used[position] !== null) set &= ~(1 << position);
  return set;
}

/** The board without what is in pencil. */
export function inkValues(state: State): Values {
  if (!hasPencil(state)) return state.values;
  const ink = [...state.values];
  for (const field of pencilFields(state)) ink[fieldOf(field).index] = null;
  return ink;
}

/** Whether the board is completed: nothing is left to fill in, nothing is in pencil any more, and all sums are right. R8, R13 */
export function isComplete(state: State): boolean {
  return isFull(state.values) && !hasPencil(state) && areSumsRight(state.values);
}

/** Whether the last board there may be was cancelled; never without a bound. R8 */
export function isLost({ cancelledBoards, options }: State): boolean {
  return cancelledBoards === options.maxBoards;
}

export function isOver(state: State): boolean {
  return isLost(state) || isComplete(state);
}
