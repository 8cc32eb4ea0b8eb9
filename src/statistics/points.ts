import { earnedShares } from './earned-shares.ts';
import { matchpointsOf } from './matchpoints.ts';
import type { Result, StandingsInput } from './results.ts';
import { rounded } from './rounded.ts';

/** What an entry has gathered. */
export interface Tally {
  points: number;
  games: number;
  walkovers: number;
  byes: number;
}

/** Where nobody else had the seat of the board, it did as well as could be expected. */
const AVERAGE = 0.5;

/** Points, games, walkovers and byes of every entry. `results` are those that count, in schedule order. */
export function talliesOf(
  input: Pick<StandingsInput, 'scoring' | 'direction' | 'games' | 'entries' | 'rounds'>,
  results: readonly Result[],
): Map<number, Tally> {
  const tallies = new Map<number, Tally>(
    input.entries.map(({ entry }) => [entry, { points: 0, games: 0, walkovers: 0, byes: 0 }]),
  );
  const compared = input.scoring === 'matchpoints' ? matchpointsOf(results, input.direction) : null;
  for (const result of results) {
    const points = compared?.get(result) ?? earnedShares(result);
    result.entries.forEach((entry, seat) => {
      const tally = entry === null ? undefined : tallies.get(entry);
      if (tally === undefined) return;
      tally.points += points[seat] ?? AVERAGE;
      tally.games++;
      if (result.counted === 'walkover') tally.walkovers++;
    });
  }
  for (const { byes } of input.rounds) {
    for (const entry of byes) {
      const tally = tallies.get(entry);
      if (tally === undefined) continue;
      tally.points += input.games;
      tally.byes++;
    }
  }
  for (const tally of tallies.values()) tally.points = rounded(tally.points, 4);
  return tallies;
}
