// Tests the laws, which every ruleset must keep, for one ruleset or for all: `npm run laws -- pascal`.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { rulesetsIn } from './build/rulesets.mjs';

const [id, ...more] = process.argv.slice(2);
const ids = rulesetsIn('rules');

if (id === '--help') {
  console.log(`npm run laws -- [ruleset]: tests the laws of every ruleset, or of one of ${ids.join(', ')}.`);
} else if (more.length > 0 || (id !== undefined && !ids.includes(id))) {
  const asked = [id, ...more].join(' ');
  console.error(`There is no ruleset "${asked}"; there are ${ids.join(', ')}.`);
  process.exitCode = 2;
} else {
  const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
  // vitest puts the names of rulesets in quotes
  const named = id === undefined ? [] : ['-t', `^(the catalogue|'?${id}'?) `];
  const reporter = ['--reporter', join(import.meta.dirname, 'laws/reporter.mjs')];
  const args = ['run', '--project', 'rules', 'test/laws.test.ts', ...reporter, ...named];
  process.exitCode = spawnSync(process.execPath, [vitest, ...args], { stdio: 'inherit' }).status ?? 1;
}
