import { shareAgainst } from './cross-table.ts';
import type { Tally } from './points.ts';
import type { Result, StandingsInput } from './results.ts';
import { rounded } from './rounded.ts';

type Tallies = ReadonlyMap<number, Tally>;

/**
 * Buchholz: the points of everybody whom an entry met, once for each round, and its own for a round that it sat out. A seat
 * of the house has none.
 */
export function buchholzOf(
  rounds: StandingsInput['rounds'],
  results: readonly Result[],
  tallies: Tallies,
): Map<number, number> {
  const met = new Map<string, { entry: number; opponent: number }>();
  for (const { round, entries } of results) {
    for (const entry of entries) {
      for (const opponent of entries) {
        if (entry === null || opponent === null || entry === opponent) continue;
        met.set(`${round} ${entry} ${opponent}`, { entry, opponent });
      }
    }
  }
  const sums = new Map([...tallies.keys()].map((entry) => [entry, 0]));
  const add = (entry: number, opponent: number) =>
    sums.set(entry, (sums.get(entry) ?? 0) + (tallies.get(opponent)?.points ?? 0));
  for (const { entry, opponent } of met.values()) add(entry, opponent);
  for (const { byes } of rounds) for (const entry of byes) add(entry, entry);
  return shown(sums);
}

/** Sonneborn–Berger: for every game and opponent, the opponent's points times the share that was won against it. */
export function sonnebornBergerOf(results: readonly Result[], tallies: Tallies): Map<number, number> {
  const sums = new Map([...tallies.keys()].map((entry) => [entry, 0]));
  for (const result of results) {
    result.entries.forEach((entry, seat) => {
      if (entry === null) return;
      result.entries.forEach((opponent, other) => {
        if (opponent === null || other === seat) return;
        const won = shareAgainst(result, seat, other) * (tallies.get(opponent)?.points ?? 0);
        sums.set(entry, (sums.get(entry) ?? 0) + won);
      });
    });
  }
  return shown(sums);
}

function shown(sums: ReadonlyMap<number, number>): Map<number, number> {
  return new Map([...sums].map(([entry, sum]) => [entry, rounded(sum, 4)]));
}
