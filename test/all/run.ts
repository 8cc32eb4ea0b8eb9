// `npm run check`: the checks that take seconds, with short laws and changed tests.
// `npm run check -- all [--beyond]`: every check of `.ci/run`. In the end lists what could not run here, and why.
// `npm run check -- <name> [argument …]`: one check, `npm run check -- --help` lists them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { ALL, BEYOND, CHECKS, type Check, QUICK } from './checks.ts';
import { failuresIn } from './failures.ts';
import { firstMissing, leftOut } from './programs.ts';

const SECONDS_TO_CLOSE = 5;

export interface Result {
  failed: { name: string; failures: string[] }[];
  notRun: string[];
  seconds: string[];
}

/** Returns exit code 0: all checks that are possible here passed; 1: one failed, or the named one cannot run; 2: there
 * is no such check. */
export async function main([name, ...args]: string[]): Promise<number> {
  if (name === undefined) {
    console.log(`Quick checks: ${QUICK.map((check) => check.name).join(', ')}. \`npm run check -- --help\` lists all.`);
    return runTogether(QUICK);
  }
  const beyondTests = args[0] === '--beyond';
  if (name === 'all' && args.length === Number(beyondTests)) return runTogether(beyondTests ? BEYOND : ALL);
  const check = CHECKS.find((each) => each.name === name);
  if (check !== undefined) return runAlone(check, args);
  const lines = CHECKS.map((each) => `  ${each.name.padEnd(14)} ${each.title}`);
  const text = `npm run check -- all [--beyond], or one of these with its arguments:\n${lines.join('\n')}`;
  if (name === '--help') console.log(text);
  else console.error(`Unknown check ${[name, ...args].join(' ')}: \`npm run check -- --help\` lists them.`);
  return name === '--help' ? 0 : 2;
}

async function runTogether(checks: readonly Check[]): Promise<number> {
  const { failed, notRun, seconds } = await runAll(checks);
  print('Seconds:', seconds);
  print('This machine could not run:', [...leftOut().map((left) => `npm test, in part: ${left}`), ...notRun]);
  print(
    'Failed:',
    failed.map(({ name, failures }) => [callOf(name), ...failures].join('\n    ')),
  );
  return failed.length === 0 ? 0 : 1;
}

async function runAlone(check: Check, args: string[]): Promise<number> {
  const reason = firstMissing(check.needs ?? []);
  if (reason !== null) {
    console.error(`This machine cannot run it: ${reason}`);
    return 1;
  }
  const [code] = await once(spawn('bash', wordsOf(check, args), { stdio: 'inherit' }), 'close');
  return code ?? 1;
}

/** Continues after a failure, so that one run shows all failures. */
export async function runAll(checks: readonly Check[]): Promise<Result> {
  const result: Result = { failed: [], notRun: [], seconds: [] };
  for (const check of checks) {
    const { name, title, needs = [] } = check;
    console.log(`\n== ${title}`);
    const reason = firstMissing(needs);
    if (reason !== null) {
      result.notRun.push(`${callOf(name)}: ${reason}`);
      continue;
    }
    const start = performance.now();
    const { code, output } = await run(check);
    if (code !== 0) result.failed.push({ name, failures: failuresIn(output) });
    result.seconds.push(`${Math.round((performance.now() - start) / 1000)} ${title}`);
  }
  return result;
}

export function callOf(name: string): string {
  return `npm run check -- ${name}`;
}

function wordsOf({ name, command, args = '' }: Check, given: string[]): string[] {
  return ['-euo', 'pipefail', '-c', `${command} ${given.length === 0 ? args : '"$@"'}`, name, ...given];
}

async function run(check: Check): Promise<{ code: number | null; output: string }> {
  const child = spawn('bash', wordsOf(check, []), { stdio: ['inherit', 'pipe', 'pipe'] });
  const chunks: Buffer[] = [];
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      process[stream].write(chunk);
    });
  }
  const closed = once(child, 'close');
  const [code] = await once(child, 'exit');
  // a process that outlives its check keeps these streams open, so the wait is limited
  await Promise.race([closed, sleep(SECONDS_TO_CLOSE * 1000)]);
  return { code, output: Buffer.concat(chunks).toString() };
}

function print(heading: string, lines: readonly string[]): void {
  console.log(['', heading, ...(lines.length === 0 ? ['- nothing'] : lines.map((line) => `- ${line}`))].join('\n'));
}
