import pg from 'pg';
import type { OnBatch, Store } from '../contract/store.ts';
import { asStoreError } from './failures.ts';
import { applyMigrations } from './migrations.ts';
import { openPool } from './pool.ts';
import { PrismaStore } from './prisma-store.ts';
import { PostgresSignals } from './signals.ts';

export interface PostgresOptions {
  url: string;
  /** how many connections at most */
  poolSize?: number;
  /** told of each idle connection that broke off; the next call opens another by itself */
  onConnectionLost?: (error: Error) => void;
  onBatch?: OnBatch | undefined;
}

const CONNECT_MS = 3_000;
const STATEMENT_MS = 4_000;
/** The server ends a statement itself; only when it cannot be heard any more does waiting end here. */
const ANSWER_MS = 5_000;
const IDLE_TRANSACTION_MS = 10_000;
const MIGRATION_LOCK_MS = 60_000;

/** Opens the store on a PostgreSQL server, after bringing its tables up to date. */
export async function openPostgres({
  url,
  poolSize = 10,
  onConnectionLost = () => {},
  onBatch,
}: PostgresOptions): Promise<Store> {
  await migrate(url);
  const config: pg.PoolConfig = {
    connectionString: url,
    max: poolSize,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: ANSWER_MS,
    onConnect: prepareSession,
  };
  const pool = openPool(config, onConnectionLost);
  return new PrismaStore(pool, new PostgresSignals(url), () => pool.end(), onBatch);
}

/** The adapter writes and reads times without their zone, so a session must be in UTC whatever the server's is. */
async function prepareSession(client: pg.ClientBase): Promise<void> {
  await client.query(`
    set timezone = 'UTC';
    set statement_timeout = ${STATEMENT_MS};
    set idle_in_transaction_session_timeout = ${IDLE_TRANSACTION_MS}`);
}

async function migrate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: CONNECT_MS });
  client.on('error', () => {}); // whoever waits for an answer gets the error as well
  try {
    await client.connect();
    await client.query(`set lock_timeout = ${MIGRATION_LOCK_MS}`);
    await applyMigrations(client);
  } catch (error) {
    throw asStoreError(error);
  } finally {
    await client.end();
  }
}
