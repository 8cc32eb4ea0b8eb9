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
const ROWS_AT = 400;
const ROW = 44;

export function finalShapes({ title, game, result, why, rows, day, scene }: FinalCard): Shape[] {
  const line = (y: number, size: number, fill: string, text: string, weight: 400 | 700 = 400): Shape => {
    return { kind: 'text', x: MARGIN, y, size, weight, fill, text };
  };
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
    line(285, 64, LIT, result, 700),
    line(338, 30, PAPER, why),
    ...rows.map((row, nth) => line(ROWS_AT + nth * ROW, 36, PAPER, row)),
  ];
}
