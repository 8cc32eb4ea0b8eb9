import { describe, expect, test } from 'vitest';
import { bandBetween, classOf, domainOf, lineThrough, percent, placeOf, ticksOf } from '../../web/src/plots/scale.ts';

const WIDTH = { from: 2, to: 98 };

describe('a place', () => {
  test('is between the ends as the number is in its domain, upside down as well', () => {
    expect(placeOf(1500, { low: 1000, high: 2000 }, WIDTH)).toBe(50);
    expect(placeOf(0.25, { low: 0, high: 1 }, { from: 100, to: 0 })).toBe(75);
  });

  test('outside the domain is its end, and in a domain without width the middle', () => {
    expect(placeOf(900, { low: 1000, high: 2000 }, WIDTH)).toBe(2);
    expect(placeOf(2_100, { low: 1000, high: 2000 }, WIDTH)).toBe(98);
    expect(placeOf(7, { low: 7, high: 7 }, WIDTH)).toBe(50);
  });

  test('has no more digits than are visible', () => {
    expect([percent(100 / 3), percent(50), percent(0.1 + 0.2)]).toEqual(['33.33%', '50%', '0.3%']);
  });
});

describe('a domain', () => {
  test('holds all intervals with a margin', () => {
    const estimates = [
      { low: 1400, value: 1500, high: 1600 },
      { low: 1550, value: 1700, high: 1800 },
    ];
    expect(domainOf(estimates, 0.1)).toEqual({ low: 1360, high: 1840 });
  });

  test('is never empty, even for one point or none', () => {
    expect(domainOf([{ low: 3, value: 3, high: 3 }])).toEqual({ low: 2.5, high: 3.5 });
    expect(domainOf([])).toEqual({ low: 0, high: 1 });
  });
});

describe('ticks', () => {
  test('are round numbers within the domain', () => {
    expect(ticksOf({ low: 1360, high: 1840 }, 5)).toEqual([1400, 1500, 1600, 1700, 1800]);
    expect(ticksOf({ low: 0, high: 1 }, 6)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
    expect(ticksOf({ low: -30, high: 30 }, 4)).toEqual([-20, 0, 20]);
    expect(ticksOf({ low: 4, high: 4 }, 5)).toEqual([4]);
  });

  test.each([2, 3, 5, 9])('are at most %i, in ascending order, for domains of all sizes', (atMost) => {
    for (let low = -3; low < 3; low += 0.37) {
      for (let width = 0.001; width < 1e6; width *= 1.7) {
        const domain = { low, high: low + width };
        const ticks = ticksOf(domain, atMost);
        expect(ticks.length).toBeLessThanOrEqual(atMost);
        expect(ticks.every((tick) => tick >= domain.low - 1e-9 && tick <= domain.high + 1e-9)).toBe(true);
        expect(ticks).toEqual([...new Set(ticks)].sort((one, other) => one - other));
      }
    }
  });
});

describe('a path', () => {
  test('goes through its points', () => {
    const points = [
      [0, 1],
      [50, 2.345],
      [100, 3],
    ] as const;
    expect(lineThrough(points)).toBe('M0 1L50 2.35L100 3');
    expect(lineThrough([])).toBe('');
  });

  test('around a band goes there above and back below', () => {
    const band = bandBetween(
      [
        [0, 1],
        [10, 2],
      ],
      [
        [0, 5],
        [10, 6],
      ],
    );
    expect(band).toBe('M0 1L10 2L10 6L0 5Z');
    expect(bandBetween([], [])).toBe('');
  });
});

test('the classes of shares are even around one half, both ends included', () => {
  expect([0, 0.2, 0.4, 0.5, 0.6, 0.8, 1].map(classOf)).toEqual([-3, -2, -1, 0, 1, 2, 3]);
  for (let share = 0; share < 0.5; share += 0.01) expect(classOf(share)).toBe(-classOf(1 - share) + 0);
});
