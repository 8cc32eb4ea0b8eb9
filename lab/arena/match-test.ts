import { loadCatalogue } from '#rules/catalogue.ts';
import { counted } from '#rules/kernel/tabletop/phrases.ts';
import { complain, UsageError } from '../../src/cli/flags.ts';
import type { CompeteCall } from './compete-call.ts';
import { InvalidCall } from './compete-flags.ts';
import { held } from './compete-run.ts';
import { readMatchTest, testFlagsIn } from './match-test-call.ts';
import { type PolicyTest, type TestFinding, type TestRun, testPolicies } from './sequential-test/test-run.ts';
import { exitCodeOf, printFinding, tellMatch } from './test-finding.ts';

const UNCLEAR = 2;
const INTERRUPTED = 130;

export async function matchTest(args: string[]): Promise<number> {
  try {
    const { flags, json } = testFlagsIn(args);
    const called = readMatchTest(await loadCatalogue(false), flags);
    return await (called.kind === 'policies' ? ofPolicies(called.test, json) : ofPrograms(called.call, json));
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof InvalidCall)) throw error;
    if (error instanceof UsageError) complain(error);
    else console.error(error.message);
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
  printFinding(json, test, finding, { ...settings, maxBoards, seconds }, speedOf(finding, seconds));
  return ended.signal.aborted && finding.verdict === null ? INTERRUPTED : exitCodeOf(finding.verdict);
}

async function ofPrograms(call: CompeteCall, json: boolean): Promise<number> {
  const result = await held(call);
  return result === null ? INTERRUPTED : tellMatch(result, call.folder, json);
}

function progress(): (run: TestRun) => void {
  if (!process.stderr.isTTY) return () => {};
  return ({ boards, meanDifference }) => {
    process.stderr.write(`\r${counted(boards, 'board')}, difference ${meanDifference.toFixed(3)}\x1b[K`);
  };
}

function speedOf({ games, actions }: TestFinding, seconds: number): string {
  const rate = (count: number) => Math.round(count / seconds).toLocaleString('en-US');
  return `${rate(games)} games/s, ${rate(actions)} actions/s, ${seconds.toFixed(1)} s`;
}
