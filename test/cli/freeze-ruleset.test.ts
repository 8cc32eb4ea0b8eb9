import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Catalogue, loadCatalogue, versionIn } from '#rules/catalogue.ts';
import { makeFrozenCopy } from '../../lab/rulesets/frozen-copy.ts';
import { playthroughCommand } from '../../lab/rulesets/playthrough-command.ts';
import { listedIn } from '../rulesets/listed.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const DEPCRUISE = 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs';
const FOLLY = 'folly-and-fortune';
const RUIN = 'pascals-ruin';

/** A copy of the repository. In it, version 1 of a ruleset is frozen, and the ruleset's current version is 2. */
let tree: string;
let room: string;
let recorded: string;
let catalogue: Catalogue;

beforeAll(async () => {
  tree = mkdtempSync(join(tmpdir(), 'croupier-freeze-'));
  room = join(tree, 'rules');
  recorded = join(tree, 'test/playthroughs');
  for (const path of [
    'rules/kernel',
    `rules/${FOLLY}`,
    `rules/${RUIN}`,
    'test/playthroughs',
    'package.json',
    'tsconfig.json',
  ]) {
    cpSync(join(ROOT, path), join(tree, path), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
  makeFrozenCopy(room, recorded, FOLLY, presentVersion());
  raise();
  catalogue = await loadCatalogue(true, await listedIn(room));
});
afterAll(() => rmSync(tree, { recursive: true }));

const index = () => join(room, FOLLY, 'index.ts');
const presentVersion = () => Number(/rulesVersion: (\d+)/.exec(readFileSync(index(), 'utf8'))?.[1]);
function raise(): void {
  const raised = readFileSync(index(), 'utf8').replace(/rulesVersion: \d+/, `rulesVersion: ${presentVersion() + 1}`);
  writeFileSync(index(), raised);
}
const frozen = () => presentVersion() - 1;
const shelf = () => join(room, FOLLY, 'versions');

test('a frozen copy is complete, and lies beside the newest rules under its own names', () => {
  const entry = catalogue.get(FOLLY);
  expect(entry?.ruleset.rulesVersion).toBe(presentVersion());
  const older = versionIn(catalogue, FOLLY, frozen());
  expect(entry?.older.at(-1)).toBe(older);
  expect(older?.rules).toBe(entry?.rules);
  const filesOf = (folder: string) => (readdirSync(folder, { recursive: true }) as string[]).sort();
  const newest = filesOf(join(room, FOLLY)).filter((path) => !path.startsWith('versions'));
  expect(filesOf(join(shelf(), String(frozen())))).toEqual(newest);
  expect(older?.ruleset.schemas.view.$id).toBe(`FollyAndFortuneV${frozen()}View`);
  const text = JSON.stringify(older?.ruleset.schemas);
  expect(text.match(new RegExp(`"FollyAndFortune(?!V${frozen()})`, 'g'))).toBeNull();
  expect(older?.inputs.action({ type: 'pickCard' })).toEqual(entry?.inputs.action({ type: 'pickCard' }));
  expect(older?.inputs.options({})).toEqual(entry?.inputs.options({}));
});

test('the golden playthroughs of an older version are played by its own rules, and never rewritten', () => {
  const run = (args: string[]) => {
    const told: string[] = [];
    const say = (line: string) => told.push(line);
    return { code: playthroughCommand(args, { catalogue, folder: recorded, say, complain: say }), told };
  };
  expect(run(['--ruleset', FOLLY, '--check']).told.filter((line) => line.includes('versions/'))).toEqual([]);
  const path = join(FOLLY, 'versions', String(frozen()), 'first-game.jsonl');
  const written = readFileSync(join(recorded, path), 'utf8');
  writeFileSync(join(recorded, path), written.replace('"seats":', '"Seats":'));
  const spoilt = readFileSync(join(recorded, path), 'utf8');
  for (const args of [
    ['--ruleset', FOLLY],
    ['--ruleset', FOLLY, '--check'],
  ]) {
    const { code, told } = run(args);
    expect(code).toBe(1);
    expect(told.filter((line) => line.startsWith(path))).toHaveLength(1);
    expect(readFileSync(join(recorded, path), 'utf8')).toBe(spoilt);
  }
  writeFileSync(join(recorded, path), written);
});

test('a version is frozen once, and no server starts while the newest rules still have that version', async () => {
  expect(() => makeFrozenCopy(room, recorded, FOLLY, frozen())).toThrow(
    `exists already: raise rulesVersion of ${FOLLY}, because ${frozen()} is frozen`,
  );
  const unraised = join(tree, 'unraised');
  cpSync(join(ROOT, 'rules/kernel'), join(unraised, 'kernel'), { recursive: true });
  cpSync(join(ROOT, 'rules', RUIN), join(unraised, RUIN), { recursive: true });
  const { rulesVersion } = catalogue.get(RUIN)?.ruleset ?? {};
  makeFrozenCopy(unraised, recorded, RUIN, rulesVersion ?? 0);
  await expect(loadCatalogue(true, await listedIn(unraised))).rejects.toThrow(
    `${RUIN}/versions/${rulesVersion} has rulesVersion ${rulesVersion}, which must be lower than rulesVersion of rules/${RUIN}/index.ts`,
  );
});

test('the layers keep older and newest rules apart, in both directions', () => {
  const broken = (): string[] => {
    const args = [DEPCRUISE, 'rules', '--config', join(ROOT, '.dependency-cruiser.mjs'), '--output-type', 'err'];
    try {
      execFileSync(process.execPath, args, { cwd: tree, encoding: 'utf8' });
      return [];
    } catch (error) {
      const { stdout } = error as { stdout: string };
      return [...stdout.matchAll(/error (\S+): \S+ → (\S+)/g)].map(([, rule, to]) => `${rule} ${to}`);
    }
  };
  expect(broken()).toEqual([]);
  const old = join(shelf(), String(frozen()));
  writeFileSync(join(old, 'stray.ts'), "export { default } from '../../index.ts';\n");
  writeFileSync(join(room, FOLLY, 'stray.ts'), `export { default } from './versions/${frozen()}/index.ts';\n`);
  writeFileSync(join(room, RUIN, 'stray.ts'), `export { default } from '../${FOLLY}/versions/${frozen()}/index.ts';\n`);
  const rule = 'rules-know-themselves-and-the-kernel';
  const frozenIndex = `${rule} rules/${FOLLY}/versions/${frozen()}/index.ts`;
  expect(broken().sort()).toEqual([`${rule} rules/${FOLLY}/index.ts`, frozenIndex, frozenIndex]);
});
