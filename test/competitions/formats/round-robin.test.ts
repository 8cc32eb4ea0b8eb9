import { describe, expect, test } from 'vitest';
import { roundRobin } from '../../../src/competitions/formats/round-robin.ts';
import { seatImbalance, settingsWith, Tournament } from './tournament.ts';

const settings = settingsWith({ format: 'roundRobin', rounds: 1 });

function meetings({ candidates }: Tournament): number[] {
  return candidates.flatMap(({ entry, met }) =>
    candidates.filter((other) => other.entry > entry).map((other) => met.filter((one) => one === other.entry).length),
  );
}

describe('a round robin for two seats', () => {
  test.each([2, 3, 8, 15, 16, 64])('of %i lets all entries meet once, with even seats after each round', (entries) => {
    const tournament = new Tournament(roundRobin, settings, entries, 'circle');
    const rounds = roundRobin.rounds(settings, entries) ?? 0;
    expect(rounds).toBe(entries % 2 === 0 ? entries - 1 : entries);
    for (let round = 1; round <= rounds; round++) {
      const pairing = tournament.pair();
      expect(pairing.byes).toEqual([]);
      expect(pairing.tables).toHaveLength(Math.floor(entries / 2));
      tournament.play(pairing);
      expect(seatImbalance(tournament.candidates)).toBeLessThanOrEqual(1);
    }
    expect(new Set(meetings(tournament))).toEqual(new Set([1]));
    expect(roundRobin.games(settings, entries)).toBe((entries * (entries - 1)) / 2);
  });

  test.each([7, 8])('of %i repeats as often as requested, each time on the other seat', (entries) => {
    const often = { ...settings, rounds: 4 };
    const tournament = new Tournament(roundRobin, often, entries, 'again');
    for (let round = 1; round <= (roundRobin.rounds(often, entries) ?? 0); round++) {
      tournament.play(tournament.pair());
      expect(seatImbalance(tournament.candidates)).toBeLessThanOrEqual(1);
    }
    expect(new Set(meetings(tournament))).toEqual(new Set([4]));
  });

  test('gives the point to the opponent of an absent entry, and deals no game to two absent ones', () => {
    const tournament = new Tournament(roundRobin, settings, 6, 'absent');
    const [table] = tournament.pair().tables;
    for (const entry of table ?? []) tournament.absent.add(Number(entry));
    expect(tournament.pair()).toMatchObject({ tables: { length: 2 }, byes: [] });
    tournament.play(tournament.pair());
    const next = tournament.pair();
    expect(next.tables).toHaveLength(1);
    expect(next.byes.toSorted()).toEqual(
      tournament.field.candidates
        .map(({ entry }) => entry)
        .filter((entry) => !next.tables.flat().includes(entry))
        .toSorted(),
    );
  });
});

test.each([
  [9, 3],
  [16, 4],
  [25, 5],
])(
  'a round robin of %i at tables of %i lets most entries meet, and seats all in each of its rounds',
  (entries, seats) => {
    const asked = { ...settings, seats };
    const tournament = new Tournament(roundRobin, asked, entries, 'groups');
    const rounds = roundRobin.rounds(asked, entries) ?? 0;
    expect(rounds).toBe(Math.ceil((entries - 1) / (seats - 1)));
    for (let round = 1; round <= rounds; round++) {
      const pairing = tournament.pair();
      expect(new Set(pairing.tables.flat()).size).toBe(entries);
      expect(roundRobin.pair(asked, tournament.field)).toEqual(pairing);
      tournament.play(pairing);
    }
    const met = meetings(tournament);
    expect(met.filter((times) => times > 0).length / met.length).toBeGreaterThan(0.85);
  },
);
