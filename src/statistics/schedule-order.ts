import type { Result } from './results.ts';

/**
 * The results that count, as they stand in the schedule. Sums of fractions depend on the order in which they are added up:
 * whoever adds up goes by this one, and so the same results give the same bits in whatever order they arrive.
 */
export function inScheduleOrder(results: readonly Result[]): Result[] {
  return results
    .filter(({ counted }) => counted !== 'void')
    .sort((a, b) => a.round - b.round || a.table - b.table || a.board - b.board || a.copy - b.copy);
}
