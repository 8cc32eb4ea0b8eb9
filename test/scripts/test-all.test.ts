import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { BEYOND } from '../all/checks.ts';
import { failuresIn } from '../all/failures.ts';
import { withoutChromium } from '../all/programs.ts';
import { callOf, runAll } from '../all/run.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CACHE = join(ROOT, 'node_modules/.cache');
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');

async function printedBy(body: string, ...args: string[]): Promise<string> {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'croupier-not-run-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'one.test.ts'), `import { test } from 'vitest';\ntest('one', () => {${body}});\n`);
  const config = `import { NotRun } from '${join(ROOT, 'test/all/reporter.ts')}';
export default { root: '${folder}', test: { include: ['one.test.ts'], reporters: ['default', new NotRun()] } };\n`;
  writeFileSync(join(folder, 'vitest.config.ts'), config);
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const run = promisify(execFile)(process.execPath, [vitest, 'run', ...args], { cwd: folder });
  return (await run.catch((error: { stdout: string }) => error)).stdout;
}

test('npm test names at its end each check that it does not run', async () => {
  const [, after = ''] = (await printedBy('')).split('npm test does not run these');
  for (const { name, title } of BEYOND) expect(after).toContain(`- ${title}: ${callOf(name)}`);
});

test('npm test ends with its failed tests and their errors', async () => {
  const printed = await printedBy("throw new Error('out of dice')");
  expect(printed).toMatch(/\nFailed:\n- one\.test\.ts > one\n {4}out of dice\n$/);
});

test('a run of chosen files names no other check', async () => {
  expect(await printedBy('', 'one')).not.toContain('does not run');
});

test('npm run check -- all runs every check and lists those that fail and those that cannot run here, with the reason', async () => {
  const chromium = process.env.CHROMIUM;
  onTestFinished(() => {
    if (chromium === undefined) delete process.env.CHROMIUM;
    else process.env.CHROMIUM = chromium;
  });
  process.env.CHROMIUM = '/no/such/browser';
  const result = await runAll([
    { name: 'first', title: 'One that fails', command: 'echo oops; exit 3;' },
    { name: 'web', title: 'One for a browser', command: 'exit 4', needs: [withoutChromium] },
    { name: 'passes', title: 'One that passes', command: 'true' },
    { name: 'halfway', title: 'One that fails halfway', command: 'echo half; false | true' },
  ]);
  expect(result).toEqual({
    failed: [
      { name: 'first', failures: expect.arrayContaining(['oops']) },
      { name: 'halfway', failures: expect.arrayContaining(['half']) },
    ],
    notRun: ['npm run check -- web: there is no Chromium at /no/such/browser; CHROMIUM names another'],
    seconds: [/^\d+ One that fails$/, /^\d+ One that passes$/, /^\d+ One that fails halfway$/].map((said) =>
      expect.stringMatching(said),
    ),
  });
});

test('the end of a run names each failed test of vitest and Playwright with its error', () => {
  const vitest =
    ' × grp > one fails 5ms\n\x1b[41m FAIL \x1b[49m a.test.ts > one\nError: expected 1\n\n- Expected\n\n FAIL  b.test.ts';
  expect(failuresIn(`${vitest}\nError: boom\n`)).toEqual([
    ' FAIL  a.test.ts > one',
    'Error: expected 1',
    '- Expected',
    ' FAIL  b.test.ts',
    'Error: boom',
  ]);
  const playwright =
    'ok\n\n  1) looks.spec.ts:7:1 › fits ───\n\n    Error: too wide\n\n    at a.ts\n    5 | x\n    6 | y\n';
  expect(failuresIn(playwright)).toHaveLength(4);
  const other = Array.from({ length: 100 }, (_, line) => `line ${line}`);
  expect(failuresIn(other.join('\n'))).toEqual(other.slice(-60));
});

test('CONTRIBUTING names npm test and npm run check -- all, and .ci/run calls both', () => {
  for (const command of [/npm test(`|$)/m, /npm run (-s )?check -- all/]) {
    for (const file of ['CONTRIBUTING.md', '.ci/run']) expect(textOf(file).replace(/ +#.*$/gm, '')).toMatch(command);
  }
});
