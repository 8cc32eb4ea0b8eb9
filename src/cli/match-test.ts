import { findingText } from '../compete/sequential-test/finding-text.ts';
import { testPolicies } from '../compete/sequential-test/policy-test.ts';
import type { TestFinding, TestRun } from '../compete/sequential-test/test-run.ts';
import { loadCatalogue } from '../rulesets/catalogue.ts';
import type { Verdict } from '../standings/sequential-test.ts';
import { flagsIn, readMatchTest } from './match-test-call.ts';

const UNDECIDED = 4;
const INTERRUPTED = 130;

/** Tests which of two is better, prints what was found, and returns the exit code; throws a `Mistake` when the call makes no sense. */
export async function matchTest(args: string[]): Promise<number> {
  const flags = flagsIn(args);
  const { test, json } = readMatchTest(await loadCatalogue(false), flags);
  const ended = new AbortController();
  const end = () => ended.abort();
  process.once('SIGINT', end);
  const start = performance.now();
  const found = await testPolicies(test, ended.signal, progress());
  const seconds = (performance.now() - start) / 1000;
  process.removeListener('SIGINT', end);
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  const { workers, boards: maxBoards, ...settings } = test;
  const rates = { seconds, gamesPerSecond: found.games / seconds, actionsPerSecond: found.actions / seconds };
  if (json) console.log(JSON.stringify({ ...settings, maxBoards, ...found, ...rates }, null, 2));
  else console.log(`${findingText(test, found)}\n\n${speedOf(found, seconds)}`);
  return found.verdict === null && ended.signal.aborted ? INTERRUPTED : exitCodeOf(found.verdict);
}

/** A line on the terminal that is written over, and nothing where there is none. */
function progress(): (run: TestRun) => void {
  if (!process.stderr.isTTY) return () => {};
  return ({ boards, meanDifference }) => {
    process.stderr.write(`\r${boards} boards, difference ${meanDifference.toFixed(3)}\x1b[K`);
  };
}

function speedOf({ games, actions }: TestFinding, seconds: number): string {
  const rate = (count: number) => Math.round(count / seconds).toLocaleString('en-US');
  return `${rate(games)} games/s, ${rate(actions)} actions/s, ${seconds.toFixed(1)} s`;
}

function exitCodeOf(verdict: Verdict | null): number {
  switch (verdict) {
    case 'firstBetter':
      return 0;
    case 'secondBetter':
      return 1;
    case 'equal':
      return 3;
    case null:
      return UNDECIDED;
    default:
      return verdict satisfies never;
  }
}
