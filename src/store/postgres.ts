import type pg from 'pg';
import { MIGRATIONS } from '../places.ts';
import type { OnBatch } from './db.ts';
import { asStoreError, StoreUnavailable, wasLockedOut } from './failures.ts';
import { applyMigrations, type OnWait } from './migrations.ts';
import { keepPartitions } from './partitions.ts';
import { assertHears, keepsSessions, UnsupportedPooler } from './pooler.ts';
import { CONNECT_MS, Primary, PrimaryClient } from './primary.ts';
import { type MasterKey, type Sealer, Seals, sealerFor } from './sealing/secrets.ts';
import { assertKeepsText, asUnfit, openPool, prepareMigration, prepareSession } from './session.ts';
import { PostgresSignals } from './signals.ts';
import { openStore, type Store } from './store.ts';

export interface PostgresOptions {
  /** the URL of one host, or of several */
  url: string;
  /** the URL of the same database without the pooler, for signals and migrations */
  listenUrl?: string | null;
  poolSize?: number;
  /** called when a connection is lost; the pool reconnects by itself */
  onConnectionLost?: (error: Error) => void;
  /** called after a failover with the new primary host */
  onPrimary?: ((host: string) => void) | undefined;
  onMigrationWait?: OnWait | undefined;
  /** called when no partition of the log could be made for a month; the month's rows are stored all the same */
  onNoPartition?: ((reason: string) => void) | undefined;
  onBatch?: OnBatch | undefined;
  /** the keys for secrets: the first encrypts, all decrypt; if empty, secrets are stored without encryption */
  keys?: readonly MasterKey[];
}

/** The longest wait for an answer, in case the database does not report its own, shorter timeout. */
const ANSWER_MS = 5_000;

/** Opens a database. Throws `StoreUnavailable` while no host accepts writes. If another attempt cannot help, throws
 * `DatabaseUrlError`, `UnfitDatabase`, `UnsupportedPooler` or `SecretsKeyError`. */
export async function openPostgres(options: PostgresOptions): Promise<Store> {
  const { url, listenUrl = null, poolSize = 10, onBatch, keys = [] } = options;
  const primary = await Primary.find(url, options.onPrimary);
  const direct = listenUrl === null ? primary : await Primary.find(listenUrl);
  const close = () => {
    primary.close();
    direct.close();
  };
  try {
    const keepsStatements = await keepsSessions(primary);
    if (direct !== primary) await assertHears(direct, primary);
    else if (!keepsStatements) throw new UnsupportedPooler(NEEDS_SESSIONS);
    const seals = new Seals(await migrate(direct, keys, options.onMigrationWait));
    const pool = openPool(poolConfig(primary, poolSize), options.onConnectionLost);
    const stopPartitions = await keepPartitions(pool, options.onNoPartition);
    const release = () => {
      stopPartitions();
      close();
      return pool.end();
    };
    const signals = new PostgresSignals(direct);
    return await openStore({ pool, signals, seals, keepsStatements, release, onBatch });
  } catch (error) {
    close();
    throw error;
  }
}

const NEEDS_SESSIONS =
  'DATABASE_URL leads through a pooler in transaction mode, where LISTEN does not work: set DATABASE_LISTEN_URL ' +
  'to the URL of the database itself, or set pool_mode = session in the pooler';

function poolConfig(primary: Primary, max: number): pg.PoolConfig {
  return {
    Client: class extends PrimaryClient {
      constructor(config?: pg.ClientConfig) {
        super(primary, config);
      }
    },
    max,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: ANSWER_MS,
    onConnect: async (client) => {
      await primary.check(client);
      await prepareSession(client);
    },
  };
}

async function migrate(primary: Primary, keys: readonly MasterKey[], onWait?: OnWait): Promise<Sealer> {
  const client = new PrimaryClient(primary, { connectionTimeoutMillis: CONNECT_MS });
  try {
    await client.connect();
    await prepareMigration(client);
    await assertKeepsText(client);
    await applyMigrations(client, MIGRATIONS, onWait);
    return await sealerFor(client, keys);
  } catch (error) {
    // throws `StoreUnavailable`, because another attempt may succeed
    if (wasLockedOut(error))
      throw new StoreUnavailable(
        'another database session (see pg_stat_activity) locks the tables: wait until it is done, or end it',
        { cause: error },
      );
    throw asUnfit(asStoreError(error));
  } finally {
    await client.end();
  }
}
