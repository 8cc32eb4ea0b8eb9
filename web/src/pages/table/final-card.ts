import { PICTURE_MARGIN as MARGIN, PICTURE_HEIGHT, PICTURE_WIDTH, type Shape } from '../../core/picture.ts';

export interface FinalCard {
  title: string;
  game: string;
  result: string;
  why: string;
  rows: readonly string[];
  day: string;
  scene: string | undefined;
}

const FELT = '#14211b';
const PAPER = '#f3f1ea';
const DIM = '#b7beb8';
const LIT = '#f4bd45';
const SCENE = { width: 360, height: 339 };
const WHY = 30;
const ROWS_AT = 350;
const ROW = 40;

export function finalShapes({ title, game, result, why, rows, day, scene }: FinalCard): Shape[] {
  const line = (y: number, size: number, fill: string, text: string, weight: 400 | 700 = 400): Shape => {
    return { kind: 'text', x: MARGIN, y, size, weight, fill, text };
  };
  // lines are so short that even wide letters do not reach the picture
  const lines = why.match(/\S.{0,46}(?!\S)|\S+/g) ?? [];
  const first = ROWS_AT + lines.length * WHY;
  const picture: Shape[] =
    scene === undefined
      ? []
      : [{ kind: 'image', x: PICTURE_WIDTH - SCENE.width, y: PICTURE_HEIGHT - SCENE.height, ...SCENE, href: scene }];
  return [
    { kind: 'rect', x: 0, y: 0, width: PICTURE_WIDTH, height: PICTURE_HEIGHT, radius: 0, fill: FELT },
    ...picture,
    { kind: 'rect', x: MARGIN, y: 72, width: 96, height: 8, radius: 4, fill: LIT },
    line(135, 34, DIM, `${title} · ${day}`),
    line(200, 54, PAPER, game, 700),
    line(285, Math.min(64, 1600 / result.length), LIT, result, 700),
    ...lines.map((part, nth) => line(338 + nth * WHY, 26, PAPER, part)),
    ...rows.map((row, nth) => line(first + nth * ROW, Math.min(32, 1260 / row.length), PAPER, row)),
  ];
}
