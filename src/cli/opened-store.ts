import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadCatalogue } from '#rules/catalogue.ts';
import { Competitions } from '../competitions/competitions.ts';
import { GameService } from '../games/game-service.ts';
import { Players } from '../players/players.ts';
import { CopyRefused } from '../store/copy-database.ts';
import { HOME } from '../store/embedded/directory-lock.ts';
import { openEmbedded } from '../store/embedded/embedded.ts';
import { DataDirectoryInUse, DataDirectoryUnusable, LogDamaged, StoreUnavailable } from '../store/failures.ts';
import { MigrationError } from '../store/migrations.ts';
import { UnfitPooler } from '../store/pooler.ts';
import { openPostgres } from '../store/postgres.ts';
import { DatabaseUrlError } from '../store/primary.ts';
import { givenKeys, SecretsKeyError } from '../store/sealing/keys.ts';
import { UnfitDatabase } from '../store/session.ts';
import type { Store } from '../store/store.ts';
import { Mistake } from './flags.ts';

const MOST_LIVE_GAMES = 10;

interface Parts {
  store: Store;
  players: Players;
  games: GameService;
  competitions: Competitions;
}

/** Uses the settings of a server: `DATABASE_URL`, `DATABASE_LISTEN_URL`, `DATA_DIR`, `SECRETS_…`. */
async function openedStore(environment: NodeJS.ProcessEnv): Promise<Store> {
  const { DATABASE_URL: url = '', DATABASE_LISTEN_URL: listenUrl = '', DATA_DIR = './data' } = environment;
  const keys = keysIn(environment);
  if (url !== '') return openPostgres({ url, listenUrl: listenUrl || null, keys });
  if (!existsSync(join(DATA_DIR, HOME)))
    throw new Mistake(`There is no embedded database in ${DATA_DIR}: set DATABASE_URL, or DATA_DIR.`);
  return openEmbedded({ directory: DATA_DIR, keys });
}

export function keysIn({ SECRETS_KEY = '', SECRETS_KEY_FILE = '', SECRETS_OLD_KEYS = '' }: NodeJS.ProcessEnv) {
  return givenKeys({ SECRETS_KEY, SECRETS_KEY_FILE, SECRETS_OLD_KEYS });
}

/** For one call, while servers run. */
export async function onDatabase<T>(environment: NodeJS.ProcessEnv, use: (parts: Parts) => Promise<T>): Promise<T> {
  const [store, catalogue] = await Promise.all([openedStore(environment), loadCatalogue(true)]);
  const players = new Players(store);
  const onTrouble = (error: unknown) => console.error(error);
  const games = new GameService(store, catalogue, players, { liveGames: MOST_LIVE_GAMES, onTrouble });
  const competitions = new Competitions({ store, catalogue, games, onTrouble });
  try {
    return await use({ store, players, games, competitions });
  } finally {
    await competitions.stop();
    await games.stop();
    await store.close();
  }
}

/** Exits with code 1 and one line, prefixed with `failed`, for an error that the operator can fix. */
export async function orExplain(failed: string, act: () => Promise<number>): Promise<number> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Mistake || !isPlain(error)) throw error;
    console.error(`${failed}: ${error.message}.`);
    return 1;
  }
}

/** An error that the operator can fix: one line without a stack. */
export function isPlain(error: unknown): error is Error {
  const kinds = [
    CopyRefused,
    DatabaseUrlError,
    DataDirectoryInUse,
    DataDirectoryUnusable,
    LogDamaged,
    MigrationError,
    Mistake,
    SecretsKeyError,
    StoreUnavailable,
    UnfitDatabase,
    UnfitPooler,
  ];
  return kinds.some((kind) => error instanceof kind);
}
