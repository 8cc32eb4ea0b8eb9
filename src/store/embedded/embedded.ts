import type { ClientBase } from 'pg';
import type { StoreUnavailable } from '../contract/failures.ts';
import type { OnBatch } from '../db.ts';
import { applyMigrations } from '../postgres/migrations.ts';
import { keepPartitions } from '../postgres/partitions.ts';
import { openPool } from '../postgres/pool.ts';
import { NoSignals } from '../postgres/signals.ts';
import { keyFileIn, keysBeside, makeKeyBeside } from '../sealing/key-file.ts';
import { type MasterKey, SecretsKeyError } from '../sealing/master-key.ts';
import type { Sealer } from '../sealing/secrets.ts';
import { Seals } from '../sealing/secrets.ts';
import { sealerFor } from '../sealing/witnesses.ts';
import { openStore, type Store } from '../store.ts';
import { lockDirectory } from './directory-lock.ts';
import { EmbeddedServer } from './server.ts';
import { keepUp } from './upkeep.ts';

export interface EmbeddedOptions {
  /** where the files go; made when it is missing; one process at a time */
  directory: string;
  /** told once when the database has failed: from then on every call gets `StoreUnavailable` */
  onFailure?: (error: StoreUnavailable) => void;
  onBatch?: OnBatch | undefined;
  /** the first seals what is secret, all of them open it; without any they are in a file in the directory */
  keys?: readonly MasterKey[];
}

/** Opens the store on a database of its own in a directory, with nothing to set up beforehand. */
export async function openEmbedded(options: EmbeddedOptions): Promise<Store> {
  const { directory, onFailure = () => {}, onBatch, keys = [] } = options;
  const releases = [await lockDirectory(directory)];
  const release = async () => {
    for (const giveBack of releases.splice(0).reverse()) await giveBack();
  };
  try {
    const server = new EmbeddedServer(directory, onFailure);
    releases.push(() => server.stop());
    await server.ready;
    const config = { stream: () => server.connect(), user: 'postgres', max: 1, idleTimeoutMillis: 0 };
    const pool = openPool(config, () => {}); // the server tells of its failure itself
    releases.push(() => pool.end());
    const client = await pool.connect();
    const sealer = await prepare(client, directory, keys).finally(() => client.release());
    const stopUpkeep = keepUp(pool);
    releases.push(async () => stopUpkeep());
    const stopPartitions = await keepPartitions(pool, () => {}); // its owner has every right
    releases.push(async () => stopPartitions());
    const seals = new Seals(sealer);
    return await openStore({ pool, signals: new NoSignals(), seals, keepsStatements: true, release, onBatch });
  } catch (error) {
    await release();
    throw error;
  }
}

/**
 * Brings the tables up to date, and sees that what is sealed in them can be opened. A key is made only where nothing was
 * ever sealed: a file that has gone missing is not replaced by another.
 */
async function prepare(client: ClientBase, directory: string, given: readonly MasterKey[]): Promise<Sealer> {
  await applyMigrations(client);
  const keys = given.length > 0 ? given : keysBeside(directory);
  const sealer = await sealerFor(client, keys).catch((error) => {
    throw keys.length === 0 && error instanceof SecretsKeyError ? keyLost(directory, error) : error;
  });
  return keys.length > 0 ? sealer : sealerFor(client, makeKeyBeside(directory));
}

function keyLost(directory: string, { message }: SecretsKeyError): SecretsKeyError {
  return new SecretsKeyError(
    `${message}, or put it back as ${keyFileIn(directory)}, which is gone. Without that key nobody can ever read the ` +
      'seeds, hidden cards and private actions of its games, its invite codes and webhook secrets, so the house does not ' +
      'open on it: with another DATA_DIR it begins anew, without these players and games',
  );
}
