import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { openEmbedded } from '../../src/store/embedded/embedded.ts';
import { openPostgres } from '../../src/store/postgres.ts';
import type { Store } from '../../src/store/store.ts';
import { startService } from '../http/service.ts';
import { findPostgres } from '../postgres.ts';
import { HotSeats } from '../process/hot-seats.ts';
import { copyTemplateTo, KEYS, KINDS, newDatabase, temporaryDirectory } from '../store/test-store.ts';
import { commandsOf, fencesOf, PAGES } from './markdown.ts';

const PAGE = 'docs/operations.md';
const TOOLS = /\b(cp|createdb|pg_dump|pg_restore|psql|tar|mkdir) /;
const blocks = fencesOf(PAGE)
  .filter(({ language, text }) => language === 'sh' && TOOLS.test(text))
  .map(({ text }) => text.replace(/ +# .*$/gm, ''));
const [ofServer = '', ofFolder = '', counting = '', endingSeeks = ''] = blocks;

/** Leaves out the last command, which starts a server. */
function withoutStart(block: string): string {
  const lines = block.trim().split('\n');
  expect(lines.at(-1)).toMatch(/ npm start$/);
  return lines.slice(0, -1).join('\n');
}

async function typed(commands: string, cwd: string, settings: Record<string, string> = {}): Promise<string> {
  const PATH = [findPostgres(), process.env.PATH].filter(Boolean).join(':');
  const { stdout } = await promisify(execFile)('bash', ['-euc', commands], { cwd, env: { PATH, ...settings } });
  return stdout;
}

function ownFolder(): string {
  const folder = temporaryDirectory();
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function during(store: Store, use: (url: string) => Promise<void>): Promise<void> {
  const service = await startService({ store });
  try {
    await use(service.url);
  } finally {
    await service.stop();
  }
}

async function played(store: Store): Promise<HotSeats> {
  const table = new HotSeats('back-up');
  await during(store, async (url) => {
    await table.register(url);
    await table.playSteps(url, 10);
  });
  return table;
}

async function expectRestored(table: HotSeats, store: Store): Promise<void> {
  await during(store, async (url) => {
    expect(table.acknowledged.size).toBeGreaterThan(0);
    expect(await table.lost(url, Number.POSITIVE_INFINITY)).toEqual([]);
    await table.playSteps(url, 3);
  });
}

test('every documented back-up command is run by these tests', () => {
  const printed = PAGES.flatMap(commandsOf).filter((command) => new RegExp(`^${TOOLS.source}`).test(command));
  for (const command of printed) expect(blocks.join('\n').replaceAll('\\\n', '')).toContain(command);
  expect(blocks).toHaveLength(4);
});

test.runIf(KINDS.includes('postgres') && findPostgres() !== null)(
  'a dump of PostgreSQL restores every game, and unfinished games are counted by rules',
  async () => {
    const database = await newDatabase();
    onTestFinished(() => database.remove());
    const table = await played(await database.open());
    const { hostname, port, username } = new URL(database.target);
    const settings = { DATABASE_URL: database.target, PGHOST: hostname, PGPORT: port, PGUSER: username };
    const restored = `restored_${randomBytes(6).toString('hex')}`;
    const address = database.target.replace(/[^/]+$/, restored);
    const folder = ownFolder();
    onTestFinished(() => database.ask(`drop database if exists ${restored} with (force)`).then(() => {}));

    const commands = withoutStart(ofServer)
      .replace('-O croupier', `-O ${username}`)
      .replace('postgresql://…/restored', address);
    await typed(commands.replaceAll(/\brestored$/gm, restored), folder, settings);

    await expectRestored(table, await openPostgres({ url: address, keys: KEYS }));
    expect(await typed(counting, folder, settings)).toMatch(/pascals-ruin +\| +\d+ +\| +1\n/);
    expect(await typed(endingSeeks, folder, settings)).toBe('UPDATE 0\n');
  },
);

test('a back-up of a data folder is restored with every game', async () => {
  const folder = ownFolder();
  await copyTemplateTo(join(folder, 'data'));
  const table = await played(await openEmbedded({ directory: join(folder, 'data') }));

  await typed(withoutStart(ofFolder), folder);

  await expectRestored(table, await openEmbedded({ directory: join(folder, 'restored') }));
});
