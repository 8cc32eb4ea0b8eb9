import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type pg from 'pg';
import { asStoreError, Fixable } from './failures.ts';
import { CONNECT_MS, type Primary, PrimaryClient } from './primary.ts';

/** Thrown for a pooler that cannot be used. The message says which pooler would work. */
export class UnsupportedPooler extends Fixable {}

const ANSWER_MS = 5_000;
/** Signals arrive within milliseconds or not at all, so this is enough. */
const HEARD_MS = 5_000;
/** This many transactions show whether the pooler shares database connections, even if other clients use them too. */
const TRANSACTIONS = 40;

/** Returns false for a pooler in transaction mode: it gives each transaction any free backend, so prepared statements,
 * `listen` and locks would be lost. */
export function keepsSessions(primary: Primary): Promise<boolean> {
  return withClients([primary, primary], async (...clients) => {
    const backends = await Promise.all(clients.map(backendOf));
    // the process id that the connection got at its start; a pooler reports its own id
    const [{ processID }] = clients as unknown as [{ processID: number | null }];
    if (backends[0] === processID) return true; // there is no pooler
    if (backends[0] === backends[1]) return false;
    // in random order: if two servers ran this check in turn, each would get back the backend that it just released
    for (let count = 0; count < TRANSACTIONS; count++) {
      const i = Math.random() < 0.5 ? 0 : 1;
      if ((await backendOf(clients[i])) !== backends[i]) return false;
    }
    return true;
  });
}

export async function assertHears(listening: Primary, speaking: Primary): Promise<void> {
  const heard = await withClients([listening, speaking], async (listener, speaker) => {
    const channel = `croupier_${randomUUID()}`;
    const hearing = once(listener, 'notification', { signal: AbortSignal.timeout(HEARD_MS) });
    await listener.query(`listen "${channel}"`);
    await speaker.query('select pg_notify($1, $2)', [channel, '']);
    return hearing.then(
      () => true,
      () => false,
    );
  });
  if (heard) return;
  throw new UnsupportedPooler(
    'signals (NOTIFY) sent through DATABASE_URL do not arrive at DATABASE_LISTEN_URL: set DATABASE_LISTEN_URL to the same ' +
      'database, directly or through a pooler in session mode',
  );
}

async function backendOf(client: pg.Client): Promise<number> {
  await client.query('begin');
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  await client.query('commit');
  return (rows[0] as { pid: number }).pid;
}

async function withClients<T>(
  primaries: readonly [Primary, Primary],
  use: (one: pg.Client, other: pg.Client) => Promise<T>,
): Promise<T> {
  const config = { connectionTimeoutMillis: CONNECT_MS, query_timeout: ANSWER_MS };
  const [one, other] = primaries.map((primary) => new PrimaryClient(primary, config)) as [pg.Client, pg.Client];
  try {
    await Promise.all([one.connect(), other.connect()]);
    return await use(one, other);
  } catch (error) {
    throw asStoreError(error);
  } finally {
    await Promise.all([one.end(), other.end()]);
  }
}
