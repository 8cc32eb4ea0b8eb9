// `npm run test:all [-- --beyond]`: every check of `.ci/run`, and what this machine could not run. `npm run check`
// (`--quick`): those that take seconds.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { BEYOND, type Check, QUICK, TESTS } from './checks.ts';
import { failuresIn } from './failures.ts';
import { firstMissing, leftOut } from './programs.ts';

const SECONDS_TO_CLOSE = 5;

export interface Result {
  failed: { command: string; failures: string[] }[];
  notRun: string[];
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
  print(
    'Failed:',
    failed.map(({ command, failures }) => [command, ...failures].join('\n    ')),
  );
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
    const { code, output } = await run(command);
    if (code !== 0) result.failed.push({ command, failures: failuresIn(output) });
    result.seconds.push(`${Math.round((performance.now() - start) / 1000)} ${title}`);
  }
  return result;
}

async function run(command: string): Promise<{ code: number | null; output: string }> {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', command], { stdio: ['inherit', 'pipe', 'pipe'] });
  const chunks: Buffer[] = [];
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      process[stream].write(chunk);
    });
  }
  const closed = once(child, 'close');
  const [code] = await once(child, 'exit');
  // a process that outlives its check keeps the streams open
  await Promise.race([closed, sleep(SECONDS_TO_CLOSE * 1000)]);
  return { code, output: Buffer.concat(chunks).toString() };
}

function print(heading: string, lines: readonly string[]): void {
  console.log(['', heading, ...(lines.length === 0 ? ['- nothing'] : lines.map((line) => `- ${line}`))].join('\n'));
}
