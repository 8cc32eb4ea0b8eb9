import { findingIn } from '../compete/sequential-test/finding-in.ts';
import { findingText, type Tested } from '../compete/sequential-test/finding-text.ts';
import { type PolicyTest, testPolicies } from '../compete/sequential-test/policy-test.ts';
import type { TestFinding, TestRun } from '../compete/sequential-test/test-run.ts';
import { UnfitCall } from '../compete/unfit-call.ts';
import { loadCatalogue } from '../rulesets/catalogue.ts';
import type { Verdict } from '../standings/sequential-test.ts';
import type { CompeteCall } from './compete-call.ts';
import { held, whereIs } from './compete-run.ts';
import { readMatchTest, testFlagsIn } from './match-test-call.ts';
import { TEST_USAGE } from './match-test-flags.ts';
import { Mistake } from './mistake.ts';

const UNCLEAR = 2;
const UNDECIDED = 4;
const INTERRUPTED = 130;

/** Tests which of two is better, and prints what was found; the exit code. */
export async function matchTest(args: string[]): Promise<number> {
  try {
    const { flags, json } = testFlagsIn(args);
    const called = readMatchTest(await loadCatalogue(false), flags);
    return await (called.kind === 'policies' ? ofPolicies(called.test, json) : ofPrograms(called.call, json));
  } catch (error) {
    if (!(error instanceof Mistake || error instanceof UnfitCall)) throw error;
    console.error(error instanceof Mistake ? `${error.message}\n\n${TEST_USAGE}` : error.message);
    return UNCLEAR;
  }
}

async function ofPolicies(test: PolicyTest, json: boolean): Promise<number> {
  const ended = new AbortController();
  const end = () => ended.abort();
  process.once('SIGINT', end);
  const start = performance.now();
  const finding = await testPolicies(test, ended.signal, progress());
  process.removeListener('SIGINT', end);
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  const { workers, boards: maxBoards, ...settings } = test;
  const seconds = (performance.now() - start) / 1000;
  print(json, test, finding, { ...settings, maxBoards, seconds }, speedOf(finding, seconds));
  return ended.signal.aborted && finding.verdict === null ? INTERRUPTED : exitCodeOf(finding.verdict);
}

async function ofPrograms(call: CompeteCall, json: boolean): Promise<number> {
  if (call.plan !== null) call.folder.begin(call.plan);
  const result = await held(call);
  if (result === null) return INTERRUPTED;
  const found = findingIn(result);
  if (found === null) throw new Error('a match with a sequential stop says nothing of it');
  const { settings, seed, timing } = result;
  const told = { ruleset: settings.ruleset, options: settings.options, ...found.tested, seed, seconds: timing.seconds };
  print(json, found.tested, found.finding, { ...told, folder: call.folder.path }, whereIs(call.folder));
  return exitCodeOf(found.finding.verdict);
}

function print(json: boolean, tested: Tested, finding: TestFinding, settings: object, more: string): void {
  const text = findingText(tested, finding);
  console.log(json ? JSON.stringify({ ...settings, ...finding, text }, null, 2) : `${text}\n\n${more}`);
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
