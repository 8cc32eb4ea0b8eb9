import { type Static, Type } from '@sinclair/typebox';
import type { Hints } from '../kernel/hints.ts';
import { schemaFamily } from '../kernel/schema.ts';
import { PointsField } from '../kernel/tabletop/fields.ts';
import { BONUS_FIELDS, CORNER_FIELDS, ENTRIES, type Field, totalOf, type Values } from './board.ts';
import { inkValues, isComplete, type State } from './state.ts';

const { object } = schemaFamily('Pascal');

export const CROSS_COST = 5;
export const BOARD_COST = 50;
/** The points for 0 to 3 corner fields that hold 1 or are crossed out (rule R7). */
export const CORNER_POINTS = [0, 2, 4, 9] as const;
export const BONUS_POINTS = [0, 2, 7, 12] as const;
export const TRIANGLE_POINTS = [15, 25, 50, 100] as const;

const POINTS: Hints = { 'x-kind': 'points' };

export const ScoreSchema = object(
  'Score',
  {
    dots: PointsField('Points for dots: 1 each, on all boards.'),
    crosses: PointsField('Points for crosses: 5 each, on all boards.'),
    boards: PointsField('Points for cancelled boards: 50 each.'),
    corners: PointsField('Points taken off for corner fields that hold 1 or are crossed out.'),
    bonus: PointsField('Points taken off for bonus fields that are crossed out.'),
    triangle: PointsField('Points taken off for a Pascal triangle, on a completed board.'),
    total: Type.Integer({
      ...POINTS,
      description: 'The score: dots + crosses + boards − corners − bonus − triangle. Low is good.',
    }),
  },
  'The present parts of the score.',
);
export type Score = Static<typeof ScoreSchema>;

/** Returns the score. Fields in pencil do not count (rules R6, R7, R9, R15). */
export function scoreOf(state: State): Score {
  const values = inkValues(state);
  const score: Score = {
    dots: state.totalDots,
    crosses: CROSS_COST * state.totalCrosses,
    boards: BOARD_COST * state.cancelledBoards,
    corners: CORNER_POINTS[countOf(values, CORNER_FIELDS, isOneOrCrossed)] as number,
    bonus: BONUS_POINTS[countOf(values, BONUS_FIELDS, isCrossed)] as number,
    triangle: isComplete(state) ? trianglePoints(values) : 0,
    total: 0,
  };
  score.total = score.dots + score.crosses + score.boards - score.corners - score.bonus - score.triangle;
  return score;
}

/** Returns the points for a full board on which every entry has its least value; 0 for any other board (rule R7). */
export function trianglePoints(values: Values): number {
  const isPascal = ENTRIES.every((entry) => totalOf(values, entry) === entry.minimum);
  return isPascal ? (TRIANGLE_POINTS[countOf(values, BONUS_FIELDS, isOneOrCrossed)] as number) : 0;
}

type Content = number | null | undefined;

function isCrossed(value: Content): boolean {
  return value === 0;
}

function isOneOrCrossed(value: Content): boolean {
  return value === 0 || value === 1;
}

function countOf(values: Values, fields: readonly Field[], counts: (value: Content) => boolean): number {
  return fields.filter(({ index }) => counts(values[index])).length;
}
