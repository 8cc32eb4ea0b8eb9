import { describe, expect, test } from 'vitest';
import { expectedCourse } from '../../../src/competitions/formats/expected-course.ts';
import { formatOf } from '../../../src/competitions/formats/formats.ts';
import { scheduledGames } from '../../../src/competitions/model/schedule.ts';
import type { Settings } from '../../../src/competitions/model/settings.ts';
import { settingsWith, Tournament } from './tournament.ts';

function dealt(settings: Settings, entries: number) {
  const rules = formatOf(settings.format);
  const tournament = new Tournament(rules, settings, entries, 'expected');
  const most = rules.rounds(settings, entries) ?? Number.POSITIVE_INFINITY;
  const copies = settings.duplicate === 'permuted' ? settings.seats : 1;
  let games = 0;
  let sat = 0;
  let house = 0;
  for (let round = 1; round <= most; round++) {
    const paired = tournament.pair();
    if (paired.tables.length === 0) break;
    tournament.play(paired);
    const boards = Array.from({ length: settings.boards }, (_, i) => i + 1);
    const tables = paired.tables.map((table, i) => ({ table: i + 1, entries: table, boards }));
    games += scheduledGames(settings, [{ round: 1, candidates: [], tables, byes: [] }]).length;
    sat += paired.tables.flat().filter((entry) => entry !== null).length;
    house += paired.tables.flat().filter((entry) => entry === null).length;
    // the simulated tournament counts a table as one game, so this adds the table's games on other copies of the board
    if (settings.format === 'ladder') {
      for (const { begun, entry } of tournament.candidates) {
        const candidate = tournament.candidates[entry - 1];
        if (candidate !== undefined && paired.tables.flat().includes(entry)) candidate.begun = begun + copies - 1;
      }
    }
  }
  return { games, tables: sat / entries, house: (house * settings.seats) / (house + sat) };
}

describe.each([2, 3, 4, 5])('the expected number of games at tables of %i', (seats) => {
  const bySeats = seats === 2 ? [2, 5, 8] : [seats, seats + 3, 3 * seats];
  const sorts: Partial<Settings>[] = [
    { format: 'roundRobin', rounds: 1 },
    { format: 'roundRobin', rounds: 2, duplicate: 'permuted', boards: 2 },
    { format: 'swiss', rounds: 4 },
    { format: 'swiss', rounds: 3, duplicate: 'none', boards: 3 },
  ];
  test.each(sorts)('equals the dealt games in %o', (sort) => {
    for (const entries of bySeats) {
      const settings = settingsWith({ ...sort, seats });
      const course = expectedCourse(settings, entries);
      const found = dealt(settings, entries);
      expect(course.games, `${entries} entries`).toEqual({ least: found.games, most: found.games });
      expect(course.tables).toBeCloseTo(found.tables, 9);
      expect(course.house).toBeCloseTo(found.house, 9);
    }
  });

  test.each(['none', 'permuted'] as const)('equals the dealt games in a match (%s)', (duplicate) => {
    const settings = settingsWith({ format: 'match', seats, rounds: 7, boards: 3, duplicate });
    const { games, house } = dealt(settings, 2);
    expect(expectedCourse(settings, 2)).toMatchObject({ games: { least: games, most: games }, tables: 7, house });
  });

  test.each(['movement', 'permuted'] as const)('is at least the dealt games of a ladder (%s)', (duplicate) => {
    for (const entries of [2, 5, 9]) {
      const settings = settingsWith({ format: 'ladder', seats, rounds: 20, duplicate });
      const { games } = expectedCourse(settings, entries);
      const found = dealt(settings, entries).games;
      expect(found, `${entries} entries`).toBeGreaterThanOrEqual(games.least);
      expect(found, `${entries} entries`).toBeLessThanOrEqual(games.most);
      if (seats === 2) expect(games).toEqual({ least: found, most: found });
    }
  });
});

test('the expected number of games of a cup equals the dealt games', () => {
  const settings = settingsWith({ format: 'cup', seats: 1, rounds: 1, boards: 7 });
  const { games } = dealt(settings, 11);
  expect(expectedCourse(settings, 11)).toMatchObject({ games: { least: games, most: games }, rounds: 1, atOnce: 11 });
});
