import { expect, test } from 'vitest';
import type { GameEvent } from '../../clients/typescript/src/index.ts';
import { type DailyDay, dayFrom, firstDifference, markOf, weeksUpTo } from '../../web/src/core/daily.ts';
import { PICTURE_HEIGHT, PICTURE_WIDTH } from '../../web/src/core/picture.ts';
import { shapesOf } from '../../web/src/pages/daily/day-card.ts';

const told =
  (...texts: string[]) =>
  (version: number): GameEvent[] =>
    texts[version - 1] === undefined
      ? []
      : [{ type: 'drawn', data: { text: texts[version - 1] } } as unknown as GameEvent];

test('days continue over the ends of months and years', () => {
  expect([dayFrom('2028-02-28', 1), dayFrom('2027-03-01', -1), dayFrom('2027-01-01', -1)]).toEqual([
    '2028-02-29',
    '2027-02-28',
    '2026-12-31',
  ]);
});

test('weeks begin on a Monday and end with the present day', () => {
  const weeks = weeksUpTo('2026-11-22', 2);
  expect(weeks.map((week) => [week[0], week[6]])).toEqual([
    ['2026-11-09', '2026-11-15'],
    ['2026-11-16', '2026-11-22'],
  ]);
  expect(weeksUpTo('2026-11-23', 1)).toEqual([['2026-11-23', null, null, null, null, null, null]]);
});

test('two games differ at the first version with different events, or with events of one alone', () => {
  expect(firstDifference(told('a', 'b', 'c'), told('a', 'b', 'd'), 3)).toBe(3);
  expect(firstDifference(told('a', 'b'), told('a'), 2)).toBe(2);
  expect(firstDifference(told('a', 'b'), told('a', 'b'), 2)).toBeNull();
});

test('a best result counts when its day is over', () => {
  const day = { date: '2026-11-22', state: 'completed', rank: 1 } as DailyDay;
  expect([markOf(day, '2026-11-22'), markOf(day, '2026-11-23'), markOf(undefined, '2026-11-23')]).toEqual([
    'completed',
    'best',
    'none',
  ]);
});

test('every shape of the picture of a day is within it', () => {
  const marks = Array.from({ length: 14 }, () => 'best' as const);
  const shapes = shapesOf({ title: 'T', game: 'G', date: 'D', result: 'R', streak: 'S', marks });
  for (const shape of shapes) {
    const [width, height] = shape.kind === 'rect' ? [shape.width, shape.height] : [0, 0];
    expect(shape.x + width).toBeLessThanOrEqual(PICTURE_WIDTH);
    expect(shape.y + height).toBeLessThanOrEqual(PICTURE_HEIGHT);
  }
});
