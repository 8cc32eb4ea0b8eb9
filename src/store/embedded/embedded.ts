import type { OnBatch, Store, StoreUnavailable } from '../contract/store.ts';
import { applyMigrations } from '../postgres/migrations.ts';
import { openPool } from '../postgres/pool.ts';
import { PrismaStore } from '../postgres/prisma-store.ts';
import { NoSignals } from '../postgres/signals.ts';
import { lockDirectory } from './directory-lock.ts';
import { EmbeddedServer } from './server.ts';
import { keepUp } from './upkeep.ts';

export interface EmbeddedOptions {
  /** where the files go; made when it is missing; one process at a time */
  directory: string;
  /** told once when the database has failed: from then on every call gets `StoreUnavailable` */
  onFailure?: (error: StoreUnavailable) => void;
  onBatch?: OnBatch | undefined;
}

/** Opens the store on a database of its own in a directory, with nothing to set up beforehand. */
export async function openEmbedded({ directory, onFailure = () => {}, onBatch }: EmbeddedOptions): Promise<Store> {
  const releases = [await lockDirectory(directory)];
  const release = async () => {
    for (const giveBack of releases.toReversed()) await giveBack();
  };
  try {
    const server = new EmbeddedServer(directory, onFailure);
    releases.push(() => server.stop());
    await server.ready;
    const config = { stream: () => server.connect(), user: 'postgres', max: 1, idleTimeoutMillis: 0 };
    const pool = openPool(config, () => {}); // the server tells of its failure itself
    releases.push(() => pool.end());
    const client = await pool.connect();
    await applyMigrations(client).finally(() => client.release());
    const stopUpkeep = keepUp(pool);
    releases.push(async () => stopUpkeep());
    return new PrismaStore({ pool, signals: new NoSignals(), keepsStatements: true, release, onBatch });
  } catch (error) {
    await release();
    throw error;
  }
}
