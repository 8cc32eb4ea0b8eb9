import { describe, expect, test } from 'vitest';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { RatingPool } from '../../src/statistics/rating-fit.ts';
import { standings } from '../../src/statistics/standings.ts';
import { StrengthFit } from '../../src/statistics/strengths.ts';
import { ratedLeague } from './rated-league.ts';
import { input, result } from './results.ts';

interface Game {
  players: readonly (string | null)[];
  shares: readonly number[];
}

/** Computes ratings by coordinate descent: changes one parameter after another until none changes. */
function recipe(games: readonly Game[]): Map<string, number> {
  const names = [...new Set(games.flatMap(({ players }) => players))].filter((name) => name !== null);
  const [strengths, effects] = [new Map(names.map((name) => [name, 0])), [0]];
  const widest = Math.max(...games.map(({ players }) => players.length));
  for (let seat = 1; seat < widest; seat++) effects.push(0);

  const best = (value: number, isOfIt: (name: string | null, seat: number) => boolean): number => {
    let [slope, curvature] = [-value / 4, 1 / 4]; // the prior is normal around 0 with a standard deviation of 2
    for (const { players, shares } of games) {
      const odds = players.map((name, seat) =>
        Math.exp((name === null ? 0 : (strengths.get(name) ?? 0)) + (effects[seat] ?? 0)),
      );
      const all = odds.reduce((sum, each) => sum + each);
      const seats = players.flatMap((name, seat) => (isOfIt(name, seat) ? [seat] : []));
      const chance = seats.reduce((sum, seat) => sum + (odds[seat] ?? 0) / all, 0);
      slope += seats.reduce((sum, seat) => sum + (shares[seat] ?? 0), 0) - chance;
      curvature += chance * (1 - chance);
    }
    return value + slope / curvature;
  };

  for (let moved = 1; moved > 1e-8; ) {
    moved = 0;
    for (const [name, value] of strengths) {
      const next = best(value, (each) => each === name);
      moved = Math.max(moved, Math.abs(next - value));
      strengths.set(name, next);
    }
    for (let seat = 1; seat < widest; seat++) {
      const value = effects[seat] ?? 0;
      const next = best(value, (_, each) => each === seat);
      moved = Math.max(moved, Math.abs(next - value));
      effects[seat] = next;
    }
  }
  const isAnchored = games.some(({ players }) => players.includes(null));
  const mean = [...strengths.values()].reduce((sum, each) => sum + each, 0) / strengths.size;
  return new Map([...strengths].map(([name, strength]) => [name, 1500 + 173.7 * (strength - (isAnchored ? 0 : mean))]));
}

function gamesOf(seats: number, house: boolean, chance: FastChance) {
  return Array.from({ length: 90 }, (_, i) => {
    const entries = new Set<number>();
    while (entries.size < seats) entries.add(chance.int(house ? 8 : 7) + (house ? 0 : 1));
    const strong = [...entries].map((entry, seat) => chance.int(1000) * (1 + entry / 4 + seat / 5));
    const winners = strong.flatMap((each, seat) => (each > 0.97 * Math.max(...strong) ? [seat] : []));
    const shares = strong.map((_, seat) => (winners.includes(seat) ? 1 / winners.length : 0));
    const seated = [...entries].map((entry) => (entry === 0 ? null : entry));
    const counted = i % 15 === 0 ? 'walkover' : 'played';
    return result(seated, shares, { board: i + 1, table: i + 1, counted });
  });
}

describe.each([2, 3, 5])('for %i seats', (seats) => {
  test.each([true, false])('each rating in standings follows the recipe, with the house: %s', (house) => {
    const results = gamesOf(seats, house, new FastChance(`recipe ${seats}`));
    const played = results.filter(({ counted }) => counted === 'played');
    const expected = recipe(
      played.map(({ entries, shares }) => ({
        players: entries.map((entry) => (entry === null ? null : String(entry))),
        shares,
      })),
    );
    const fit = new StrengthFit(results, new Set());
    const rows = standings(input([1, 2, 3, 4, 5, 6, 7], { results }));
    expect(expected.size).toBe(7);
    for (const { entry, strength } of rows) {
      const rating = expected.get(String(entry)) ?? Number.NaN;
      expect(Math.abs(1500 + 173.7 * fit.strength(entry).value - rating)).toBeLessThan(0.01);
      expect(Math.abs((strength?.rating ?? Number.NaN) - rating)).toBeLessThan(0.51); // ratings are rounded to integers
    }
  });

  test('each rating of a pool follows the recipe', () => {
    const league = ratedLeague({ players: 8, seats, games: 150, seed: 'recipe' });
    const pool = new RatingPool();
    pool.add(league);
    const expected = recipe(
      league.map(({ players, shares }) => ({
        players: players.map((name) => (name === 'bot:random' ? null : name)),
        shares,
      })),
    );
    const rows = pool.table().filter(({ player }) => player !== 'bot:random');
    expect(rows).toHaveLength(8);
    for (const { player, rating } of rows) {
      expect(Math.abs(rating - (expected.get(player) ?? Number.NaN))).toBeLessThan(0.51);
    }
  });
});
