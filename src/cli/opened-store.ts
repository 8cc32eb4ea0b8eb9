import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DataDirectoryInUse, DataDirectoryUnusable, LogDamaged, StoreUnavailable } from '../store/contract/failures.ts';
import { HOME } from '../store/embedded/directory-lock.ts';
import { openEmbedded } from '../store/embedded/embedded.ts';
import { DatabaseUrlError } from '../store/postgres/database-url.ts';
import { UnfitDatabase } from '../store/postgres/fitness.ts';
import { MigrationError } from '../store/postgres/migrations.ts';
import { UnfitPooler } from '../store/postgres/pooler.ts';
import { openPostgres } from '../store/postgres/postgres.ts';
import { givenKeys } from '../store/sealing/given-keys.ts';
import { SecretsKeyError } from '../store/sealing/master-key.ts';
import type { Store } from '../store/store.ts';
import { Mistake } from './mistake.ts';

/** With the settings of a server: `DATABASE_URL`, `DATABASE_LISTEN_URL`, `DATA_DIR` and `SECRETS_…`. */
export async function openedStore(environment: NodeJS.ProcessEnv): Promise<Store> {
  const { DATABASE_URL: url = '', DATABASE_LISTEN_URL: listenUrl = '', DATA_DIR = './data' } = environment;
  const { SECRETS_KEY = '', SECRETS_KEY_FILE = '', SECRETS_OLD_KEYS = '' } = environment;
  const keys = givenKeys({ SECRETS_KEY, SECRETS_KEY_FILE, SECRETS_OLD_KEYS });
  if (url !== '') return openPostgres({ url, listenUrl: listenUrl || null, keys });
  if (!existsSync(join(DATA_DIR, HOME)))
    throw new Mistake(`There is no embedded database in ${DATA_DIR}: set DATABASE_URL, or DATA_DIR.`);
  return openEmbedded({ directory: DATA_DIR, keys });
}

/** What the operator can mend is said in one line; anything else comes with its stack. */
export function isPlain(error: unknown): error is Error {
  const kinds = [
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
