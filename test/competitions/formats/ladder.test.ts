import { describe, expect, test } from 'vitest';
import type { Candidate, Field } from '../../../src/competitions/formats/format.ts';
import { ladder } from '../../../src/competitions/formats/ladder.ts';
import { seatImbalance, settingsWith, Tournament } from './tournament.ts';

const settings = settingsWith({ format: 'ladder', rounds: 20 });

function fieldOf(candidates: (Partial<Candidate> & { entry: number })[], changes: Partial<Field> = {}): Field {
  const nothing = { points: 0, counted: 0, met: [], seats: [0, 0], byes: 0, float: 0 as const, begun: 0 };
  return {
    seats: 2,
    round: 9,
    absent: [],
    seed: 'ladder',
    candidates: candidates.map((one) => ({ ...nothing, ...one })),
    ...changes,
  };
}

function together(field: Field, asked = settings): number[][] {
  return ladder
    .pair(asked, field)
    .tables.map((table) => table.filter((entry) => entry !== null).toSorted((one, other) => one - other));
}

describe('a ladder', () => {
  test('brings nearly all entries together in time, with even seats, until all games are played', () => {
    const tournament = new Tournament(ladder, settings, 9, 'all');
    let paired = tournament.pair();
    while (paired.tables.length > 0) {
      expect(paired.byes).toEqual([]);
      tournament.play(paired);
      paired = tournament.pair();
    }
    expect(Math.min(...tournament.candidates.map(({ begun }) => begun))).toBe(20);
    for (const { met } of tournament.candidates) expect(new Set(met).size).toBeGreaterThanOrEqual(6);
    expect(seatImbalance(tournament.candidates)).toBeLessThanOrEqual(2);
  });

  test('leaves out the entry with the most games of an odd number', () => {
    const field = fieldOf([
      { entry: 1, begun: 3 },
      { entry: 2, begun: 5 },
      { entry: 3, begun: 3 },
    ]);
    expect(together(field)).toEqual([[1, 3]]);
  });

  test('pairs entries close in points, preferring those that have not met for long', () => {
    const close = [1, 2, 3, 4].map((entry) => ({ entry, counted: 10, begun: 10, points: entry > 2 ? 9 : 1 }));
    expect(together(fieldOf(close)).toSorted()).toEqual([
      [1, 2],
      [3, 4],
    ]);
    const met = [
      [2, 3, 4],
      [1, 4, 3],
      [4, 1, 2],
      [3, 2, 1],
    ];
    const equal = met.map((others, i) => ({ entry: i + 1, met: others }));
    expect(together(fieldOf(equal)).toSorted()).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  test('lets two that have just met wait for others that are busy, and meet again if there is no other', () => {
    const two = [
      { entry: 1, met: [3, 2] },
      { entry: 2, met: [1] },
    ];
    expect(together(fieldOf(two, { absent: [3] }))).toEqual([]);
    expect(together(fieldOf(two))).toEqual([[1, 2]]);
    expect(together(fieldOf([...two, { entry: 4 }], { absent: [3] }))).toHaveLength(1);
  });

  test('seats no entry without games left', () => {
    expect(together(fieldOf([{ entry: 1, begun: 20 }, { entry: 2 }, { entry: 3 }]))).toEqual([[2, 3]]);
    expect(together(fieldOf([{ entry: 1, begun: 20 }, { entry: 2 }]))).toEqual([]);
    const permuted = { ...settings, duplicate: 'permuted' as const };
    expect(together(fieldOf([{ entry: 1, begun: 19 }, { entry: 2 }]), permuted)).toEqual([]);
  });

  test('at larger tables seats a bot only if no other entry can be expected', () => {
    const five = [1, 2, 3, 4, 5].map((entry) => ({ entry, seats: [0, 0, 0] }));
    const at3 = { ...settings, seats: 3 };
    expect(together(fieldOf(five, { seats: 3, absent: [6] }), at3)).toMatchObject([{ length: 3 }]);
    const all = ladder.pair(at3, fieldOf(five, { seats: 3 })).tables;
    expect(all).toMatchObject([{ length: 3 }, { length: 3 }]);
    expect(all.flat().filter((entry) => entry === null)).toHaveLength(1);
    expect(together(fieldOf(five.slice(0, 1), { seats: 3 }), at3)).toEqual([]);
    const company = [
      [2, 3],
      [1, 3],
      [1, 2],
    ].map((met, i) => ({ entry: i + 1, seats: [1, 0, 0], met }));
    expect(together(fieldOf(company, { seats: 3, absent: [6] }), at3)).toEqual([]);
    expect(together(fieldOf(company, { seats: 3 }), at3)).toEqual([[1, 2, 3]]);
  });
});
