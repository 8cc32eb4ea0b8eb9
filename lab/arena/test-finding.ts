import { join, relative } from 'node:path';
import type { Verdict } from '../../src/statistics/sequential-test.ts';
import type { CompeteResult } from './result.ts';
import type { ResultFolder } from './result-folder.ts';
import { findingIn, findingText, type Tested } from './sequential-test/finding-text.ts';
import type { TestFinding } from './sequential-test/test-run.ts';

const UNDECIDED = 4;

export function tellMatch(result: CompeteResult, folder: ResultFolder, json: boolean): number {
  const found = findingIn(result);
  if (found === null) throw new Error('a match with a sequential stop says nothing of it');
  const { settings, seed, timing } = result;
  const told = { ruleset: settings.ruleset, options: settings.options, ...found.tested, seed, seconds: timing.seconds };
  printFinding(json, found.tested, found.finding, { ...told, folder: folder.path }, whereIs(folder));
  return exitCodeOf(found.finding.verdict);
}

export function printFinding(
  json: boolean,
  tested: Tested,
  finding: TestFinding,
  settings: object,
  more: string,
): void {
  const text = findingText(tested, finding);
  console.log(json ? JSON.stringify({ ...settings, ...finding, text }, null, 2) : `${text}\n\n${more}`);
}

export function whereIs({ path }: ResultFolder): string {
  return `The report is ${relative('.', join(path, 'report.html'))}; all else is beside it.`;
}

export function exitCodeOf(verdict: Verdict | null): number {
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
