import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { differenceInterval, SequentialTest } from '../../src/statistics/sequential-test.ts';

const STOP = { margin: 0.1, alpha: 0.05, beta: 0.05 };
const WHOLE = { low: -1, high: 1 };

test('the interval is unlimited without a board', () => {
  expect(differenceInterval([], STOP)).toEqual(WHOLE);
});

property.prop([fc.array(fc.constantFrom(-1, -0.5, 0, 0, 0.5, 1), { maxLength: 120 }), fc.boolean()], { numRuns: 60 })(
  'it agrees with the verdict, and never grows with more boards',
  (boards, leaning) => {
    const differences = boards.map((board) => (leaning ? Math.max(0, board) : board));
    const test = new SequentialTest(STOP);
    const verdicts = differences.map((difference) => test.settle(difference));
    const interval = differenceInterval(differences, STOP);
    const before = differenceInterval(differences.slice(0, -10), STOP);
    expect(interval.low).toBeGreaterThanOrEqual(before.low);
    expect(interval.high).toBeLessThanOrEqual(before.high);
    if (verdicts.includes('firstBetter')) expect(interval.low).toBeGreaterThan(0);
    if (verdicts.includes('secondBetter')) expect(interval.high).toBeLessThan(0);
  },
);

test('the interval holds the true difference except for a part of alpha, read after every board', () => {
  const chance = new FastChance('held');
  const TRUE = 0.25; // 5/8 wins minus 3/8 losses
  const runs = Array.from({ length: 100 }, () => {
    const differences = Array.from({ length: 150 }, () => (chance.int(8) < 5 ? 1 : -1));
    return differenceInterval(differences, STOP); // the interval only shrinks, so reading it in between would not make it narrower
  });
  const held = runs.filter(({ low, high }) => low <= TRUE && TRUE <= high).length;
  expect(held).toBeGreaterThanOrEqual(95);
  expect(runs.filter(({ high, low }) => high - low < 0.6).length).toBeGreaterThan(90);
});
