import type { DayMark } from '../../core/daily.ts';
import { PICTURE_MARGIN as MARGIN, PICTURE_HEIGHT, PICTURE_WIDTH, type Shape } from '../../core/picture.ts';

export interface DayCard {
  title: string;
  game: string;
  date: string;
  result: string;
  streak: string;
  marks: readonly DayMark[];
}

const FELT = '#14211b';
const PAPER = '#f3f1ea';
const DIM = '#b7beb8';
const LIT = '#7be0b0';
const EMPTY = '#2a3b33';
/** Marks differ by signs too, not only by colors. */
const MARKS: Record<DayMark, { fill: string; sign: string }> = {
  best: { fill: LIT, sign: '★' },
  completed: { fill: '#3f7d62', sign: '●' },
  conceded: { fill: '#8b3a44', sign: '×' },
  playing: { fill: '#6b6b3a', sign: '…' },
  none: { fill: EMPTY, sign: '' },
};
const CELL = 64;
const STEP = 75;

/** Draws a result for sharing. It reveals nothing about the board, so players of the same day may see it. */
export function shapesOf({ title, game, date, result, streak, marks }: DayCard): Shape[] {
  return [
    { kind: 'rect', x: 0, y: 0, width: PICTURE_WIDTH, height: PICTURE_HEIGHT, radius: 0, fill: FELT },
    { kind: 'rect', x: MARGIN, y: 92, width: 96, height: 8, radius: 4, fill: LIT },
    { kind: 'text', x: MARGIN, y: 160, size: 36, weight: 400, fill: DIM, text: title },
    { kind: 'text', x: MARGIN, y: 235, size: 64, weight: 700, fill: PAPER, text: game },
    { kind: 'text', x: MARGIN, y: 295, size: 36, weight: 400, fill: DIM, text: date },
    { kind: 'text', x: MARGIN, y: 385, size: 52, weight: 700, fill: LIT, text: result },
    { kind: 'text', x: MARGIN, y: 440, size: 36, weight: 400, fill: PAPER, text: streak },
    ...marks.flatMap((mark, i) => cell(mark, MARGIN + i * STEP, 490)),
  ];
}

function cell(mark: DayMark, x: number, y: number): Shape[] {
  const { fill, sign } = MARKS[mark];
  const square: Shape = { kind: 'rect', x, y, width: CELL, height: CELL, radius: 10, fill };
  if (sign === '') return [square];
  return [square, { kind: 'text', x: x + 18, y: y + 46, size: 38, weight: 700, fill: FELT, text: sign }];
}
