import type { SequentialStop, Verdict } from '../../../src/statistics/sequential-test.ts';
import { printable } from '../report/printable.ts';
import type { TestFinding } from './test-run.ts';

/** The two that are held against each other, and by what. */
export interface Tested {
  first: string;
  second: string;
  seats: number;
  stop: SequentialStop;
}

/** What was shown, on how much, how far it can be trusted and how the estimate stands: one sentence. */
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
