import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { OnBatch } from './store/db.ts';
import { openEmbedded } from './store/embedded/embedded.ts';
import { StoreUnavailable } from './store/failures.ts';
import type { MigrationWait } from './store/migrations.ts';
import { openPostgres } from './store/postgres.ts';
import type { Store } from './store/store.ts';

const RETRY_MS = 500;
const SAY_AGAIN_MS = 60_000;
/** How far the clock of this machine may be from the database's before it is worth a line. */
const TOLERATED_SECONDS = 1;
const LOOK_MS = 5_000;

interface DatabaseListeners {
  onBatch: OnBatch | undefined;
  /** the embedded database cannot go on */
  onFailure(error: unknown): void;
}

/** Opens the database that the configuration names; of PostgreSQL it waits for one that is still starting. */
export async function openDatabase(
  config: Config,
  logger: Logger,
  { onBatch, onFailure }: DatabaseListeners,
): Promise<Store> {
  const { databaseUrl, databaseListenUrl, databasePool, dataDirectory, secretsKeys: keys } = config;
  if (databaseUrl === null) {
    logger.info({ directory: dataDirectory }, 'opening the embedded database');
    return openEmbedded({
      directory: dataDirectory,
      onFailure,
      onBatch,
      keys,
    });
  }
  if (keys.length === 0)
    logger.warn('SECRETS_KEY is not set: who can read the database sees every seed and hidden card');
  const onConnectionLost = (error: Error) => logger.warn({ reason: error.message }, 'lost a database connection');
  const onPrimary = (host: string) => logger.warn({ host }, 'the database has another primary');
  const onMigrationWait = sayNowAndThen(logger);
  const onNoPartition = (reason: string) =>
    logger.warn({ reason }, 'a month has no partition of game_event: its rows go to game_event_default');
  return patiently(config.databaseWait, logger, () => {
    return openPostgres({
      url: databaseUrl,
      listenUrl: databaseListenUrl,
      poolSize: databasePool,
      onConnectionLost,
      onPrimary,
      onMigrationWait,
      onNoPartition,
      onBatch,
      keys,
    });
  });
}

/** A PostgreSQL that is still starting is waited for, with a line whenever the reason is another. */
async function patiently<T>(seconds: number, logger: Logger, open: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + seconds * 1000;
  let said = '';
  for (;;) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || performance.now() > deadline) throw error;
      const { message: reason } = error;
      if (reason !== said)
        logger.warn({ reason, seconds }, 'the database does not answer yet; trying for so many seconds');
      said = reason;
      await sleep(RETRY_MS);
    }
  }
}

/** A start that waits says so at once, whenever the reason is another, and then once a minute. */
function sayNowAndThen(logger: Logger): (wait: MigrationWait) => void {
  let said = { reason: '', at: Number.NEGATIVE_INFINITY };
  return ({ why, migration, behind }) => {
    const reason = `${why} ${migration}`;
    if (reason === said.reason && performance.now() < said.at + SAY_AGAIN_MS) return;
    said = { reason, at: performance.now() };
    logger.warn({ why, migration, behind }, 'the start waits for a migration');
  };
}

/** Says when something begins to be amiss by which nothing goes at once, and when it is over. */
export function watchDatabase(store: Store, logger: Logger): () => void {
  let wasOff = false;
  let wasDeaf = false;
  const look = () => {
    const aheadSeconds = store.wallAheadMs / 1000;
    const isOff = Math.abs(aheadSeconds) > TOLERATED_SECONDS;
    if (isOff && !wasOff) logger.warn({ aheadSeconds }, 'the clock of this machine is not that of the database');
    wasOff = isOff;
    const isDeaf = store.signals.deafMs > LOOK_MS;
    if (isDeaf && !wasDeaf) logger.warn('nothing is heard of other servers (LISTEN): who waits may hear 2 s late');
    if (wasDeaf && !isDeaf) logger.info('other servers are heard again');
    wasDeaf = isDeaf;
  };
  look();
  const looking = setInterval(look, LOOK_MS);
  return () => clearInterval(looking);
}
