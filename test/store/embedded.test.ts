import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { openEmbedded } from '../../src/store/embedded/embedded.ts';
import { EmbeddedServer } from '../../src/store/embedded/server.ts';
import { DataDirectoryInUse, StoreUnavailable } from '../../src/store/failures.ts';
import type { Store } from '../../src/store/store.ts';
import { createGames } from './contention.ts';
import { appendTo, creationOf, eventRow, gameRow } from './rows.ts';
import { freshDatabase, temporaryDirectory } from './test-store.ts';

const MEGABYTE = 2 ** 20;

/** Lets the database grow by random bytes, which cannot be compressed. */
async function grow(store: Store, bytes: number): Promise<void> {
  const game = gameRow();
  await store.log.create(creationOf(game));
  for (let written = 0, base = 1; written < bytes; written += MEGABYTE, base++) {
    const change = appendTo(game, base);
    change.events = [eventRow(game.id, base + 1, { action: randomBytes(MEGABYTE / 2).toString('hex') })];
    await store.log.append(change);
  }
}

describe('the embedded database', () => {
  it('makes its directory by itself, despite the remains of an interrupted first start, and opens once at a time', async () => {
    const root = temporaryDirectory();
    const directory = join(root, 'data', 'of the house');
    mkdirSync(join(directory, 'pg.new', 'base'), { recursive: true });
    writeFileSync(join(directory, 'pg.new', 'PG_VERSION'), '9');
    const store = await openEmbedded({ directory });
    await expect(openEmbedded({ directory })).rejects.toThrow(new DataDirectoryInUse(directory));
    const [game] = await createGames(store, 1);
    await store.close();
    expect(readdirSync(directory)).toEqual(['pg', 'secrets.key']);
    const again = await openEmbedded({ directory });
    expect((await again.log.tip(game?.id ?? ''))?.version).toBe(1);
    await again.close();
    rmSync(root, { recursive: true });
  });

  it('writes a checkpoint as the log grows, so that the log stays small', async () => {
    const { target, open, remove } = await freshDatabase('embedded');
    const control = () => statSync(join(target, 'pg', 'global', 'pg_control')).mtimeMs;
    const store = await open();
    const before = control();
    await grow(store, 17 * MEGABYTE);
    await expect.poll(control).toBeGreaterThan(before);
    await store.close();
    await remove();
  });

  it('reports its failure once, and every waiting or later call gets StoreUnavailable', async () => {
    const { target, remove } = await freshDatabase('embedded');
    const failures: StoreUnavailable[] = [];
    const store = await openEmbedded({ directory: target, onFailure: (error) => failures.push(error) });
    const [game] = await createGames(store, 1);
    rmSync(join(target, 'pg', 'global', 'pg_control')); // without this file the next checkpoint fails
    await expect(grow(store, 1_000 * MEGABYTE)).rejects.toBeInstanceOf(StoreUnavailable);
    expect(failures.map(({ message }) => message)).toEqual([expect.stringMatching(/has failed: PANIC:.*pg_control/)]);
    const change = appendTo(game ?? gameRow(), 1);
    const calls = [store.log.append(change), store.log.tip(change.gameId), store.game(change.gameId), store.ping()];
    const unavailable = { status: 'rejected', reason: expect.any(StoreUnavailable) };
    expect(await Promise.allSettled(calls)).toEqual(calls.map(() => unavailable));
    await store.close();
    expect(failures).toHaveLength(1);
    await expect(openEmbedded({ directory: target })).rejects.toThrow(
      new RegExp(`^the embedded database in ${target} has failed: PANIC:.*pg_control`),
    );
    await remove();
  });

  it('forgets transaction, prepared statements and settings of a closed connection', async () => {
    const { target, remove } = await freshDatabase('embedded');
    const server = new EmbeddedServer(target, () => {});
    await server.ready;
    const connect = async () => {
      const client = new pg.Client({ stream: () => server.connect(), user: 'postgres' });
      await client.connect();
      return client;
    };
    const named = { name: 'same-name', text: 'select $1::int as number', values: [7] };
    const first = await connect();
    await first.query(named);
    await first.query("set timezone = 'Asia/Tokyo'");
    await first.query('begin');
    await first.query('create table never_committed (id int)');
    await first.end();
    const second = await connect();
    expect((await second.query(named)).rows).toEqual([{ number: 7 }]);
    expect((await second.query('show timezone')).rows).toEqual([{ TimeZone: 'UTC' }]);
    expect((await second.query("select to_regclass('never_committed') as found")).rows).toEqual([{ found: null }]);
    await second.end();
    await server.stop();
    await remove();
  });
});
