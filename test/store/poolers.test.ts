import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { UnsupportedPooler } from '../../src/store/pooler.ts';
import { openPostgres, type PostgresOptions } from '../../src/store/postgres.ts';
import type { Signal } from '../../src/store/signals.ts';
import type { Store } from '../../src/store/store.ts';
import { findPgBouncer, PgBouncer } from '../pgbouncer.ts';
import { assertSoundLogs, contend, createGames, type Tally } from './contention.ts';
import { appendTo, creationOf, eventRow, gameRow } from './rows.ts';
import { KINDS, newDatabase, type TestDatabase } from './test-store.ts';

const CONTENTION_MS = 1_000;

describe.runIf(KINDS.includes('postgres') && findPgBouncer() !== null)('the store behind PgBouncer', () => {
  let database: TestDatabase;
  let bouncer: PgBouncer;

  beforeAll(async () => {
    database = await newDatabase();
    const name = new URL(database.target).pathname.slice(1);
    await database.ask(`alter database ${name} set timezone to 'America/St_Johns'`);
    bouncer = await PgBouncer.before(database.target);
  });

  afterAll(async () => {
    await bouncer.remove();
    await database.remove();
  });

  it('plays the same in session mode', async () => {
    await playsOn({ url: bouncer.url('session') });
  });

  it('plays in transaction mode too, if its signals have their own connection', async () => {
    await playsOn({ url: bouncer.url('transaction'), listenUrl: database.target });
  });

  it('does not open in transaction mode without that connection, and names the setting', async () => {
    const opening = openPostgres({ url: bouncer.url('transaction') });
    await expect(opening).rejects.toBeInstanceOf(UnsupportedPooler);
    await expect(opening).rejects.toThrow('set DATABASE_LISTEN_URL to the URL of the database itself');
  });

  it('does not open with a connection for signals that receives none', async () => {
    const opening = openPostgres({ url: bouncer.url('transaction'), listenUrl: bouncer.url('transaction') });
    await expect(opening).rejects.toBeInstanceOf(UnsupportedPooler);
    await expect(opening).rejects.toThrow('do not arrive at DATABASE_LISTEN_URL');
  });

  it('does not open without transactions', async () => {
    const opening = openPostgres({ url: bouncer.url('statement') });
    await expect(opening).rejects.toThrow('transaction blocks not allowed in statement pooling mode');
  });
});

async function playsOn(options: PostgresOptions): Promise<void> {
  const stores = await Promise.all([openPostgres(options), openPostgres(options)]);
  onTestFinished(async () => {
    for (const store of stores) await store.close();
  });
  const [one, other] = stores as [Store, Store];
  const heard: Signal[] = [];
  other.signals.listen((signal) => heard.push(signal));
  const games = await createGames(one, 10);
  const tally: Tally = { made: [], conflicts: 0 };
  const until = performance.now() + CONTENTION_MS;
  const looks = async (store: Store) => {
    while (performance.now() < until) {
      await Promise.all([store.ping(), store.lists.due(new Date(), 5), store.unfinishedRulesets()]);
    }
  };
  await Promise.all([
    ...stores.flatMap((store) => games.map((game) => contend(store, game, until, tally))),
    ...stores.flatMap((store) => [looks(store), looks(store), looks(store)]),
  ]);
  await assertSoundLogs(one, games, tally.made);
  await keepsTimes(other);
  const signal = { gameId: games[0]?.id ?? '', version: 2, playerIds: [] };
  const said = () => {
    one.signals.send(signal);
    return heard;
  };
  await expect.poll(said).toContainEqual(signal);
}

async function keepsTimes(store: Store): Promise<void> {
  const at = new Date('2026-11-01T05:30:00.999Z');
  const game = gameRow({ createdAt: at, deadline: at, updatedAt: at });
  await store.log.create(creationOf(game, [eventRow(game.id, 1, { at })]));
  await store.log.append({ ...appendTo(game, 1), events: [eventRow(game.id, 2, { at })] });
  const read = await Promise.all(Array.from({ length: 20 }, () => store.game(game.id)));
  for (const row of read) expect(row).toMatchObject({ createdAt: at, deadline: at });
  expect((await store.log.events(game.id, 0)).map((event) => event.at)).toEqual([at, at]);
}
