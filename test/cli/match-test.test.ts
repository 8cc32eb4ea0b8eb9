import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { loadCatalogue } from '#rules/catalogue.ts';
import { readMatchTest, testFlagsIn } from '../../lab/arena/match-test-call.ts';

const catalogue = await loadCatalogue(false);
const COMMAND = fileURLToPath(new URL('../../dist/lab/arena/compete.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'croupier-match-test-'));
const agents = join(folder, 'agents.json');
writeFileSync(
  agents,
  JSON.stringify([
    { name: 'lines', pipe: 'cat' },
    { name: 'house', policy: 'search-10' },
  ]),
);
afterAll(() => rmSync(folder, { recursive: true }));

const FOLLY = ['--ruleset', 'folly-and-fortune'];

function compete(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

function called(...args: string[]) {
  return readMatchTest(catalogue, testFlagsIn(args).flags);
}

test('the better of two policies is named with its certainty and exit code 0, on any number of threads', () => {
  const found = (workers: string) => {
    const { status, stdout, stderr } = compete('--test', 'plain', 'random', ...FOLLY, '--json', '--workers', workers);
    expect(status, stderr).toBe(0);
    const { seconds, ...rest } = JSON.parse(stdout);
    return rest;
  };
  const alone = found('1');
  expect(alone).toMatchObject({ verdict: 'firstBetter', seed: 'croupier', seats: 2, games: 2 * alone.boards });
  expect(alone.text).toMatch(
    /^plain is better than random, shown after \d+ boards \(\d+ games\), at error rates of 5 %/,
  );
  expect(alone.interval.low).toBeGreaterThan(0);
  expect(found('2')).toEqual(alone);
});

test('an undecided test says so, with exit code 4', () => {
  const { status, stdout } = compete('--test', 'random', 'random', ...FOLLY, '--max-boards', '3');
  expect(stdout).toMatch(/^Whether random is better than random is undecided after 3 boards \(6 games\)/);
  expect(status).toBe(4);
});

test('policies of a file and of the server are tested in threads, and a program by a match of at most 1,000 boards', () => {
  expect(called('--test', 'house', 'random', ...FOLLY, '--agents', agents)).toMatchObject({
    kind: 'policies',
    test: { first: 'search-10', second: 'random', boards: 10_000, stop: { alpha: 0.05, beta: 0.05, margin: 0.1 } },
  });
  const call = called('--test', 'lines', 'house', ...FOLLY, '--agents', agents, '--margin', '0.2', '--out', folder);
  expect(call).toMatchObject({
    kind: 'programs',
    call: {
      plan: {
        seed: 'croupier',
        agents: [{ name: 'lines' }, { name: 'house' }],
        asked: {
          format: 'match',
          duplicate: 'permuted',
          maxEntries: 2,
          boards: 10,
          rounds: 100,
          stop: { margin: 0.2 },
        },
      },
    },
  });
});

test.each([
  [['--test', 'random', ...FOLLY], '--test takes two names'],
  [['--test', 'random', 'random', 'random', ...FOLLY], '--test takes two names'],
  [['--test', 'random', 'random', '--ruleset', 'chess'], 'There is no ruleset "chess"'],
  [['--test', 'clever', 'random', ...FOLLY], 'neither an agent nor a policy of Folly & Fortune named "clever"'],
  [['--test', 'search', 'random', ...FOLLY], 'no policy "search" that plays equally well on every machine'],
  [['--test', 'random', 'random', ...FOLLY, '--alpha', '0.5'], '--alpha must be a number above 0 and below 0.5'],
  [['--test', 'random', 'random', ...FOLLY, '--max-boards', '0'], '--max-boards must be a whole number from 1'],
  [['--test', 'random', 'random', ...FOLLY, '--out', 'there'], '--out works only in a test of programs'],
  [
    ['--test', 'lines', 'random', ...FOLLY, '--agents', agents, '--workers', '2'],
    '--workers works only in a test of two policies',
  ],
  [['--test', 'lines', 'random', '--ruleset', 'pascal', '--agents', agents], 'Compare programs in a cup'],
])('an invalid call with %j is explained in a sentence', (args, sentence) => {
  expect(() => called(...args)).toThrow(sentence);
});

test('an unknown flag is named with the nearest known one', () => {
  const { status, stderr } = compete('--test', 'random', 'random', '--max-board', '3');
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: 'Unknown option --max-board: did you mean --max-boards?\n',
  });
});

test('a test rejects a flag of competitions, and answers a request for help', () => {
  const { status, stderr } = compete('--test', 'random', 'random', '--boards', '3');
  expect({ status, stderr }).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^Unknown option --boards: did/),
  });
  expect(compete('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('--resume'), stderr: '' });
});
