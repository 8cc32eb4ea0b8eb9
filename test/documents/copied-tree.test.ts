import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandsOf, PAGES, ROOT } from './markdown.ts';

const ID = 'pascals-ruin';
const PARTS = [
  'src',
  'rules',
  'lab',
  'test/playthroughs',
  'scripts',
  'prisma',
  'dist',
  'package.json',
  'prisma.config.ts',
  'tsconfig.json',
];
const MORE = ['biome.json', '.gitignore'];

let tree: string;

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'croupier-copy-'));
  // keeps exact times of files, so that the build counts as up to date
  execFileSync('cp', ['-a', '--parents', ...PARTS, ...MORE, tree], { cwd: ROOT });
  symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
  execFileSync('git', ['init', '-q'], { cwd: tree });
});
afterAll(() => rmSync(tree, { recursive: true }));

function printed(beginning: string): string {
  const command = PAGES.flatMap(commandsOf).find((each) => each.startsWith(beginning));
  if (command === undefined) throw new Error(`no page prints ${beginning}`);
  return command.replace('<id>', ID);
}

function run(command: string): string {
  return execFileSync('bash', ['-c', command], { cwd: tree, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

test('`npm run freeze-ruleset` keeps the present rules beside the next ones', () => {
  const index = readFileSync(join(tree, 'rules', ID, 'index.ts'), 'utf8');
  const [, rulesVersion] = /rulesVersion: (\d+)/.exec(index) ?? [];
  const copy = `rules/${ID}/versions/${rulesVersion}`;
  expect(existsSync(join(tree, copy))).toBe(false);
  expect(run(printed('npm run freeze-ruleset'))).toContain(`is kept in ${copy}`);
  expect(existsSync(join(tree, copy, 'index.ts'))).toBe(true);
});

test('`npm run format` formats a file', () => {
  rmSync(join(tree, 'src'), { recursive: true });
  const file = join(tree, 'scripts/crooked.mjs');
  writeFileSync(file, 'export const crooked   = "die"');
  run(printed('npm run format'));
  expect(readFileSync(file, 'utf8')).toBe("export const crooked = 'die';\n");
});
