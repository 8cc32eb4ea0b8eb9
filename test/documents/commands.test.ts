import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { SETTINGS } from '../../src/settings.ts';
import { CHECKS, type Check } from '../all/checks.ts';
import { brokenLinksOf, commandsOf, fencesOf, PAGES, ROOT, textOf } from './markdown.ts';

const LANGUAGES = ['sh', 'python', 'console', 'text', 'http', 'json', 'js', 'ts', 'tsx', 'sql'];
const SCRIPTS: Record<string, string> = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts;

const BENCHMARKS = ['baselines', 'levels', ...readdirSync(join(ROOT, 'bench')).map((file) => file.replace('.mjs', ''))];

const ELSEWHERE: [command: RegExp, file: string, words: string][] = [
  [/^npm ci$/, '.ci/run', 'npm ci'],
  [/^npm test$/, '.ci/run', 'npm test'],
  [/^npm run check -- all$/, '.ci/run', 'npm run -s check -- all'],
  [/^npm run (-s )?build$/, 'test/all/checks.ts', 'run -s build'],
  [/^npm run lint$/, 'test/all/checks.ts', 'run -s lint'],
  [/^npm run types$/, 'test/all/checks.ts', 'run -s types'],
  [/^npm run openapi( -- --check)?$/, 'test/all/checks.ts', 'openapi -- --check'],
  [/^npm run laws -- /, '.ci/sixth-ruleset', 'run -s laws -- '],
  [/^npm run new-ruleset -- /, 'test/scripts/new-ruleset.test.ts', 'new-ruleset.mjs'],
  [/^npm run format$/, 'test/documents/copied-tree.test.ts', "run(printed('npm run format'))"],
  [/^npm run freeze-ruleset -- <id>$/, 'test/documents/copied-tree.test.ts', "run(printed('npm run freeze-ruleset'))"],
  [/^npm pack \.\/clients\/typescript$/, '.ci/client-package.mjs', "'docs/agents.md'"],
  [/^npm install --prefix my-agent /, '.ci/client-package.mjs', "'docs/agents.md'"],
  [/^node my-agent\/agent\.mts /, '.ci/client-package.mjs', "'docs/agents.md'"],
  [/^my-agent\/bin\/pip install --no-index /, 'clients/python/tests/test_package.py', 'pip("--no-index"'],
  [
    /^PYTHONPATH=clients\/python python3 clients\/python\/examples\/learner\.py /,
    'clients/python/tests/test_learner.py',
    'from examples.learner import',
  ],
  [/^(npx (openapi-typescript|tsc)|node table\.mjs)/, 'test/documents/front-end.test.ts', 'commandsOf(PAGE)'],
  [/^npm run clients$/, '.ci/clients', 'run -s clients'],
  [/^npm run agent -- /, '.ci/agents', 'run -s agent -- --games'],
  [/^(cp|createdb|pg_dump|pg_restore|psql|tar|mkdir) /, 'test/documents/back-ups.test.ts', 'docs/operations.md'],
  [/^curl .*transcript/, 'test/documents/sessions.test.ts', 'transcript'],
  [/^curl .*worlds/, 'test/documents/sessions.test.ts', 'worlds.json'],
  [/^npm run verify -- --competition( |$)/, 'test/cli/verify.test.ts', "'--competition'"],
  [/^python3 examples\/verify\.py --competition /, 'test/competitions/tampering.test.ts', "'--competition'"],
  [/^(npm run verify|python3 examples\/verify\.py)( |$)/, 'test/documents/sessions.test.ts', 'docs/fairness.md'],
];

/** These programs need a daemon or special rights, or write a secret, so the shell only parses their commands. */
const FOREIGN = /^(docker|echo|sudo) /;

const STRANGE = '--no-such-flag';
const SAID = /(unknown|unrecognized|not)\b.*--no-such-flag/i;

const commands = [...new Set(PAGES.flatMap(commandsOf))].sort();
const elsewhere = commands.map((command) => ({ command, by: ELSEWHERE.find(([pattern]) => pattern.test(command)) }));
const tried = elsewhere.filter(({ by }) => by === undefined).map(({ command }) => command);
const foreign = tried.filter((command) => FOREIGN.test(command));
const own = tried.filter((command) => !FOREIGN.test(command)).map(partsOf);

test('every code block of every page names its language', () => {
  const unknown = PAGES.flatMap((page) => fencesOf(page).filter(({ language }) => !LANGUAGES.includes(language)));
  expect(unknown).toEqual([]);
});

test.each(PAGES)('the links of %s have existing targets', (page) => {
  expect(brokenLinksOf(page)).toEqual([]);
});

test('the table of settings names each setting with its default', () => {
  const rows = [...textOf('docs/configuration.md').matchAll(/^\| `(\w+)` +\| ([^|]+?) +\|/gm)];
  const defaults = rows.map(([, name, shown = '']) => [name, /^`(.*)`$/.exec(shown)?.[1] ?? null]);
  const settings = Object.entries(SETTINGS.properties).map(([name, setting]) => [name, String(setting.default ?? '')]);
  expect(new Set(defaults.map(([name]) => name))).toEqual(new Set(settings.map(([name]) => name)));
  const told = Object.fromEntries(defaults);
  for (const [name, value] of settings) {
    if (value !== '' && told[name as string] !== null) expect([name, told[name as string]]).toEqual([name, value]);
  }
});

test('a command that another file is said to run is in that file', () => {
  for (const { command, by } of elsewhere) {
    if (by !== undefined) expect(textOf(by[1]), command).toContain(by[2]);
  }
});

test.each(foreign)('the shell can read `%s`', (command) => {
  expect(spawnSync('bash', ['-n', '-c', command]).status).toBe(0);
});

test('every documented start of the service has valid settings', () => {
  for (const { settings } of own.filter(({ words }) => words.join(' ') === 'npm start')) {
    for (const name of Object.keys(settings)) expect(Object.keys(SETTINGS.properties)).toContain(name);
    readConfig(settings);
  }
});

test('every `npm run` in the tree names a script, check or benchmark that exists', () => {
  const called = execFileSync('git', ['grep', '-hoE', 'npm run (-s )?[a-z][a-z:-]*( -- [a-z][a-z-]*)?'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const names = new Set(called.trim().split('\n'));
  expect(names.size).toBeGreaterThan(50);
  for (const name of names) {
    const [script = '', first] = name.replace(/npm run (-s )?/, '').split(' -- ');
    expect(Object.keys(SCRIPTS)).toContain(script);
    if (first === undefined) continue;
    if (script === 'check') expect([...CHECKS.map((check) => check.name), 'all']).toContain(first);
    if (script === 'bench') expect(BENCHMARKS).toContain(first);
  }
});

test('`npm run` lists at most 25 scripts', () => {
  expect(Object.keys(SCRIPTS).length).toBeLessThanOrEqual(25);
});

test('every documented call of vitest names existing test files, which read the variables before the call', () => {
  for (const { settings, words } of own.filter(({ words }) => words[0] === 'npx')) {
    expect(words.slice(0, 3)).toEqual(['npx', 'vitest', 'run']);
    const texts = words.slice(3).map(textOf);
    for (const name of Object.keys(settings)) {
      for (const text of texts) expect(text).toContain(`process.env.${name}`);
    }
  }
});

test('every documented shell script exists', () => {
  for (const { words } of own.filter(({ words }) => words[0] === 'bash')) textOf(words[1] as string);
});

const SEVERAL = /(test\/load\/run\.ts|dist\/src\/cli\/admin\.js)$/;

const flags = new Map<string, string[]>();
for (const { words } of own) {
  const program = programOf(words);
  if (program === null) continue;
  // subcommands have their own flags
  const chosen = SEVERAL.test(program.run) && !program.args[0]?.startsWith('-') ? program.args.splice(0, 1) : [];
  if (program.args[0] === '--test') chosen.push(...program.args.splice(0, 3)); // `--test` with two agents is a command
  const run = [program.run, ...chosen].join(' ');
  flags.set(run, [...(flags.get(run) ?? []), ...program.args]);
}

// Adds an unknown flag to each command. A program that rejects only this flag accepts the others, and does no work.
test.each([...flags])('`%s` accepts all its arguments', async (run, args) => {
  const [program = '', ...before] = run.split(' ');
  const said = await new Promise<string>((resolve) => {
    const all = [...before, ...args, STRANGE];
    execFile(program, all, { cwd: ROOT }, (error, stdout, stderr) => resolve(`${error?.code} ${stdout}${stderr}`));
  });
  expect(said).toMatch(/^[12] /);
  expect(said).toMatch(SAID);
});

function partsOf(command: string): { settings: Record<string, string>; words: string[] } {
  const words = (command.match(/'[^']*'|"[^"]*"|\S+/g) ?? []).map((word) => word.replace(/^['"]|['"]$/g, ''));
  const first = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
  const set = words.slice(0, first).map((word) => word.split(/=(.*)/s).slice(0, 2) as [string, string]);
  return { settings: Object.fromEntries(set), words: words.slice(first) };
}

function programOf([first = '', second = '', third = '', ...rest]: string[]): { run: string; args: string[] } | null {
  if (first === 'bash' || first === 'npx' || `${first} ${second}` === 'npm start') return null;
  if (first === 'node' || first === 'python3')
    return { run: `${first} ${second}`, args: [third, ...rest].filter(Boolean) };
  if (`${first} ${second}` !== 'npm run') throw new Error(`nothing here knows how to try ${first} ${second}`);
  const args = rest.slice(1);
  if (third === 'check' && args[0] !== undefined) return { run: lastOf(checkOf(args[0]).command), args: args.slice(1) };
  const run = lastOf(SCRIPTS[third] ?? '');
  return third === 'bench' ? { run: `${run} ${args[0]}`, args: args.slice(1) } : { run, args };
}

function lastOf(command: string): string {
  return command.split(' && ').at(-1) as string;
}

function checkOf(name: string): Check {
  const check = CHECKS.find((each) => each.name === name);
  if (check === undefined) throw new Error(`there is no check ${name}`);
  return check;
}
