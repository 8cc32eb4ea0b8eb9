import { describe, expect, test } from 'vitest';
import { formatOf, settingsProblem } from '../../../src/competitions/formats/formats.ts';
import type { Format, Settings } from '../../../src/competitions/model/settings.ts';
import { seatImbalance, settingsWith, Tournament } from './tournament.ts';

const PLAYABLE: Record<Format, Partial<Settings>> = {
  roundRobin: { rounds: 1, maxEntries: 16 },
  swiss: { rounds: 5, maxEntries: 16 },
  ladder: { rounds: 20, maxEntries: 16 },
  match: { rounds: 10, maxEntries: 2, duplicate: 'permuted' },
  cup: { rounds: 1, seats: 1, maxEntries: 16 },
};

function problemOf(format: Format, changes: Partial<Settings> = {}) {
  const settings = settingsWith({ format, ...PLAYABLE[format], ...changes });
  return settingsProblem(settings, settings.maxEntries);
}

const STOP = { margin: 0.05, alpha: 0.05, beta: 0.05 };

describe('an impossible schedule', () => {
  test.each(Object.keys(PLAYABLE) as Format[])('is one that a %s cannot play', (format) => {
    expect(problemOf(format)).toBeNull();
  });

  test.each<[Format, keyof Settings, Partial<Settings>]>([
    ['swiss', 'rounds', { rounds: 16 }],
    ['swiss', 'rounds', { rounds: 0 }],
    ['swiss', 'rounds', { rounds: 101, maxEntries: 500 }],
    ['swiss', 'rounds', { rounds: 50, maxEntries: 1000 }],
    ['swiss', 'maxEntries', { maxEntries: 1001 }],
    ['swiss', 'boards', { boards: 0 }],
    ['swiss', 'boards', { boards: 101 }],
    ['swiss', 'boards', { boards: 10, maxEntries: 1000 }],
    ['swiss', 'seats', { seats: 1 }],
    ['swiss', 'seats', { seats: 6 }],
    ['swiss', 'scoring', { scoring: 'matchpoints', duplicate: 'none' }],
    ['roundRobin', 'maxEntries', { maxEntries: 65 }],
    ['roundRobin', 'boards', { maxEntries: 64, boards: 10 }],
    ['roundRobin', 'stop', { stop: STOP }],
    ['roundRobin', 'endsAt', { endsAt: '2030-01-01T00:00:00.000Z' }],
    ['ladder', 'boards', { boards: 2 }],
    ['ladder', 'rounds', { rounds: 4, seats: 5, duplicate: 'permuted' }],
    ['ladder', 'rounds', { rounds: 100, maxEntries: 1000 }],
    ['match', 'maxEntries', { maxEntries: 3 }],
    ['match', 'duplicate', { duplicate: 'movement' }],
    ['match', 'boards', { boards: 100, rounds: 101 - 1, seats: 5 }],
    ['cup', 'seats', { seats: 2 }],
    ['cup', 'rounds', { rounds: 2 }],
    ['cup', 'duplicate', { duplicate: 'permuted' }],
    ['cup', 'boards', { boards: 21, maxEntries: 1000 }],
    ['cup', 'scoring', { scoring: 'matchpoints', duplicate: 'none' }],
    ['cup', 'stop', { stop: STOP }],
  ])('of a %s names %s when it is %o', (format, field, changes) => {
    expect(problemOf(format, changes)).toMatchObject({ field, message: expect.any(String) });
  });

  test.each<[Format, Partial<Settings>]>([
    ['ladder', { endsAt: '2030-01-01T00:00:00.000Z' }],
    ['match', { stop: STOP }],
    ['cup', { scoring: 'matchpoints' }],
    ['swiss', { seats: 5, rounds: 9, maxEntries: 1000, boards: 2 }],
  ])('is one of a %s that is %o', (format, changes) => {
    expect(problemOf(format, changes)).toBeNull();
  });
});

test('a Swiss tournament with fewer entries than rounds has as many rounds as a round robin', () => {
  const settings = settingsWith({ rounds: 9 });
  expect([20, 10, 6, 5, 2].map((entries) => formatOf('swiss').rounds(settings, entries))).toEqual([9, 9, 5, 5, 1]);
});

test.each([2, 3, 4, 5])(
  'a match at tables of %i seats each of the two equally often on every seat, and bots elsewhere',
  (seats) => {
    const match = formatOf('match');
    const settings = settingsWith({ format: 'match', seats, rounds: seats * (seats - 1), duplicate: 'none' });
    const tournament = new Tournament(match, settings, 2, 'match');
    const seen = new Set<string>();
    for (let round = 1; round <= settings.rounds; round++) {
      const { tables, byes } = tournament.pair();
      expect(byes).toEqual([]);
      expect(tables.flat().filter((entry) => entry === null)).toHaveLength(seats - 2);
      seen.add(JSON.stringify(tables));
      tournament.play({ tables, byes });
      expect(seatImbalance(tournament.candidates)).toBeLessThanOrEqual(1);
    }
    expect(seen.size).toBe(settings.rounds);
    expect(seatImbalance(tournament.candidates)).toBe(0);
    tournament.absent.add(2);
    expect(tournament.pair()).toEqual({ tables: [], byes: [] });
  },
);

test('in a cup each entry plays alone, at its own table', () => {
  const tournament = new Tournament(formatOf('cup'), settingsWith({ format: 'cup', seats: 1 }), 5, 'cup');
  tournament.absent.add(3);
  const { tables, byes } = tournament.pair();
  expect(tables.toSorted()).toEqual([[1], [2], [4], [5]]);
  expect(byes).toEqual([]);
});
