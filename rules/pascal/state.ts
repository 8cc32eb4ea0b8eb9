import { areSumsRight, DICE, FIELDS, type FieldId, fieldOf, isFull, type Values } from './board.ts';
import { ALL_DICE, type DiceSet, NO_DICE } from './dice.ts';
import type { Options } from './options.ts';

export const REROLLS_A_TURN = 2;
// Follows rules R4, R11 of rules.md.
export const ERASES_A_ROLL = 100;

/** A position. Functions replace its fields and never mutate their content. */
export interface State {
  options: Options;
  /** by index in `FIELDS`, including fields in pencil */
  values: Values;
  /** the face of each die, by position; all 0 when the game is over */
  dice: readonly number[];
  /** by die: the field that it filled in this turn, still in pencil; null: the die is unused */
  used: readonly (FieldId | null)[];
  rerolls: number;
  erases: number;
  dots: number;
  crosses: number;
  totalDots: number;
  totalCrosses: number;
  cancelledBoards: number;
}

export const EMPTY_BOARD: Values = Object.freeze(FIELDS.map(() => null));
export const NOTHING_USED: readonly null[] = Object.freeze(new Array<null>(DICE).fill(null));

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

/** Copies a position so that its fields may be replaced. This is several times as fast as spread syntax. */
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

export function hasPencil({ used }: Pick<State, 'used'>): boolean {
  for (const field of used) if (field !== null) return true;
  return false;
}

/** Returns the fields in pencil, in the order of the first die that fills each of them. */
export function pencilFields({ used }: Pick<State, 'used'>): FieldId[] {
  return [...new Set(used)].filter((field) => field !== null);
}

export function unusedDice({ used }: Pick<State, 'used'>): DiceSet {
  let set = ALL_DICE;
  for (let position = 0; position < DICE; position++) if (used[position] !== null) set &= ~(1 << position);
  return set;
}

export function inkValues(state: State): Values {
  if (!hasPencil(state)) return state.values;
  const ink = [...state.values];
  for (const field of pencilFields(state)) ink[fieldOf(field).index] = null;
  return ink;
}

/** Returns true if the board is full, nothing is in pencil, and all sums are right (rules R8, R13). */
export function isComplete(state: State): boolean {
  return isFull(state.values) && !hasPencil(state) && areSumsRight(state.values);
}

/** Returns true if the last allowed board was cancelled (rule R8). */
export function isLost({ cancelledBoards, options }: State): boolean {
  return cancelledBoards === options.maxBoards;
}

export function isOver(state: State): boolean {
  return isLost(state) || isComplete(state);
}
