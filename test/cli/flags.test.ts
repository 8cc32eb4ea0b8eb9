import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { unknownFlag } from '../../src/cli/flags.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

test('a known flag and a plain argument give no complaint', () => {
  expect(unknownFlag([], [])).toBeNull();
  expect(unknownFlag(['500', '--check'], ['--check'])).toBeNull();
});

test('an unknown flag is named with the nearest known one', () => {
  const known = ['--write', '--check', '--help'];
  expect(unknownFlag(['--chek'], known)).toBe('Unknown option --chek: did you mean --check?');
  expect(unknownFlag(['--wite'], known)).toBe('Unknown option --wite: did you mean --write?');
  expect(unknownFlag(['--games'], [])).toBe('Unknown option --games: this command takes no options.');
});

test.each([['verify'], ['admin', 'seal-database']])(
  '%s prints its usage on request, with exit code 0',
  (program, ...words) => {
    const args = [join(ROOT, `dist/src/cli/${program}.js`), ...words, '--help'];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(new RegExp(`^npm run ${[program, ...words].join(' -- ')}\\b[\\s\\S]*Exit code 0: `));
  },
);

test.each([
  ['lab/baselines/win-rates.mjs', 'Unknown option --chek: this command takes no options.\n'],
  ['lab/baselines/levels.mjs', 'Unknown option --chek: this command takes no options.\n'],
  ['lab/baselines/baselines.mjs', 'Unknown option --chek: did you mean --short?\n'],
  ['dist/src/cli/openapi.js', 'Unknown option --chek: did you mean --check?\n'],
  [
    'dist/src/main.js',
    'Unknown option --chek. The service reads its settings from the environment: see docs/configuration.md.\n',
  ],
])('%s rejects an unknown flag in one line, with exit code 2', (program, line) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, program), '--chek'], { encoding: 'utf8' });
  expect({ status, stdout, stderr }).toEqual({ status: 2, stdout: '', stderr: line });
});
