import { expect, it } from 'vitest';
import { highestSum } from '#rules/folly-and-fortune/removal.ts';

const NUMBERS = [0, 3, 3, 7, 12, 31, 5];

function highestOf(numbers: readonly number[], most: number): number {
  const sums = [0];
  for (const number of numbers) sums.push(...sums.map((sum) => sum + number));
  return Math.max(...sums.filter((sum) => sum <= most));
}

it('the highest sum within a bound equals that of an exhaustive search, on both sides of 31', () => {
  for (let most = 0; most <= 65; most++) {
    for (let count = 0; count <= NUMBERS.length; count++) {
      const numbers = NUMBERS.slice(0, count);
      expect(highestSum(numbers, most), `${numbers} within ${most}`).toBe(highestOf(numbers, most));
    }
  }
});
