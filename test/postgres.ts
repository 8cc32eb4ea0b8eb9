import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import type { Vitest } from 'vitest/node';
import { freePort, KeptProgram, ownDirectory, quickFolder, unprivileged } from './kept-program.ts';
import { findPgBouncer } from './pgbouncer.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** null: there is no PostgreSQL, so its tests are skipped */
    postgresUrl: string | null;
    databasePrefix: string;
  }
}

const DEBIAN = '/usr/lib/postgresql';
/** Settings for speed: no durability and no replication. */
const HASTY =
  'fsync=off full_page_writes=off autovacuum=off jit=off wal_level=minimal max_wal_senders=0 max_wal_size=128MB'.split(
    ' ',
  );

export async function providePostgres(vitest: Vitest): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const server = !given && findPostgres() !== null ? await PostgresServer.hasty() : null;
  const url = given || (server?.url ?? null);
  if (url === null) {
    console.log('No TEST_DATABASE_URL and no PostgreSQL on this machine: the tests that need a server are left out.');
  }
  if (findPgBouncer() === null) console.log('No PgBouncer on this machine: the tests of poolers are left out.');
  const prefix = `croupier_${randomBytes(4).toString('hex')}_`;
  vitest.provide('postgresUrl', url);
  vitest.provide('databasePrefix', prefix);
  return async () => {
    if (given) await dropAll(given, prefix);
    await server?.remove();
  };
}

async function dropAll(url: string, prefix: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query('select datname as name from pg_database where starts_with(datname, $1)', [
    prefix,
  ]);
  for (const { name } of rows) await client.query(`drop database ${name} with (force)`);
  await client.end();
}

export function findPostgres(): string | null {
  const debian = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...debian.map((version) => join(DEBIAN, version, 'bin')),
  ];
  return (
    folders.find((folder) =>
      ['initdb', 'postgres', 'pg_basebackup'].every((program) => existsSync(join(folder, program))),
    ) ?? null
  );
}

export class PostgresServer {
  readonly port: number;
  readonly #data: string;
  readonly #program: KeptProgram;

  private constructor(port: number, data: string, program: KeptProgram) {
    this.port = port;
    this.#data = data;
    this.#program = program;
  }

  static hasty(): Promise<PostgresServer> {
    return PostgresServer.create(HASTY, undefined, quickFolder());
  }

  /** Creates an empty server, or a standby of another one. `settings` is configuration such as `fsync=off`. */
  static async create(
    settings: readonly string[] = [],
    primary?: PostgresServer,
    within?: string,
  ): Promise<PostgresServer> {
    const programs = findPostgres();
    if (programs === null) throw new Error('there is no PostgreSQL on this machine');
    const directory = ownDirectory('postgres', within);
    const data = join(directory, 'data');
    if (primary === undefined) {
      runIn(
        directory,
        join(programs, 'initdb'),
        '-D',
        data,
        ...'-U postgres -A trust -E UTF8 --locale=C -N'.split(' '),
      );
    } else {
      const source = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres'];
      runIn(directory, join(programs, 'pg_basebackup'), '-D', data, ...source, '-c', 'fast', '-R', '--no-sync');
    }
    const port = await freePort();
    const address = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
    const flags = [...address, ...settings].flatMap((setting) => ['-c', setting]);
    const program = new KeptProgram(directory, [join(programs, 'postgres'), '-D', data, ...flags], 'QUIT');
    const server = new PostgresServer(port, data, program);
    await server.start().catch(async (error) => {
      await server.remove();
      throw error;
    });
    return server;
  }

  get url(): string {
    return `postgresql://postgres@127.0.0.1:${this.port}/postgres`;
  }

  start(): Promise<void> {
    return this.#program.start(() => answers(this.url));
  }

  /** Stops the server. INT is a fast shutdown, QUIT is like a crash. */
  stop(signal: 'INT' | 'QUIT'): Promise<void> {
    return this.#program.stop(signal);
  }

  /** Replaces the server's files by those of a standby. Both must be stopped. */
  restoreFrom(standby: PostgresServer): void {
    rmSync(this.#data, { recursive: true });
    renameSync(standby.#data, this.#data);
    rmSync(join(this.#data, 'standby.signal'));
  }

  remove(): Promise<void> {
    return this.#program.remove();
  }

  async ask(sql: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: this.url });
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  }
}

function runIn(cwd: string, program: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(program, args, { ...unprivileged(), cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}
