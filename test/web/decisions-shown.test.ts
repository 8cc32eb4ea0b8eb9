import { expect, test } from 'vitest';
import type { Schemas } from '../../clients/typescript/src/index.ts';
import { named } from '../../web/src/core/seat-names.ts';
import { decisionsShown, lossDomain, surelyLost } from '../../web/src/pages/analysis/decisions-shown.ts';

type Decision = Schemas['AnalysedDecision'];

function decision(version: number, seat: number, low: number, high: number): Decision {
  const verdict = low <= 0 && high >= 0 ? null : 'In words.';
  const loss = { value: (low + high) / 2, interval: { low, high } };
  return { version, seat, by: 'player', options: [], optionsInAll: 2, taken: 0, best: 1, loss, playouts: 100, verdict };
}

const DECISIONS = [decision(3, 0, -0.1, 0.2), decision(4, 1, 0.1, 0.3), decision(6, 0, 0, 0), decision(7, 0, 0.2, 0.4)];
const ALL = { seat: null, onlySure: false, order: 'game' } as const;

test('decisions are filtered by seat, certainty and loss', () => {
  const versions = (wanted: Parameters<typeof decisionsShown>[1]) =>
    decisionsShown(DECISIONS, wanted).map(({ version }) => version);
  expect(versions(ALL)).toEqual([3, 4, 6, 7]);
  expect(versions({ ...ALL, seat: 0 })).toEqual([3, 6, 7]);
  expect(versions({ ...ALL, onlySure: true })).toEqual([4, 7]);
  expect(versions({ ...ALL, order: 'loss' })).toEqual([7, 4, 6, 3]);
  expect(DECISIONS.map(({ version }) => version)).toEqual([3, 4, 6, 7]);
});

test('certain losses are counted for each seat, and the scale of all losses includes 0', () => {
  expect(surelyLost(DECISIONS)).toEqual([
    { seat: 0, sure: 1, all: 3 },
    { seat: 1, sure: 1, all: 1 },
  ]);
  const { low, high } = lossDomain([decision(1, 0, 0.1, 0.2)]);
  expect(low).toBeLessThanOrEqual(0);
  expect(high).toBeGreaterThanOrEqual(0.2);
});

test('seats in words of a game have the names of their players', () => {
  expect(named('Seat 1 rolls, then seat 0 and seat 9.', ['Ada', 'Bob'])).toBe('Bob rolls, then Ada and seat 9.');
});
