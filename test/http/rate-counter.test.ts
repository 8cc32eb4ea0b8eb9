import { expect, test } from 'vitest';
import { RateCounter } from '../../src/http/hooks/rate-limit.ts';

const START = Date.parse('2026-03-29T12:00:00Z');

test('a window allows a number of calls, and begins with the first of them', () => {
  const counter = new RateCounter(2, 60);
  expect(counter.count('ada', START)).toEqual({ isAllowed: true, remaining: 1, renewed: 60 });
  expect(counter.count('ada', START + 30_500)).toEqual({ isAllowed: true, remaining: 0, renewed: 30 });
  expect(counter.count('ada', START + 59_999)).toEqual({ isAllowed: false, remaining: 0, renewed: 1 });
  expect(counter.count('ada', START + 60_000)).toEqual({ isAllowed: true, remaining: 1, renewed: 60 });
});

test('a persistent caller is admitted again when the window is over', () => {
  const counter = new RateCounter(1, 10);
  const allowed = Array.from({ length: 25 }, (_, second) => counter.count('ada', START + 1000 * second).isAllowed);
  expect(allowed.flatMap((isAllowed, second) => (isAllowed ? [second] : []))).toEqual([0, 10, 20]);
});

test('callers are counted apart', () => {
  const counter = new RateCounter(1, 60);
  expect(['ada', 'bob', 'ada', 'bob'].map((caller) => counter.count(caller, START).isAllowed)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
