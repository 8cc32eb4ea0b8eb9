import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';

function drawsOf(seed: string, below: number, count: number): number[] {
  const chance = new FastChance(seed);
  return Array.from({ length: count }, () => chance.int(below));
}

function chiSquare(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

/** Returns a bound of chi-square that uniform draws exceed once in 10,000 times (Wilson-Hilferty approximation). */
function chiSquareBound(cells: number): number {
  const freedom = cells - 1;
  const spread = 2 / (9 * freedom);
  return freedom * (1 - spread + 3.719 * Math.sqrt(spread)) ** 3;
}

function countsOf(values: readonly number[], cells: number): number[] {
  const counts = new Array<number>(cells).fill(0);
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

describe('fast chance', () => {
  test.prop([fc.string(), fc.integer({ min: 1, max: 2 ** 32 })])(
    'draws the same for the same seed, in range',
    (seed, below) => {
      const draws = drawsOf(seed, below, 20);
      expect(drawsOf(seed, below, 20)).toEqual(draws);
      for (const draw of draws) {
        expect(Number.isInteger(draw)).toBe(true);
        expect(draw).toBeGreaterThanOrEqual(0);
        expect(draw).toBeLessThan(below);
      }
    },
  );

  it('differs from seed to seed, also between similar seeds', () => {
    const seeds = ['', '0', '1', '10', '01', 'a', 'b', 'game 1', 'game 2', 'game 1 '];
    const streams = new Set(seeds.map((seed) => drawsOf(seed, 2 ** 32, 4).join()));
    expect(streams.size).toBe(seeds.length);
  });

  test.prop([fc.string()], { numRuns: 500 })('is never stuck at zero', (seed) => {
    expect(drawsOf(seed, 2 ** 32, 12).some((word) => word !== 0)).toBe(true);
  });

  it.each([2, 3, 6, 20, 52, 1000])('is even below %i', (below) => {
    const counts = countsOf(drawsOf(`even below ${below}`, below, 1000 * below), below);
    expect(chiSquare(counts)).toBeLessThan(chiSquareBound(below));
  });

  it('is even in pairs of draws that follow each other', () => {
    const draws = drawsOf('pairs', 6, 72_000);
    const pairs = draws.filter((_, i) => i % 2 === 0).map((first, i) => 6 * first + (draws[2 * i + 1] ?? 0));
    expect(chiSquare(countsOf(pairs, 36))).toBeLessThan(chiSquareBound(36));
  });

  it('is even in the first draw of many seeds', () => {
    const firsts = Array.from({ length: 20_000 }, (_, i) => new FastChance(`seed ${i}`).int(20));
    expect(chiSquare(countsOf(firsts, 20))).toBeLessThan(chiSquareBound(20));
  });

  it('would find a crooked die', () => {
    const crooked = drawsOf('crooked', 6, 6000).map((value) => (value === 0 ? 5 : value));
    expect(chiSquare(countsOf(crooked, 6))).toBeGreaterThan(chiSquareBound(6));
  });

  it.each([0, 2.5, 2 ** 32 + 1])('has no number below %d', (below) => {
    expect(() => new FastChance('x').int(below)).toThrow(RangeError);
  });
});
