// `npm run test:all [-- --beyond]`: every check of `.ci/run`, and in the end what this machine could not run and why.
// `npm run check` (`--quick`): those that take seconds, with short laws and changed tests.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { BEYOND, type Check, QUICK, TESTS } from './checks.ts';
import { firstMissing, leftOut } from './programs.ts';

export interface Result {
  failed: string[];
  /** with the reason */
  notRun: string[];
  /** per check */
  seconds: string[];
}

/** Exit code 0: all possible checks passed; 1: one failed. `--beyond` skips `npm test`. */
export async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { beyond: { type: 'boolean', default: false }, quick: { type: 'boolean', default: false } },
  });
  const checks = values.quick ? QUICK : values.beyond ? BEYOND : [TESTS, ...BEYOND];
  const { failed, notRun, seconds } = await runAll(checks);
  print('Seconds:', seconds);
  print('This machine could not run:', [...leftOut().map((left) => `${TESTS.command}, in part: ${left}`), ...notRun]);
  print('Failed:', failed);
  return failed.length === 0 ? 0 : 1;
}

/** Continues after failures, so that one run shows all of them. */
export async function runAll(checks: readonly Check[]): Promise<Result> {
  const result: Result = { failed: [], notRun: [], seconds: [] };
  for (const { title, command, needs = [] } of checks) {
    console.log(`\n== ${title}`);
    const reason = firstMissing(needs);
    if (reason !== null) {
      result.notRun.push(`${command}: ${reason}`);
      continue;
    }
    const start = performance.now();
    if (!(await passes(command))) result.failed.push(command);
    result.seconds.push(`${Math.round((performance.now() - start) / 1000)} ${title}`);
  }
  return result;
}

async function passes(command: string): Promise<boolean> {
  const [code] = await once(spawn('bash', ['-euo', 'pipefail', '-c', command], { stdio: 'inherit' }), 'close');
  return code === 0;
}

function print(heading: string, lines: readonly string[]): void {
  console.log(['', heading, ...(lines.length === 0 ? ['- nothing'] : lines.map((line) => `- ${line}`))].join('\n'));
}
