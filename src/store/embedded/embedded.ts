import { setInterval } from 'node:timers/promises';
import type { ClientBase, Pool } from 'pg';
import pg from 'pg';
import type { OnBatch } from '../db.ts';
import { asStoreError, type StoreUnavailable } from '../failures.ts';
import { applyMigrations } from '../migrations.ts';
import { keepPartitions } from '../partitions.ts';
import { keyFileIn, keysBeside, makeKeyBeside } from '../sealing/keys.ts';
import { type MasterKey, type Sealer, Seals, SecretsKeyError, sealerFor } from '../sealing/secrets.ts';
import { openPool } from '../session.ts';
import { NoSignals } from '../signals.ts';
import { openStore, type Store } from '../store.ts';
import { lockDirectory } from './directory-lock.ts';
import { EmbeddedServer } from './server.ts';

export interface EmbeddedOptions {
  directory: string;
  /** called once if the database fails after the start; from then on, every call throws `StoreUnavailable` */
  onFailure?: (error: StoreUnavailable) => void;
  onBatch?: OnBatch | undefined;
  /** the keys for secrets: the first encrypts, all decrypt; if empty, a file in the directory has the keys */
  keys?: readonly MasterKey[];
}

export async function openEmbedded(options: EmbeddedOptions): Promise<Store> {
  const { directory, onFailure = () => {}, onBatch, keys = [] } = options;
  const { server, releases, release } = await startServer(directory, onFailure);
  try {
    const config = { stream: () => server.connect(), user: 'postgres', max: 1, idleTimeoutMillis: 0 };
    const pool = openPool(config); // has no listener for lost connections, because the server itself reports failures
    releases.push(() => pool.end());
    const client = await pool.connect();
    const sealer = await prepare(client, directory, keys).finally(() => client.release());
    const stopping = new AbortController();
    keepUp(pool, stopping.signal).catch(() => {}); // errors mean that it was stopped, or that the database has failed and reports this itself
    releases.push(async () => stopping.abort());
    const stopPartitions = await keepPartitions(pool); // never fails, because the embedded user has all rights
    releases.push(async () => stopPartitions());
    const seals = new Seals(sealer);
    return await openStore({ pool, signals: new NoSignals(), seals, keepsStatements: true, release, onBatch });
  } catch (error) {
    await release();
    throw asStoreError(error);
  }
}

/** Prepares the database. Makes a key only if nothing was ever encrypted: a lost key must not be replaced. */
async function prepare(client: ClientBase, directory: string, given: readonly MasterKey[]): Promise<Sealer> {
  await applyMigrations(client);
  const keys = given.length > 0 ? given : keysBeside(directory);
  const sealer = await sealerFor(client, keys).catch((error) => {
    throw keys.length === 0 && error instanceof SecretsKeyError ? keyLost(directory, error) : error;
  });
  return keys.length > 0 ? sealer : sealerFor(client, makeKeyBeside(directory));
}

function keyLost(directory: string, { message }: SecretsKeyError): SecretsKeyError {
  return new SecretsKeyError(
    `the key of this database is missing: ${message}, or restore the file ${keyFileIn(directory)}. Without the key the ` +
      'server cannot read the stored games. To start with an empty database, set DATA_DIR to another folder',
  );
}

export async function connectEmbedded(directory: string): Promise<{ client: pg.Client; close(): Promise<void> }> {
  const { server, releases, release } = await startServer(directory, () => {});
  try {
    const client = new pg.Client({ stream: () => server.connect(), user: 'postgres' });
    client.on('error', () => {}); // waiting queries receive the error too
    await client.connect();
    releases.push(() => client.end());
    return { client, close: release };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Starts the database of a directory. `release` undoes what is listed in `releases`, in reverse order. */
async function startServer(directory: string, onFailure: (error: StoreUnavailable) => void) {
  const releases = [await lockDirectory(directory)];
  const release = async () => {
    for (const giveBack of releases.splice(0).reverse()) await giveBack();
  };
  const server = new EmbeddedServer(directory, onFailure);
  releases.push(() => server.stop());
  try {
    await server.ready;
  } catch (error) {
    await release();
    throw error;
  }
  return { server, releases, release };
}

const LOOK_MS = 1_000;
const CHECKPOINT_BYTES = 16 * 2 ** 20;
const CHECKPOINTS_A_VACUUM = 8;

/** Does the work of PostgreSQL's background processes: checkpoints limit its log, vacuum removes dead rows. */
async function keepUp(pool: Pool, signal: AbortSignal): Promise<void> {
  let checkpoints = 0;
  let since = await position(pool);
  for await (const _ of setInterval(LOOK_MS, null, { signal, ref: false })) {
    const { rows } = await pool.query<{ written: number }>(
      'select pg_wal_lsn_diff(pg_current_wal_lsn(), $1)::float8 as written',
      [since],
    );
    if ((rows[0]?.written ?? 0) < CHECKPOINT_BYTES) continue;
    await pool.query('checkpoint');
    since = await position(pool);
    if (++checkpoints % CHECKPOINTS_A_VACUUM === 0) await pool.query('vacuum analyze');
  }
}

async function position(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ position: string }>('select pg_current_wal_lsn()::text as position');
  return rows[0]?.position ?? '0/0';
}
