import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Primary } from '../../src/store/primary.ts';
import { PostgresSignals, type Signal, type Signals } from '../../src/store/signals.ts';
import { findPostgres, PostgresServer } from '../postgres.ts';
import { freshDatabase, KINDS, newDatabase, type TestDatabase } from './test-store.ts';

const LISTENERS = `from pg_stat_activity where datname = current_database() and query like 'listen %'`;

describe.runIf(KINDS.includes('postgres'))('signals between servers', () => {
  it('reach every server on the same database, whole and in order', async () => {
    const [one, other] = await listening(await freshDatabase('postgres'), 2);
    const sent = Array.from({ length: 500 }, (_, i) => signalOf(i + 1));
    for (const signal of sent) one?.signals.send(signal);
    for (const server of [one, other]) {
      await expect.poll(() => server?.heard.length).toBe(sent.length);
      expect(server?.heard).toEqual(sent);
    }
  });

  it('name the game alone if its players are too many for a notification', async () => {
    const [server] = await listening(await freshDatabase('postgres'), 1);
    const signal = { ...signalOf(3), playerIds: Array.from({ length: 300 }, () => randomUUID()) };
    server?.signals.send(signal);
    await expect.poll(() => server?.heard).toEqual([{ ...signal, playerIds: [] }]);
  });

  it('return by themselves after the server ended every connection, as often as it does', async () => {
    const database = await freshDatabase('postgres');
    const [one, other] = await listening(database, 2);
    for (let version = 1; version <= 3; version++) {
      const [ended] = await database.ask(`select count(pg_terminate_backend(pid))::int
        from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`);
      expect(ended?.count).toBeGreaterThanOrEqual(2);
      await listeners(database, 2);
      const signal = signalOf(version);
      await expect.poll(() => heardAfter(one?.signals, other?.heard, signal)).toContainEqual(signal);
    }
  });

  it('need no statements but LISTEN and pg_notify: an error of an automatic statement would end the process', async () => {
    const database = await freshDatabase('postgres');
    const url = new URL(database.target);
    const { hostname, port } = url;
    const written: string[] = [];
    const relay = createServer((client) => {
      const server = connect(Number(port), hostname);
      client.on('data', (bytes) => written.push(bytes.toString('latin1')));
      for (const socket of [client, server]) socket.on('error', () => {});
      client.pipe(server).pipe(client);
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void relay.close());
    await once(relay, 'listening');
    url.port = String((relay.address() as AddressInfo).port);
    const primary = await Primary.find(url.href);
    written.length = 0;
    const { signals, heard } = hearer(primary);
    const signal = signalOf(1);
    await expect.poll(() => heardAfter(signals, heard, signal)).toContainEqual(signal);
    await signals.close();
    primary.close();
    const statements = written.join('').match(/listen "|select [a-z._]+/g);
    expect(new Set(statements)).toEqual(new Set(['listen "', 'select pg_notify']));
  });

  it('end with the store: nothing is sent, and no connection stays', async () => {
    const database = await freshDatabase('postgres');
    const [one, other] = await listening(database, 2);
    one?.signals.send(signalOf(1));
    await one?.signals.close();
    one?.signals.send(signalOf(2));
    other?.signals.send(signalOf(3));
    await expect.poll(() => other?.heard.map(({ version }) => version)).toEqual([1, 3]);
    await other?.signals.close();
    await listeners(database, 0);
  });
});

describe.runIf(findPostgres() !== null)('signals while the PostgreSQL server is away', () => {
  it('return when it is back, also to new listeners; closing never waits for it', async () => {
    const server = await PostgresServer.create();
    onTestFinished(() => server.remove());
    const database = await newDatabase(server.url);
    const [early] = await listening(database, 1);
    const [latePrimary, gonePrimary] = [await Primary.find(database.target), await Primary.find(database.target)];
    await server.stop('INT');
    const late = hearer(latePrimary);
    const gone = hearer(gonePrimary);
    await expect.poll(() => early?.signals.deafMs).toBeGreaterThan(0);
    expect(late.signals.deafMs).toBeGreaterThan(0);
    early?.signals.send(signalOf(1)); // nothing listens yet, so the signal is dropped
    await gone.signals.close();
    await server.start();
    await listeners(database, 2);
    const signal = signalOf(2);
    for (const { heard } of [early, late] as { heard: Signal[] }[]) {
      await expect.poll(() => heardAfter(early?.signals, heard, signal)).toContainEqual(signal);
    }
    expect([early, late].map((server) => server?.signals.deafMs)).toEqual([0, 0]);
    await Promise.all([early?.signals.close(), late.signals.close()]);
  });
});

interface Hearer {
  signals: Signals;
  heard: Signal[];
}

function hearer(primary: Primary): Hearer {
  const signals = new PostgresSignals(primary);
  const heard: Signal[] = [];
  signals.listen((signal) => heard.push(signal));
  return { signals, heard };
}

async function listening(database: TestDatabase, count: number): Promise<Hearer[]> {
  const primaries = Array.from({ length: count }, () => Primary.find(database.target));
  const hearers = (await Promise.all(primaries)).map(hearer);
  onTestFinished(async () => {
    await Promise.all(hearers.map(({ signals }) => signals.close()));
  });
  await listeners(database, count);
  return hearers;
}

async function listeners(database: TestDatabase, count: number): Promise<void> {
  const counted = async () => (await database.ask(`select count(*)::int ${LISTENERS}`))[0]?.count;
  await expect.poll(counted).toBe(count);
}

/** A signal that is sent during a reconnect may be lost, so the test repeats it. */
function heardAfter(signals: Signals | undefined, heard: Signal[] | undefined, signal: Signal): Signal[] {
  signals?.send(signal);
  return heard ?? [];
}

function signalOf(version: number): Signal {
  return { gameId: randomUUID(), version, playerIds: [randomUUID(), randomUUID()] };
}
