import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
const SCHEMA = `generator client {
  provider               = "prisma-client"
  output                 = "../src/generated/prisma"
  generatedFileExtension = "ts"
  importFileExtension    = "ts"
}
datasource db {
  provider = "postgresql"
}
model Player {
  id String @id
}
`;
const MAIN = 'dist/src/main.js';
const root = mkdtempSync(join(tmpdir(), 'croupier-build-'));

beforeAll(async () => {
  for (const part of ['scripts', 'prisma.config.ts', 'tsconfig.json', 'package.json']) {
    cpSync(join(REPOSITORY, part), join(root, part), { recursive: true });
  }
  symlinkSync(join(REPOSITORY, 'node_modules'), join(root, 'node_modules'));
  write('prisma/schema.prisma', SCHEMA);
  write('src/dealer.ts', "export const dealer = 'Ada';\n");
  write('src/places.ts', 'export const HERE = import.meta.url;\n');
  write(
    'src/main.ts',
    `import { RULESETS } from '../rules/generated/rulesets.ts';
import { dealer } from './dealer.ts';
import { CODE } from './generated/code.ts';
import { HERE } from './places.ts';
console.log(HERE, RULESETS, dealer, CODE);
`,
  );
  write('rules/dice/index.ts', "import { dealer } from '../../src/dealer.ts';\nexport const dice = [dealer];\n");
  write('rules/dice/rules.md', '# Dice\n');
  write('dist/rules/long-gone/index.js', 'export {};\n');
  expect(await build()).toBe(0);
});

afterAll(() => rmSync(root, { recursive: true }));

test('the first build makes the code, the database client and the list of rulesets, and deletes all unknown files', () => {
  expect(outputs()).toEqual(expect.arrayContaining(['src/main.js', 'src/places.js', chunkOf('dice')]));
  expect(existsSync(join(root, 'src/generated/prisma/client.ts'))).toBe(true);
  expect(existsSync(join(root, 'dist/rules/long-gone'))).toBe(false);
});

test('a current build writes nothing, despite changed times of its sources', async () => {
  const before = times();
  utimesSync(join(root, 'src/dealer.ts'), new Date(), new Date());
  utimesSync(join(root, 'prisma/schema.prisma'), new Date(0), new Date(0));

  expect(await build()).toBe(0);

  expect(times()).toEqual(before);
});

test('a changed source is compiled, even with an older time than the last build', async () => {
  write('src/dealer.ts', "export const dealer = 'Bob';\n");
  utimesSync(join(root, 'src/dealer.ts'), new Date(0), new Date(0));
  const before = times();

  expect(await build()).toBe(0);

  expect(read(MAIN)).toContain('Bob');
  expect(changed(before)).toContain('src/main.js');
  expect(changed(before)).not.toContain('src/places.js');
});

test('changed rules for players change the list of rulesets and the name of the code, and nothing else', async () => {
  write('rules/dice/rules.md', '# Two dice\n');
  const before = times();

  expect(await build()).toBe(0);

  expect(read(MAIN)).toContain('# Two dice\\n');
  expect(changed(before)).toEqual(['src/main.js', 'src/main.js.map']);
});

test('the output of a renamed file or folder is deleted', async () => {
  renameSync(join(root, 'rules/dice'), join(root, 'rules/two-dice'));

  expect(await build()).toBe(0);

  expect(chunkOf('two-dice')).toBeDefined();
  expect(chunkOf('dice')).toBeUndefined();
});

test('an output that was removed or changed is made again', async () => {
  rmSync(join(root, MAIN));
  write(`dist/${chunkOf('two-dice')}`, '// changed');

  expect(await build()).toBe(0);

  expect(read(MAIN)).toContain('Bob');
  expect(read(`dist/${chunkOf('two-dice')}`)).toContain('dice');
});

test('a failed build stays failed until it is fixed, and keeps the last good output', async () => {
  const good = read('src/dealer.ts');
  write('src/dealer.ts', 'export const dealer = ;\n');

  expect(await build()).not.toBe(0);
  expect(await build()).not.toBe(0);
  expect(read(MAIN)).toContain('Bob');

  write('src/dealer.ts', good);
  expect(await build()).toBe(0);
});

test('a killed build counts as failed, and its lock is taken over', async () => {
  const good = read('src/dealer.ts');
  write('src/dealer.ts', "export const dealer = 'Eve';\n");
  const child = start();
  while (readdirSync(join(root, 'dist')).includes('.build.lock') === false) await sleep(5);
  child.kill('SIGKILL');
  await once(child, 'close');
  write('src/dealer.ts', good);
  write(MAIN, 'half of a fi');

  expect(await build()).toBe(0);

  expect(read(MAIN)).toContain('Bob');
  expect(existsSync(join(root, 'dist/.build.lock'))).toBe(false);
});

test('simultaneous builds all succeed, and one of them does the work', async () => {
  write('src/dealer.ts', "export const dealer = 'Cy';\n");
  write('prisma/schema.prisma', SCHEMA.replace('Player', 'Seat'));
  const counted = "import { appendFileSync } from 'node:fs';\nappendFileSync('generations', '.');\n";
  write('scripts/prisma.mjs', counted + read('scripts/prisma.mjs'));

  const runs = await Promise.all([ended(start()), ended(start()), ended(start())]);

  expect(runs.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(read(MAIN)).toContain('Cy');
  expect(readdirSync(join(root, 'src/generated/prisma/models'))).toEqual(['Seat.ts']);
  expect(read('generations')).toBe('.');
});

test('the document is made from code compiled before it, and deleted by every change of the code', async () => {
  write(
    'src/cli/openapi.ts',
    "const fs = await import('node:fs' as string);\nfs.writeFileSync('dist/openapi.json', '{}');\n",
  );

  expect((await ended(start('document'))).code).toBe(0);
  expect(read('dist/openapi.json')).toBe('{}');
  const before = times();
  expect((await ended(start('document'))).code).toBe(0);
  expect(changed(before)).toEqual([]);

  write('src/dealer.ts', "export const dealer = 'Dan';\n");
  expect(await build()).toBe(0);
  expect(outputs()).not.toContain('openapi.json');
  expect((await ended(start('document'))).code).toBe(0);
  expect(outputs()).toContain('openapi.json');
});

test('a missing step is rejected by its name', async () => {
  const { code, said } = await ended(start('polish'));

  expect(said).toMatch(/there is no step polish; there are generate, /);
  expect(code).toBe(1);
});

async function build(): Promise<number | null> {
  return (await ended(start())).code;
}

async function ended(run: ReturnType<typeof start>): Promise<{ code: number | null; said: string }> {
  const [said] = await Promise.all([run.stderr.toArray(), once(run, 'close')]);
  return { code: run.exitCode, said: String(Buffer.concat(said)) };
}

function start(...steps: string[]) {
  return spawn(process.execPath, [join(root, 'scripts/build.mjs'), ...steps], { stdio: ['ignore', 'ignore', 'pipe'] });
}

function write(file: string, content: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), content);
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

function outputs(): string[] {
  return readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' }).filter((file) => /\.\w+$/.test(file));
}

function chunkOf(ruleset: string): string | undefined {
  return outputs().find((file) => file.startsWith(`chunks/${ruleset}-`) && file.endsWith('.js'));
}

function times(): Record<string, number> {
  return Object.fromEntries(outputs().map((file) => [file, statSync(join(root, 'dist', file)).mtimeMs]));
}

function changed(before: Record<string, number>): string[] {
  const now = times();
  return Object.keys(now)
    .filter((file) => !file.startsWith('.') && now[file] !== before[file])
    .sort();
}
