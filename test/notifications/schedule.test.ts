import { expect, test } from 'vitest';
import { SCHEDULE, waitAfter } from '../../src/notifications/schedule.ts';

const HOUR = 3_600_000;

test('pauses grow, and a delivery is attempted for more than two days before it is given up', () => {
  const waits = SCHEDULE.retryMs.map((_, i) => waitAfter(i + 1, SCHEDULE, 0, 0.5));
  expect(waits).toEqual(SCHEDULE.retryMs);
  expect(waits).toEqual([...SCHEDULE.retryMs].sort((one, other) => one - other));
  expect(SCHEDULE.retryMs.reduce((sum, wait) => sum + wait)).toBeGreaterThan(48 * HOUR);
  expect(waitAfter(SCHEDULE.retryMs.length + 1, SCHEDULE, 0)).toBeNull();
});

test('pauses vary randomly, by a fifth at most', () => {
  expect(waitAfter(1, SCHEDULE, 0, 0)).toBe(4_000);
  expect(waitAfter(1, SCHEDULE, 0, 1)).toBe(6_000);
  expect(new Set(Array.from({ length: 10 }, () => waitAfter(5, SCHEDULE, 0))).size).toBeGreaterThan(5);
});

test('a receiver may request a longer pause, within limits, and no shorter one', () => {
  expect(waitAfter(1, SCHEDULE, 120_000, 0.5)).toBe(120_000);
  expect(waitAfter(4, SCHEDULE, 1_000, 0.5)).toBe(600_000);
  expect(waitAfter(1, SCHEDULE, 1000 * HOUR, 0.5)).toBe(24 * HOUR);
});

test('an attempt ends long before another server would consider it lost', () => {
  expect(SCHEDULE.leaseMs).toBeGreaterThanOrEqual(3 * SCHEDULE.timeoutMs);
  expect(SCHEDULE.keptMs).toBeGreaterThan(1.2 * SCHEDULE.retryMs.reduce((sum, wait) => sum + wait));
});
