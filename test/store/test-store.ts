import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { beforeAll, inject } from 'vitest';
import type { OnBatch } from '../../src/store/db.ts';
import { openEmbedded } from '../../src/store/embedded/embedded.ts';
import { EmbeddedServer } from '../../src/store/embedded/server.ts';
import { openPostgres } from '../../src/store/postgres.ts';
import { MasterKey } from '../../src/store/sealing/secrets.ts';
import type { Store } from '../../src/store/store.ts';
import { quickFolder } from '../kept-program.ts';
import { embeddedTemplate, madeOnce } from '../made-once.ts';

export const SECRETS_KEY = Buffer.alloc(32, 'test').toString('base64');
export const KEYS = [new MasterKey(SECRETS_KEY)];

export type Kind = 'embedded' | 'postgres';

export const KINDS: Kind[] = inject('postgresUrl') === null ? ['embedded'] : ['embedded', 'postgres'];

export interface TestDatabase {
  kind: Kind;
  target: string;
  settings: Record<string, string>;
  open(onBatch?: OnBatch): Promise<Store>;
  /** runs SQL; the embedded database must not be open in a store */
  ask(sql: string): Promise<Record<string, unknown>[]>;
  remove(): Promise<void>;
}

/** Emptied databases for the next tests. Emptying one is far faster than making a new one. */
const emptied: TestDatabase[] = [];

/** Opens a store on a new database. Uses PostgreSQL if the machine has it, because that is faster. */
export async function openTestStore(kind = KINDS.at(-1) as Kind, onBatch?: OnBatch): Promise<Store> {
  const database = (kind === 'postgres' ? emptied.pop() : undefined) ?? (await freshDatabase(kind));
  const store = await database.open(onBatch);
  const close = store.close.bind(store);
  store.close = async () => {
    await close();
    if (kind === 'embedded') return database.remove();
    await database.ask(EMPTYING);
    emptied.push(database);
  };
  return store;
}

const EMPTYING = `
  do $$ begin
    execute (
      select 'truncate ' || string_agg(format('%I', tablename), ', ') || ' restart identity' from pg_tables
      where schemaname = current_schema() and tablename <> '_prisma_migrations'
    );
  end $$`;

export async function freshDatabase(kind: Kind): Promise<TestDatabase> {
  return kind === 'embedded' ? copyOfTemplate() : migratedDatabase();
}

async function copyOfTemplate(): Promise<TestDatabase> {
  const directory = temporaryDirectory(inject('runFolder'));
  await copyTemplateTo(directory);
  return {
    kind: 'embedded',
    target: directory,
    settings: { DATA_DIR: directory },
    open: (onBatch) => openEmbedded({ directory, onBatch }),
    ask: async (sql) => {
      const server = new EmbeddedServer(directory, () => {});
      await server.ready;
      try {
        return await askOver({ stream: () => server.connect(), user: 'postgres' }, sql);
      } finally {
        await server.stop();
      }
    },
    remove: async () => rmSync(directory, { recursive: true }),
  };
}

export async function copyTemplateTo(directory: string): Promise<void> {
  cpSync(await embeddedTemplate(), directory, { recursive: true });
}

export function openForAll(kind: Kind, onOpen: (opened: { database: TestDatabase; store: Store }) => void): void {
  beforeAll(async () => {
    const database = await freshDatabase(kind);
    const store = await database.open();
    onOpen({ database, store });
    return async () => {
      await store.close();
      await database.remove();
    };
  });
}

export function temporaryDirectory(within = quickFolder()): string {
  return mkdtempSync(join(within, 'croupier-store-'));
}

async function migratedDatabase(): Promise<TestDatabase> {
  const server = inject('postgresUrl');
  const template = `${inject('databasePrefix')}template`;
  await madeOnce('postgres-template', async () => {
    const { target } = await newDatabase(server, 'template1', template);
    await (await openPostgres({ url: target })).close();
  });
  return newDatabase(server, template);
}

export async function newDatabase(
  server = inject('postgresUrl'),
  template = 'template1',
  name = `${inject('databasePrefix')}${randomBytes(6).toString('hex')}`,
): Promise<TestDatabase> {
  if (server === null) throw new Error('there is no PostgreSQL here');
  await askOver({ connectionString: server }, `create database ${name} template ${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    kind: 'postgres',
    target: url.href,
    settings: { DATABASE_URL: url.href, SECRETS_KEY },
    open: (onBatch) => openPostgres({ url: url.href, keys: KEYS, onBatch }),
    ask: (sql) => askOver({ connectionString: url.href }, sql),
    remove: async () => void (await askOver({ connectionString: server }, `drop database ${name} with (force)`)),
  };
}

async function askOver(config: pg.ClientConfig, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(config);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
