import { expect, test } from 'vitest';
import { bestDecisions, type Decision, decisiveOf, worstDecisions } from '../../web/src/pages/table/judged.ts';

interface Made {
  seat?: number;
  values: number[];
  taken?: number;
  loss?: [number, number];
}

const decisions = (...made: Made[]): Decision[] =>
  made.map(({ seat = 0, values, taken = 0, loss: [low, high] = [-1, 1] }, nth) => {
    const best = values.indexOf(Math.max(...values));
    const loss = { value: (low + high) / 2, interval: { low, high } };
    return { version: nth + 1, seat, options: values.map((value) => ({ value })), taken, best, loss } as Decision;
  });

const versions = (judged: { decision: Decision }[]) => judged.map(({ decision }) => decision.version);

test('the best decisions are at most three, those with the greatest lead', () => {
  const all = decisions(
    { values: [5, 4] },
    { values: [5, 1, 4.5] },
    { values: [1, 5] },
    { values: [9, 1] },
    { values: [9, 2] },
  );
  expect(versions(bestDecisions(all))).toEqual([4, 5, 1]);
  expect(bestDecisions(all)[0]?.by).toBe(8);
});

test('the worst decisions are those with the greatest certain loss', () => {
  const all = decisions(
    { values: [1, 2], loss: [-0.5, 3] },
    { values: [1, 2], loss: [0.1, 0.3] },
    { values: [1, 2], loss: [0.2, 0.4] },
  );
  expect(versions(worstDecisions(all))).toEqual([3, 2]);
});

test('the decisive decision is the greatest certain loss of a seat that did not win', () => {
  const all = decisions(
    { seat: 0, values: [1, 2], loss: [0.5, 0.7] },
    { seat: 1, values: [1, 2], loss: [0.1, 0.3] },
    { seat: 1, values: [1, 2], loss: [0.2, 0.4] },
  );
  expect(decisiveOf(all, [0])?.decision.version).toBe(3);
  expect(decisiveOf(all, [0, 1])).toBeNull();
});
