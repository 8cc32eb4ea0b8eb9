// Programs needed besides Node.js to run all tests. `.ci/run` installs them.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { withoutPostgres } from '../faults/databases.ts';
import { withoutDisk } from '../faults/small-disk.ts';
import { findProgram } from '../kept-program.ts';
import { findPgBouncer } from '../pgbouncer.ts';

export type Missing = () => string | null;

/** Tests that `npm test` skips if a program is missing. A test that needs another program gets an entry here. */
export const PARTLY: readonly { tests: string; missing: Missing }[] = [
  {
    tests: 'the tests on PostgreSQL, which are half of the tests of databases, and those of several servers',
    missing: () => (process.env.TEST_DATABASE_URL ? null : withoutPostgres()),
  },
  {
    tests: 'the tests that stop, replace or restore a PostgreSQL server',
    missing: withoutPostgres,
  },
  {
    tests: 'the tests of connection poolers',
    missing: () => (findPgBouncer() === null ? 'there is no PgBouncer on this machine' : null),
  },
  { tests: 'the tests of a full disk', missing: withoutDisk },
  { tests: 'the tests of the check of migrations', missing: () => withoutSquawk() },
];

export const withoutChromium: Missing = () => {
  const path = process.env.CHROMIUM ?? '/usr/bin/chromium';
  return existsSync(path) ? null : `there is no Chromium at ${path}; CHROMIUM names another`;
};

export const withoutPython: Missing = () =>
  succeeds('python3', '-c', 'import ensurepip, venv') ? null : 'there is no Python 3 with venv on this machine';

export const withoutMypy: Missing = () =>
  findProgram('mypy') === null ? 'there is no mypy on this machine for the types of the Python client' : null;

/** Programs that only one check needs. npm downloads them when the check runs, outside the repository. */
export const LTS = fetched('node@24.21.0', '');
export const KNIP = fetched('knip@6.44.2', 'knip');
export const REDOCLY = fetched('@redocly/cli@2.77.0', 'redocly');
/** the same version as in scripts/check-migrations.mjs */
const SQUAWK = fetched('squawk-cli@2.66.0', 'squawk');

export const withoutLts = without(`${LTS} node`, 'the current LTS of Node.js');
export const withoutKnip = without(KNIP, 'knip');
export const withoutRedocly = without(REDOCLY, 'redocly');
export const withoutSquawk = without(SQUAWK, 'squawk');
export const withoutGenerators = without(fetched('orval@7.13.0', 'orval'), 'generators of clients');

function fetched(name: string, program: string): string {
  return `npm exec --yes --package=${name} -- ${program}`;
}

function without(command: string, program: string): Missing {
  return () => (succeeds('bash', '-c', `${command} --version`) ? null : `npm cannot fetch ${program}`);
}

export const withoutCurl: Missing = () => (findProgram('curl') === null ? 'there is no curl on this machine' : null);

export const withoutContainers: Missing = () => {
  const { status, stdout } = spawnSync('bash', ['deploy/image-check/missing.sh'], { encoding: 'utf8' });
  return status === 0 ? null : stdout.trim();
};

export function firstMissing(needs: readonly Missing[]): string | null {
  return needs.map((missing) => missing()).find((reason) => reason !== null) ?? null;
}

export function leftOut(): string[] {
  return PARTLY.flatMap(({ tests, missing }) => {
    const reason = missing();
    return reason === null ? [] : [`${tests}: ${reason}`];
  });
}

function succeeds(program: string, ...args: string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}
