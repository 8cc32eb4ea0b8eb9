// Databases for single tests: fresh, real, and gone afterwards.
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { openEmbedded } from '../../src/store/embedded.ts';
import { openPostgres } from '../../src/store/postgres.ts';
import type { Store } from '../../src/store/store.ts';

export type Kind = 'embedded' | 'postgres';

/** What can be tested on this machine. */
export const KINDS: Kind[] = inject('postgresUrl') === null ? ['embedded'] : ['embedded', 'postgres'];

/** A database that can be opened, closed and opened again. */
export interface TestDatabase {
  kind: Kind;
  /** the directory or the URL */
  target: string;
  open(): Promise<Store>;
  remove(): Promise<void>;
}

/** A fresh embedded store, removed when it is closed. */
export async function openTestStore(): Promise<Store> {
  const { open, remove } = copyOfTemplate();
  const store = await open();
  const close = store.close.bind(store);
  store.close = async () => {
    await close();
    await remove();
  };
  return store;
}

export async function freshDatabase(kind: Kind): Promise<TestDatabase> {
  return kind === 'embedded' ? copyOfTemplate() : newDatabase();
}

function copyOfTemplate(): TestDatabase {
  const directory = temporaryDirectory();
  cpSync(inject('embeddedTemplate'), directory, { recursive: true });
  return {
    kind: 'embedded',
    target: directory,
    open: () => openEmbedded({ directory }),
    remove: async () => rmSync(directory, { recursive: true }),
  };
}

export function temporaryDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'croupier-store-'));
}

/** Of the server's: without any table yet. */
export async function newDatabase(server = inject('postgresUrl')): Promise<TestDatabase> {
  if (server === null) throw new Error('there is no PostgreSQL here');
  const name = `croupier_${randomBytes(6).toString('hex')}`;
  await runOn(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    kind: 'postgres',
    target: url.href,
    open: () => openPostgres({ url: url.href }),
    remove: () => runOn(server, `drop database ${name} with (force)`),
  };
}

/** One statement of a test's own. */
export async function runOn(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
