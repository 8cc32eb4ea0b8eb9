import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { shuffle } from '#rules/kernel/tabletop/cards.ts';
import type { Candidate, Field } from '../../../src/competitions/formats/format.ts';
import { swiss } from '../../../src/competitions/formats/swiss.ts';
import { rematches, seatImbalance, settingsWith, Tournament } from './tournament.ts';

const seeds = fc.string({ minLength: 4, maxLength: 8 });

function expectEverybodyOnce({ tables, byes }: ReturnType<Tournament['pair']>, { candidates }: Field): void {
  const placed = [...tables.flat().filter((entry) => entry !== null), ...byes];
  expect(placed.toSorted((one, other) => one - other)).toEqual(candidates.map(({ entry }) => entry));
}

function fewestRematches(candidates: readonly Candidate[]): number {
  if (candidates.length % 2 === 0) return fewestAmong(candidates);
  const fewest = Math.min(...candidates.map(({ byes }) => byes));
  const without = candidates.filter(({ byes }) => byes === fewest);
  return Math.min(...without.map((out) => fewestAmong(candidates.filter((candidate) => candidate !== out))));
}

function meetings({ met }: Candidate, other: number): number {
  return Math.min(3, met.filter((entry) => entry === other).length);
}

function fewestAmong([first, ...others]: readonly Candidate[]): number {
  if (first === undefined) return 0;
  return others.reduce((fewest, other) => {
    const again = meetings(first, other.entry);
    if (again >= fewest) return fewest;
    return Math.min(fewest, again + fewestAmong(others.filter((one) => one !== other)));
  }, Number.POSITIVE_INFINITY);
}

describe('a Swiss tournament for two seats', () => {
  test.each([59, 60])('of %i entries, some of which leave, has no rematch, one bye each, and even seats', (entries) => {
    const tournament = new Tournament(swiss, settingsWith({ rounds: 7 }), entries, `leaving-${entries}`);
    for (let round = 1; round <= 7; round++) {
      const pairing = tournament.pair();
      expectEverybodyOnce(pairing, tournament.field);
      tournament.play(pairing);
      expect(seatImbalance(tournament.candidates)).toBeLessThanOrEqual(1);
      if (round % 2 === 0) for (const entry of [round, round + 9, round + 20]) tournament.absent.add(entry);
    }
    expect(rematches(tournament.candidates)).toBe(0);
    expect(Math.max(...tournament.candidates.map(({ byes }) => byes))).toBe(1);
  });

  test.prop([fc.integer({ min: 2, max: 9 }), seeds], { numRuns: 25, seed: 20261122 })(
    'pairs no two entries twice while another pairing exists, however few are left',
    (entries, seed) => {
      const chance = new FastChance(seed);
      const tournament = new Tournament(swiss, settingsWith({ rounds: entries }), entries, seed);
      for (let round = 1; round <= entries; round++) {
        const { candidates } = tournament.field;
        const fewest = fewestRematches(candidates);
        const leastByes = Math.min(...candidates.map(({ byes }) => byes));
        const pairing = tournament.pair();
        expectEverybodyOnce(pairing, tournament.field);
        expect(pairing.byes).toHaveLength(candidates.length % 2);
        for (const entry of pairing.byes) expect(tournament.candidates[entry - 1]?.byes).toBe(leastByes);
        const again = pairing.tables.map(([one, other]) =>
          meetings(tournament.candidates[Number(one) - 1] as Candidate, Number(other)),
        );
        expect(again.reduce((sum, times) => sum + times, 0)).toBe(fewest);
        tournament.play(pairing);
        if (candidates.length > 2 && chance.int(4) === 0) tournament.absent.add(1 + chance.int(entries));
      }
    },
  );

  test('is the same for the same field in any order, and begins by lot', () => {
    const tournament = new Tournament(swiss, settingsWith({}), 41, 'order');
    for (let round = 1; round <= 3; round++) tournament.play(tournament.pair());
    const { field } = tournament;
    const pairing = tournament.pair();
    const mixed = { ...field, candidates: shuffle(new FastChance('mixed'), field.candidates) };
    expect(swiss.pair(settingsWith({}), mixed)).toEqual(pairing);
    expect(swiss.pair(settingsWith({}), { ...field, seed: 'another' })).not.toEqual(pairing);
  });

  test('pairs equal points where possible, and gives the bye to the lowest entry without one', () => {
    const tournament = new Tournament(swiss, settingsWith({}), 33, 'points');
    for (let round = 1; round <= 2; round++) tournament.play(tournament.pair());
    const { tables, byes } = tournament.pair();
    const points = (entry: number | null | undefined) => tournament.candidates[Number(entry) - 1]?.points ?? 0;
    const gaps = tables.map(([one, other]) => Math.abs(points(one) - points(other)));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(1);
    expect(gaps.filter((gap) => gap > 0).length).toBeLessThanOrEqual(2);
    const best = tables.map((table) => Math.max(...table.map(points)));
    expect(best).toEqual(best.toSorted((one, other) => other - one));
    const lowest = tournament.candidates
      .filter((candidate) => candidate.byes === 0)
      .map((candidate) => candidate.points);
    expect(byes.map(points)).toEqual([Math.min(...lowest)]);
  });

  test('gives no bye to a single entry', () => {
    const tournament = new Tournament(swiss, settingsWith({}), 3, 'alone');
    for (const entry of [1, 3]) tournament.absent.add(entry);
    expect(tournament.pair()).toEqual({ tables: [], byes: [] });
  });
});

describe.each([3, 4, 5])('a Swiss tournament for %i seats', (seats) => {
  test('seats each entry once a round, at most one bot at a table, and few entries together again', () => {
    const settings = settingsWith({ seats, rounds: 4 });
    const tournament = new Tournament(swiss, settings, 31, `groups-${seats}`);
    for (let round = 1; round <= 4; round++) {
      const pairing = tournament.pair();
      expectEverybodyOnce(pairing, tournament.field);
      expect(pairing.tables.map((table) => table.length)).toEqual(pairing.tables.map(() => seats));
      expect(swiss.pair(settings, tournament.field)).toEqual(pairing);
      for (const table of pairing.tables) expect(table.filter((entry) => entry === null).length).toBeLessThanOrEqual(1);
      tournament.play(pairing);
    }
    expect(rematches(tournament.candidates)).toBeLessThan(31);
    expect(seatImbalance(tournament.candidates)).toBeLessThanOrEqual(2);
  });

  test("shares the bots' seats evenly if there are more than tables", () => {
    const tournament = new Tournament(swiss, settingsWith({ seats }), seats + 1, 'house');
    const taken = tournament.pair().tables.map((table) => table.filter((entry) => entry !== null).length);
    expect(taken.toSorted()).toEqual([Math.floor((seats + 1) / 2), Math.ceil((seats + 1) / 2)]);
  });
});
