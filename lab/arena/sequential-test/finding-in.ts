import { earnedShares } from '../../../src/statistics/results.ts';
import type { CompetedGame, CompeteResult } from '../result.ts';
import type { Tested } from './finding-text.ts';
import type { TestedBoard } from './test-board.ts';
import { type TestFinding, TestRun } from './test-run.ts';

/** What a match with a sequential stop has shown of its two entries; null: this was none. */
export function findingIn(result: CompeteResult): { tested: Tested; finding: TestFinding } | null {
  const { stop, seats } = result.settings;
  const [first, second] = result.agents;
  if (stop === null || first === undefined || second === undefined) return null;
  const run = new TestRun(stop);
  for (const [i, board] of boardsOf(result).entries()) run.take(i + 1, board);
  return { tested: { first: first.name, second: second.name, seats, stop }, finding: run.finding() };
}

/** In the order of the schedule; walkovers say nothing of strength. */
function boardsOf({ games }: CompeteResult): TestedBoard[] {
  const played = new Map<number, CompetedGame[]>();
  for (const game of games) {
    if (game.counted !== 'played' || !game.entries.includes(1) || !game.entries.includes(2)) continue;
    played.set(game.board, [...(played.get(game.board) ?? []), game]);
  }
  return [...played.values()].map((copies) => {
    const mean = (entry: number) =>
      copies.reduce((sum, game) => sum + (earnedShares(game)[game.entries.indexOf(entry)] ?? 0), 0) / copies.length;
    const actions = copies.reduce((sum, game) => sum + game.actions, 0);
    return { games: copies.length, actions, first: mean(1), second: mean(2) };
  });
}
