import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type pg from 'pg';
import { asStoreError } from './failures.ts';
import { CONNECT_MS, type Primary, PrimaryClient } from './primary.ts';

/** What stands between this service and the database does not let through what it needs; the message says what would. */
export class UnfitPooler extends Error {
  override name = 'UnfitPooler';
}

const ANSWER_MS = 5_000;
/** A signal comes within milliseconds where it comes at all. */
const HEARD_MS = 5_000;
/** In one round alone, somebody else's transactions could hide that backends are given to anybody. */
const ROUNDS = 5;

/**
 * Whether each connection keeps a backend of its own from one transaction to the next. Behind a pooler in transaction
 * mode it gets any that is free: what was prepared, listened to or locked on it is then somebody else's.
 */
export function keepsSessions(primary: Primary): Promise<boolean> {
  return withClients([primary, primary], async (one, other) => {
    const backends = [new Set<number>(), new Set<number>()] as const;
    for (let round = 0; round < ROUNDS; round++) {
      for (const client of [one, one]) backends[0].add(await backendOf(client));
      for (const client of [other, other]) backends[1].add(await backendOf(client));
    }
    return new Set([...backends[0], ...backends[1]]).size === 2 && backends[0].size === 1;
  });
}

/** Throws `UnfitPooler` unless what is said at `speaking` is heard at `listening` by who began to listen before. */
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
  throw new UnfitPooler(
    'what is said at DATABASE_URL is not heard at DATABASE_LISTEN_URL: ' +
      'it has to lead to the same database, directly or through a pooler in session mode',
  );
}

async function backendOf(client: pg.Client): Promise<number> {
  await client.query('begin');
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  await client.query('commit');
  if (rows[0] === undefined) throw new Error('a backend has no row');
  return rows[0].pid;
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
