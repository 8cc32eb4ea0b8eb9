import { expect, test } from 'vitest';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { expectedCourse } from '../../src/competitions/formats/expected-course.ts';
import { formatOf } from '../../src/competitions/formats/formats.ts';
import type { Settings } from '../../src/competitions/model/settings.ts';
import { expectedError } from '../../src/statistics/comparison.ts';
import { FittedStrengths } from '../../src/statistics/fitted-strengths.ts';
import { ANCHOR, type StrengthModel } from '../../src/statistics/strength-model.ts';
import { settingsWith, Tournament } from '../competitions/formats/tournament.ts';

function played(settings: Settings, entries: number, seed: string): StrengthModel {
  const rules = formatOf(settings.format);
  const tournament = new Tournament(rules, settings, entries, seed);
  const chance = new FastChance(`${seed}/wins`);
  const players: number[] = [];
  const shares: number[] = [];
  for (let round = 1; round <= (rules.rounds(settings, entries) ?? 0); round++) {
    const paired = tournament.pair();
    tournament.play(paired);
    for (const table of paired.tables) {
      for (let board = 0; board < settings.boards; board++) {
        const winner = chance.int(settings.seats);
        players.push(...table.map((entry) => (entry === null ? ANCHOR : entry - 1)));
        shares.push(...table.map((_, seat) => Number(seat === winner)));
      }
    }
  }
  const boards = Int32Array.from({ length: players.length / settings.seats }, (_, i) => i);
  return {
    strengths: entries,
    seats: settings.seats,
    players: Int32Array.from(players),
    shares: Float64Array.from(shares),
    boards,
  };
}

function meanError(settings: Settings, entries: number): number {
  const squares: number[] = [];
  for (const seed of ['one', 'two', 'three', 'four']) {
    const fit = new FittedStrengths(played(settings, entries, seed), 'all');
    for (let one = 0; one < entries; one++) {
      for (let other = 0; other < one; other++) squares.push(fit.evidence(one, other).error ** 2);
    }
  }
  return Math.sqrt(squares.reduce((sum, each) => sum + each, 0) / squares.length);
}

/** The real error may exceed the expected one, because with few rounds some pairs are compared through few others. */
test.each<[Partial<Settings>, number]>([
  [{ format: 'match', rounds: 60 }, 2],
  [{ format: 'match', rounds: 60, seats: 4 }, 2],
  [{ format: 'roundRobin', rounds: 2, boards: 2 }, 10],
  [{ format: 'swiss', rounds: 3, boards: 8 }, 30],
  [{ format: 'swiss', rounds: 7, boards: 2 }, 16],
  [{ format: 'swiss', rounds: 5, boards: 4, seats: 3 }, 24],
  [{ format: 'roundRobin', rounds: 1, boards: 10, seats: 4 }, 14],
])('the expected error of %o equals that of the standings', (sort, entries) => {
  const settings = settingsWith({ ...sort, duplicate: 'none' });
  const { tables, house, gamesAtTable, boardsAtTable } = expectedCourse(settings, entries);
  const { seats } = settings;
  const design = { entries, seats, house, tables, boards: boardsAtTable, games: gamesAtTable, decided: 1, luck: 1 };
  const ratio = expectedError(design).error / meanError(settings, entries);
  expect(ratio).toBeGreaterThan(0.85);
  expect(ratio).toBeLessThan(1.05);
});
