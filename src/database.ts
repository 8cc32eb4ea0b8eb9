import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { OnBatch } from './store/db.ts';
import { openEmbedded } from './store/embedded/embedded.ts';
import { StoreUnavailable } from './store/failures.ts';
import type { MigrationWait } from './store/migrations.ts';
import { openPostgres } from './store/postgres.ts';
import { hostsIn } from './store/primary.ts';
import type { Store } from './store/store.ts';

const RETRY_MS = 500;
const SAY_AGAIN_MS = 60_000;
/** A larger difference between the clocks of this machine and of the database is logged. */
const TOLERATED_SECONDS = 1;
const LOOK_MS = 2_000;
const DEAF_MS = 5_000;

/** The time at which the database stopped answering; null: it answers. A process has only one database. */
let awaySince: number | null = null;

interface DatabaseListeners {
  onBatch: OnBatch | undefined;
  onFailure(error: unknown): void;
}

/** Opens the database. Waits while PostgreSQL is starting. */
export async function openDatabase(config: Config, logger: Logger, on: DatabaseListeners): Promise<Store> {
  const { databaseUrl, databaseListenUrl, databasePool, dataDirectory, secretsKeys: keys } = config;
  if (databaseUrl === null) {
    const isNew = !existsSync(dataDirectory);
    logger.info({ directory: dataDirectory }, `${isNew ? 'creating an' : 'opening the'} embedded database`);
    return openEmbedded({ ...on, directory: dataDirectory, keys });
  }
  const at = hostsIn(databaseUrl).map(({ name, url }) => name + (/^\w+:\/\/[^/?]*([^?]*)/.exec(url)?.[1] ?? ''));
  logger.info({ at }, 'opening the PostgreSQL database');
  if (keys.length === 0) logger.warn('SECRETS_KEY is not set: seeds and hidden cards are stored unencrypted');
  const isNewLoss = newsFilter();
  return patiently(config.databaseWait, logger, () =>
    openPostgres({
      url: databaseUrl,
      listenUrl: databaseListenUrl,
      poolSize: databasePool,
      onConnectionLost: ({ message: reason }) => {
        awaySince ??= performance.now();
        if (isNewLoss()) logger.warn({ reason }, 'lost a database connection');
      },
      onPrimary: (host) => logger.warn({ host }, 'the database failed over to another primary'),
      onMigrationWait: migrationLog(logger),
      onNoPartition: (reason) =>
        logger.warn({ reason }, 'a month has no partition of game_event: its rows go to game_event_default'),
      onBatch: on.onBatch,
      keys,
    }),
  );
}

/** Repeats `open` until it succeeds or the time is up. Logs the reason when it changes. */
async function patiently<T>(seconds: number, logger: Logger, open: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + seconds * 1000;
  let said = '';
  for (;;) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      const { message: reason } = error;
      if (performance.now() > deadline) {
        throw new StoreUnavailable(
          `${reason}. The start waited DATABASE_WAIT=${seconds} seconds: start the database, or correct DATABASE_URL`,
        );
      }
      if (reason !== said)
        logger.warn(
          { reason, seconds },
          'the start waits for the database at DATABASE_URL, but not longer than DATABASE_WAIT',
        );
      said = reason;
      await sleep(RETRY_MS);
    }
  }
}

/** Returns a function that says whether to log a reason: if it is new, and then again once a minute. */
function newsFilter(): (reason?: string) => boolean {
  let said = { reason: '', at: Number.NEGATIVE_INFINITY };
  return (reason = '') => {
    if (reason === said.reason && performance.now() < said.at + SAY_AGAIN_MS) return false;
    said = { reason, at: performance.now() };
    return true;
  };
}

function migrationLog(logger: Logger): (wait: MigrationWait) => void {
  const isNews = newsFilter();
  return ({ why, migration, behind }) => {
    if (!isNews(`${why} ${migration}`)) return;
    if (why === 'tables are locked') logger.warn({ why, migration, behind }, 'the start waits for a migration');
    else logger.info({ migration }, why === 'an index is built' ? why : 'another server migrates the database');
  };
}

/** Logs if the clocks differ, if signals of other servers do not arrive, and when the database answers again. */
export function watchDatabase(store: Store, logger: Logger): () => void {
  let wasOff = false;
  let wasDeaf = false;
  let isAsking = false;
  const ask = async () => {
    if (isAsking) return;
    isAsking = true;
    const askedAt = performance.now();
    const isAway = await store.ping().then(
      () => false,
      () => true,
    );
    isAsking = false;
    if (isAway) awaySince ??= askedAt;
    else if (awaySince !== null) {
      logger.info({ seconds: Math.round((performance.now() - awaySince) / 1000) }, 'the database answers again');
      awaySince = null;
    }
  };
  const look = () => {
    const aheadSeconds = store.wallAheadMs / 1000;
    const isOff = Math.abs(aheadSeconds) > TOLERATED_SECONDS;
    if (isOff && !wasOff) logger.warn({ aheadSeconds }, 'the clock of this machine differs from that of the database');
    wasOff = isOff;
    const isDeaf = store.signals.deafMs > DEAF_MS;
    if (isDeaf && !wasDeaf)
      logger.warn('no signals arrive from other servers (LISTEN): waiting calls may be answered 2 s late');
    if (wasDeaf && !isDeaf) logger.info('signals from other servers arrive again');
    wasDeaf = isDeaf;
    void ask();
  };
  look();
  const looking = setInterval(look, LOOK_MS);
  return () => clearInterval(looking);
}
