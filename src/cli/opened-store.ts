import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadCatalogue } from '#rules/catalogue.ts';
import type { AdminParts } from '../admin/call.ts';
import { Competitions } from '../competitions/competitions.ts';
import { GameService } from '../games/game-service.ts';
import { Players } from '../players/players.ts';
import { HOME } from '../store/embedded/directory-lock.ts';
import { openEmbedded } from '../store/embedded/embedded.ts';
import { Fixable } from '../store/failures.ts';
import { openPostgres } from '../store/postgres.ts';
import { givenKeys } from '../store/sealing/keys.ts';
import type { Store } from '../store/store.ts';
import { UsageError } from './flags.ts';

const MOST_LIVE_GAMES = 10;

/** Returns where a server with these environment variables has its database. */
export function databaseIn(environment: NodeJS.ProcessEnv) {
  const { DATABASE_URL: url = '', DATABASE_LISTEN_URL: listenUrl = '', DATA_DIR: directory = './data' } = environment;
  return { url, listenUrl: listenUrl || null, directory };
}

async function openedStore(environment: NodeJS.ProcessEnv): Promise<Store> {
  const { url, listenUrl, directory } = databaseIn(environment);
  const keys = givenKeys(environment);
  if (url !== '') return openPostgres({ url, listenUrl, keys });
  if (!existsSync(join(directory, HOME)))
    throw new UsageError(
      `${directory} holds no embedded database: give DATABASE_URL or DATA_DIR the value that the server has.`,
    );
  return openEmbedded({ directory, keys });
}

/** Opens the database for one command. Servers may use a PostgreSQL database at the same time. */
export async function onDatabase<T>(env: NodeJS.ProcessEnv, use: (parts: AdminParts) => Promise<T>): Promise<T> {
  const [store, catalogue] = await Promise.all([openedStore(env), loadCatalogue(true)]);
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

/** Runs a command. If an operator can correct its error, prints one line that begins with `failed` and returns 1. */
export async function orExplain(failed: string, act: () => Promise<number>): Promise<number> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Fixable)) throw error;
    console.error(`${failed}: ${error.message}.`);
    return 1;
  }
}
