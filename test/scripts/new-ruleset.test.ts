import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { type CatalogueEntry, loadCatalogue } from '#rules/catalogue.ts';
import { catalogueFaults } from '../laws/catalogue-law.ts';
import { tryLaws } from '../laws/plan.ts';
import { Subject } from '../laws/trial.ts';
import { listedIn } from '../rulesets/listed.ts';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

const tree = mkdtempSync(join(tmpdir(), 'new-ruleset-'));
afterAll(() => rmSync(tree, { recursive: true }));
mkdirSync(join(tree, 'rules/taken'), { recursive: true });
symlinkSync(join(REPOSITORY, 'rules/kernel'), join(tree, 'rules/kernel'));
symlinkSync(join(REPOSITORY, 'node_modules'), join(tree, 'node_modules'));

function run(script: string, ...args: string[]) {
  return spawnSync(process.execPath, [join(REPOSITORY, 'scripts', script), ...args], { cwd: tree, encoding: 'utf8' });
}

describe('a new ruleset', () => {
  const { status, stdout } = run('new-ruleset.mjs', 'sea-dogs');

  test('is a folder with its own names, and prints the next steps', () => {
    expect(status).toBe(0);
    const folder = join(tree, 'rules/sea-dogs');
    expect(readdirSync(folder).sort()).toEqual(['index.ts', 'rules.md']);
    const text = readFileSync(join(folder, 'index.ts'), 'utf8');
    for (const name of ["id: 'sea-dogs'", "name: 'Sea Dogs'", "schemaFamily('SeaDogs')", 'export default seaDogs;']) {
      expect(text).toContain(name);
    }
    expect(text).not.toMatch(/new.?game/i);
    for (const command of ['laws', 'playthroughs', 'openapi']) expect(stdout).toContain(`npm run ${command}`);
  });

  test('keeps every law unchanged', async () => {
    const made = await loadCatalogue(false, await listedIn(join(tree, 'rules')));
    const { ruleset, rules } = made.get('sea-dogs') as CatalogueEntry;
    expect(catalogueFaults(ruleset, rules)).toEqual([]);
    for (const seats of [2, 3, 4]) {
      expect(tryLaws(new Subject(ruleset, rules), seats, { work: 5_000 }).ended).toBeGreaterThan(0);
    }
  });
});

test.each([
  [[], 'A new game needs one name: npm run new-ruleset -- my-game'],
  [['one', 'two'], 'A new game needs one name: npm run new-ruleset -- my-game'],
  [['Sea_Dogs'], 'The name "Sea_Dogs" is not in kebab case, like my-game: it is part of addresses.'],
  [['../sea'], 'The name "../sea" is not in kebab case, like my-game: it is part of addresses.'],
  [['taken'], 'There is a folder rules/taken already.'],
])('the new ruleset %j is rejected in one sentence', (args, sentence) => {
  const { status, stderr, stdout } = run('new-ruleset.mjs', ...args);
  expect({ status, stdout, stderr }).toEqual({ status: 2, stdout: '', stderr: `${sentence}\n` });
  expect(existsSync(join(tree, 'src/sea'))).toBe(false);
});

test('the laws of a missing ruleset are rejected in one sentence', () => {
  const { status, stderr } = run('laws.mjs', 'bridge');
  expect(status).toBe(2);
  expect(stderr).toMatch(/^There is no ruleset "bridge"; there are sea-dogs\.\n$/);
});
