import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { StoreUnavailable } from '../../src/store/failures.ts';
import { openPostgres } from '../../src/store/postgres.ts';
import type { Signal } from '../../src/store/signals.ts';
import type { Store } from '../../src/store/store.ts';
import { findPostgres, PostgresServer } from '../postgres.ts';
import { createGames } from './contention.ts';
import { appendTo, gameRow, playerRow, registrationOf } from './rows.ts';

describe.runIf(findPostgres() !== null)('the store on a primary and its standby', () => {
  let first: PostgresServer;
  let second: PostgresServer;
  let url: string;

  beforeAll(async () => {
    first = await PostgresServer.create();
    second = await PostgresServer.create([], first);
    url = `postgresql://postgres@127.0.0.1:${second.port},127.0.0.1:${first.port}/postgres?target_session_attrs=read-write`;
  });

  afterAll(async () => {
    await Promise.all([first.remove(), second.remove()]);
  });

  it('reports a read-only database as unavailable, leaves it, and returns when it accepts writes', async () => {
    const store = await opened(url);
    const [game] = await createGames(store, 1);
    await readOnly(first, 'on');
    const append = store.log.append(appendTo(game ?? gameRow(), 1));
    await expect(append).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(store.ping()).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(store.players.find(playerRow().id)).rejects.toBeInstanceOf(StoreUnavailable);
    await readOnly(first, 'off');
    await answering(store);
    expect(await store.log.append(appendTo(game ?? gameRow(), 1))).toBe(true);
  });

  it('finds the primary, then the promoted standby, and never the earlier one again: statements, Prisma and signals', async () => {
    const primaries: string[] = [];
    const stores = await Promise.all([opened(url, primaries), opened(url, primaries)]);
    const [one, other] = stores as [Store, Store];
    const heard: Signal[] = [];
    other.signals.listen((signal) => heard.push(signal));
    const games = await createGames(one, 5);
    await copied(first, second);

    await first.stop('QUIT');
    await expect(one.ping()).rejects.toBeInstanceOf(StoreUnavailable);
    await second.ask('select pg_promote()');
    for (const store of stores) await answering(store);
    expect(primaries).toEqual([`127.0.0.1:${second.port}`, `127.0.0.1:${second.port}`]);
    for (const game of games) expect(await one.log.append(appendTo(game, 1))).toBe(true);
    await other.players.create(registrationOf(playerRow()));
    const signal = { gameId: games[0]?.id ?? '', version: 2, playerIds: [] };
    const said = () => {
      one.signals.send(signal);
      return heard;
    };
    await expect.poll(said).toContainEqual(signal);

    await first.start(); // starts it as an independent primary that lacks the later commits
    await second.ask(`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()
      and backend_type = 'client backend'`);
    for (const store of stores) await answering(store);
    for (const game of games) expect(await other.log.append(appendTo(game, 2))).toBe(true);
    for (const { id } of games) {
      expect(await versionsOn(first, id)).toEqual([1]);
      expect(await versionsOn(second, id)).toEqual([1, 2, 3]);
    }
    await second.stop('QUIT');
    await (await opened(first.url)).ping(); // this host accepts writes, but has an old timeline
    await expect(one.ping()).rejects.toBeInstanceOf(StoreUnavailable);
    await second.start();
    for (const store of stores) await answering(store);
    expect((await one.log.tip(games[0]?.id ?? ''))?.version).toBe(3);
  });
});

async function opened(url: string, primaries: string[] = []): Promise<Store> {
  const store = await openPostgres({ url, onPrimary: (host) => primaries.push(host) });
  onTestFinished(() => store.close());
  return store;
}

async function answering(store: Store): Promise<void> {
  await expect.poll(() => store.ping().then(() => 'answers', String)).toBe('answers');
}

async function readOnly(server: PostgresServer, setting: 'on' | 'off'): Promise<void> {
  await server.ask(`alter system set default_transaction_read_only = ${setting}`);
  await server.ask('select pg_reload_conf()');
  await expect
    .poll(() => server.ask('show default_transaction_read_only'))
    .toEqual([{ default_transaction_read_only: setting }]);
}

async function copied(primary: PostgresServer, standby: PostgresServer): Promise<void> {
  const [written] = await primary.ask('select pg_current_wal_lsn()::text as at');
  const arrived = `select pg_last_wal_replay_lsn() >= '${written?.at}' as arrived`;
  await expect.poll(async () => (await standby.ask(arrived))[0]?.arrived).toBe(true);
}

async function versionsOn(server: PostgresServer, gameId: string): Promise<unknown[]> {
  const rows = await server.ask(`select version from game_event where game_id = '${gameId}' order by version`);
  return rows.map(({ version }) => version);
}
