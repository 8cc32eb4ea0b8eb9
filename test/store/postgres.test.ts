import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { StoreUnavailable } from '../../src/store/contract/failures.ts';
import type { GameRow } from '../../src/store/contract/games.ts';
import type { Store } from '../../src/store/contract/store.ts';
import { openPostgres } from '../../src/store/postgres/postgres.ts';
import { findPostgres, PostgresServer } from '../postgres.ts';
import { assertSoundLogs, contend, createGames, type Tally } from './contention.ts';
import { appendTo, creationOf, eventRow, gameRow } from './rows.ts';
import { KINDS, newDatabase } from './test-store.ts';

describe.runIf(KINDS.includes('postgres'))('the store on a PostgreSQL server', () => {
  it('lets two servers contend for the same games without a gap, a double or a loss', async () => {
    const database = await newDatabase();
    const stores = await Promise.all([database.open(), database.open()]);
    const [first] = stores as [Store, Store];
    const games = await createGames(first, 20);
    const tally: Tally = { made: [], conflicts: 0 };
    const until = performance.now() + 1_500;
    await Promise.all(
      stores.flatMap((store) => games.flatMap((game) => [1, 2].map(() => contend(store, game, until, tally)))),
    );
    expect(tally.conflicts).toBeGreaterThan(10);
    expect(tally.made.length).toBeGreaterThan(10);
    await assertSoundLogs(first, games, tally.made);
    await Promise.all(stores.map((store) => store.close()));
    await database.remove();
  });

  it('keeps times to the millisecond whatever the time zone of the database', async () => {
    const database = await newDatabase();
    const name = new URL(database.target).pathname.slice(1);
    await database.ask(`alter database ${name} set timezone to 'America/St_Johns'`);
    const store = await database.open();
    for (const time of ['2026-03-08T05:30:00.001Z', '2026-11-01T04:30:00.999Z', '2026-11-01T05:30:00.999Z']) {
      const at = new Date(time);
      const game = gameRow({ createdAt: at, deadline: at, updatedAt: at });
      await store.log.create(creationOf(game, [eventRow(game.id, 1, { at })]));
      const change = appendTo(game, 1);
      change.events = [eventRow(game.id, 2, { at })];
      change.game.updatedAt = at;
      await store.log.append(change);
      expect(await store.game(game.id)).toMatchObject({ createdAt: at, deadline: at, updatedAt: at });
      expect((await store.log.events(game.id, 0)).map((event) => event.at)).toEqual([at, at]);
    }
    await store.close();
    await database.remove();
  });

  it('is unavailable, and soon says so, where nobody listens, nobody is let in or the database is missing', async () => {
    const database = await newDatabase();
    const missing = new URL(database.target);
    missing.pathname = '/croupier_missing';
    const refused = new URL(database.target);
    refused.port = '1';
    for (const url of [missing, refused]) {
      await expect(openPostgres({ url: url.href })).rejects.toBeInstanceOf(StoreUnavailable);
    }
    await database.remove();
  });

  it('passes over connections that the server ended while they were idle', async () => {
    const database = await newDatabase();
    const lost: Error[] = [];
    const store = await openPostgres({ url: database.target, onConnectionLost: (error) => lost.push(error) });
    await store.ping();
    await database.ask(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
    await expect.poll(() => lost.length).toBe(1);
    await store.ping();
    await store.close();
    await database.remove();
  });
});

describe.runIf(findPostgres() !== null)('when the PostgreSQL server goes down', () => {
  it('calls fail within seconds, and succeed again by themselves when it is back, with nothing lost', async () => {
    const server = await PostgresServer.create();
    const store = await openPostgres({ url: server.url });
    const games = await createGames(store, 20);
    for (const signal of ['QUIT', 'INT'] as const) {
      const tally: Tally = { made: [], conflicts: 0 };
      const before = new Map(
        await Promise.all(games.map(async ({ id }) => [id, (await store.log.tip(id))?.version ?? null] as const)),
      );
      const cut = Promise.all(games.map((game) => untilUnavailable(store, game, tally)));
      await sleep(300);
      await server.stop(signal);
      const stopped = performance.now();
      await cut;
      const calls = [store.ping(), store.game('00000000-0000-4000-8000-000000000000'), createGames(store, 1)];
      const unavailable = { status: 'rejected', reason: expect.any(StoreUnavailable) };
      expect(await Promise.allSettled(calls)).toEqual(calls.map(() => unavailable));
      expect(performance.now() - stopped).toBeLessThan(10_000);
      await server.start();
      expect(tally.made.length).toBeGreaterThan(20);
      await assertSoundLogs(store, games, tally.made, before);
    }
    await store.close();
    await server.remove();
  });
});

/** Appends as fast as it can; resolves at the first call that the server does not answer any more. */
async function untilUnavailable(store: Store, game: GameRow, tally: Tally): Promise<void> {
  try {
    await contend(store, game, Number.POSITIVE_INFINITY, tally);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
  }
}
