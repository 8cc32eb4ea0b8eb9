import { setInterval } from 'node:timers/promises';
import type { Pool } from 'pg';

const LOOK_MS = 1_000;
const CHECKPOINT_BYTES = 16 * 2 ** 20;
const CHECKPOINTS_A_VACUUM = 8;

/**
 * Does for the embedded database what background processes do on a server: a checkpoint whenever so much has been
 * logged (a crash is then recovered from quickly, and the log does not grow), and now and then a vacuum, since each
 * append leaves an old version of its game's row behind. Returns how to stop.
 */
export function keepUp(pool: Pool): () => void {
  const stopping = new AbortController();
  upkeep(pool, stopping.signal).catch(() => {}); // stopped, or the database has failed, which it tells by itself
  return () => stopping.abort();
}

async function upkeep(pool: Pool, signal: AbortSignal): Promise<void> {
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
