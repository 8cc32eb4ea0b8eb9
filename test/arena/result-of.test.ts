import { expect, test } from 'vitest';
import { sampleResult } from './sample-result.ts';

test('a result ranks by the measure that counted, and its last rating step is that of the standings', () => {
  const { standings, ratingSteps, crossTable, games } = sampleResult({ boards: 20 });
  expect(standings.map(({ rank }) => rank)).toEqual([1, 2, 3, 4]);
  expect(standings.map(({ entry }) => entry)[0]).toBe(1);
  expect(ratingSteps).toHaveLength(20);
  const last = ratingSteps.at(-1);
  expect(last?.games).toBe(games.filter(({ counted }) => counted === 'played').length);
  for (const { entry, strength } of standings) {
    const { rating, interval } = strength ?? {};
    expect(last?.ratings).toContainEqual({ entry, rating, interval });
  }
  expect(crossTable).toHaveLength(4 * 3);
});

test('a result has the par of each board that is played once, and of no other', () => {
  expect(sampleResult({ boards: 1, duplicate: 'none' }).boards.every(({ par }) => par !== null)).toBe(true);
  expect(sampleResult({ boards: 1 }).boards.every(({ par }) => par === null)).toBe(true);
});
