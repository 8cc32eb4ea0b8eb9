import type { Settings } from '../model/settings.ts';
import type { FormatRules, ScheduleProblem } from './format.ts';
import { pairLadder } from './ladder-tables.ts';
import { commonProblem, copiesAtTable, gamesOf, lengthProblem } from './schedule.ts';

/** Without rounds for all: whoever has room for a game is paired with whoever else has, until each has played `rounds` games. */
export const ladder: FormatRules = {
  format: 'ladder',
  problem: (settings, entries) =>
    commonProblem(settings, entries) ?? ownProblem(settings) ?? lengthProblem(settings, gamesAtMost(settings, entries)),
  least: () => 2,
  rounds: () => null,
  games: gamesAtMost,
  pair: pairLadder,
};

/** At the smallest tables that there can be: two entries, and the house on the other seats. */
function gamesAtMost(settings: Settings, entries: number): number {
  const tablesOfEach = Math.floor(settings.rounds / copiesAtTable(settings));
  return gamesOf(settings, Math.floor((entries * tablesOfEach) / 2));
}

function ownProblem(settings: Settings): ScheduleProblem | null {
  const { boards, rounds } = settings;
  if (boards !== 1) return { field: 'boards', message: `is ${boards}; at each table of a ladder one board is played` };
  const copies = copiesAtTable(settings);
  if (rounds >= copies) return null;
  return { field: 'rounds', message: `is ${rounds}; with permuted seats each table plays ${copies} games` };
}
