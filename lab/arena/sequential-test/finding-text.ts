import { earnedShares } from '../../../src/statistics/results.ts';
import type { SequentialStop, Verdict } from '../../../src/statistics/sequential-test.ts';
import { printable } from '../report/words.ts';
import type { CompetedGame, CompeteResult } from '../result.ts';
import type { TestedBoard } from './test-board.ts';
import { type TestFinding, TestRun } from './test-run.ts';

export interface Tested {
  first: string;
  second: string;
  seats: number;
  stop: SequentialStop;
}

export function findingText(tested: Tested, finding: TestFinding): string {
  const { alpha, beta, margin } = tested.stop;
  const [first, second] = [printable(tested.first), printable(tested.second)];
  const { boards, games, difference, interval, shares } = finding;
  const on = `${counted(boards, 'board')} (${counted(games, 'game')})`;
  const risks = `error rates of ${percent(alpha)} (equals told apart) and ${percent(beta)} (a difference of ${margin} taken for none)`;
  const of = tested.seats === 1 ? 'of the boards, by score,' : 'of the wins';
  const estimate =
    `${first} has ${share(shares.first)} ${of} and ${second} ${share(shares.second)}, ` +
    `a difference of ${signed(difference)} (${percent(1 - alpha)} interval ${signed(interval.low)} to ${signed(interval.high)}, ` +
    'however often one looks)';
  return `${shown(finding.verdict, first, second, margin)} after ${on}, at ${risks}: ${estimate}.`;
}

function shown(verdict: Verdict | null, first: string, second: string, margin: number): string {
  switch (verdict) {
    case 'firstBetter':
      return `${first} is better than ${second}, shown`;
    case 'secondBetter':
      return `${first} is worse than ${second}, shown`;
    case 'equal':
      return `${first} is as good as ${second} within ${margin}, shown`;
    case null:
      return `Whether ${first} is better than ${second} is undecided`;
    default:
      return verdict satisfies never;
  }
}

function counted(number: number, noun: string): string {
  return `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`;
}

function percent(part: number): string {
  return `${Number((100 * part).toFixed(2))} %`;
}

function share(part: number): string {
  return part.toFixed(3);
}

function signed(difference: number): string {
  return `${difference > 0 ? '+' : difference < 0 ? '−' : ''}${Math.abs(difference).toFixed(3)}`;
}

/** Returns the finding of a match test; null: the competition is no match test. */
export function findingIn(result: CompeteResult): { tested: Tested; finding: TestFinding } | null {
  const { stop, seats } = result.settings;
  const [first, second] = result.agents;
  if (stop === null || first === undefined || second === undefined) return null;
  const run = new TestRun(stop);
  for (const [i, board] of boardsOf(result).entries()) run.take(i + 1, board);
  return { tested: { first: first.name, second: second.name, seats, stop }, finding: run.finding() };
}

/** Returns the boards in the order of the schedule. Walkovers are left out, because they say nothing about strength. */
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
