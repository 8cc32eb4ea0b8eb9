import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../kept-program.ts';
import { findPostgres, PostgresServer } from '../../postgres.ts';
import { Server } from '../../process/server.ts';

interface Database {
  settings: Record<string, string>;
  remove(): Promise<void>;
}

export class BrowserService {
  readonly url: string;
  readonly #settings: Record<string, string>;
  readonly #database: Database;
  #server: Server;

  private constructor(server: Server, settings: Record<string, string>, database: Database) {
    this.url = server.url;
    this.#server = server;
    this.#settings = settings;
    this.#database = database;
  }

  static async start(more: Record<string, string>): Promise<BrowserService> {
    const database = await ownDatabase();
    const settings = { PORT: String(await freePort()), SEARCH_MS: '20', ...database.settings, ...more };
    return new BrowserService(await Server.start(settings), settings, database);
  }

  /** Kills the service as a power cut would. `comeBack` serves the same address again. */
  async goAway(): Promise<void> {
    await this.#server.stop('SIGKILL');
  }

  async comeBack(): Promise<void> {
    this.#server = await Server.start(this.#settings);
  }

  async remove(): Promise<void> {
    await this.#server.stop();
    await this.#database.remove();
  }
}

async function ownDatabase(): Promise<Database> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return databaseIn(given);
  if (findPostgres() === null) return embeddedDatabase();
  const server = await PostgresServer.hasty();
  return { settings: { DATABASE_URL: server.url }, remove: () => server.remove() };
}

async function databaseIn(serverUrl: string): Promise<Database> {
  const name = `croupier_${randomBytes(4).toString('hex')}_web`;
  await askOnce(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    settings: { DATABASE_URL: url.href },
    remove: () => askOnce(serverUrl, `drop database ${name} with (force)`),
  };
}

async function askOnce(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(sql);
  await client.end();
}

function embeddedDatabase(): Database {
  const directory = mkdtempSync(join(tmpdir(), 'croupier-web-'));
  return {
    settings: { DATA_DIR: directory },
    remove: async () => rmSync(directory, { recursive: true, force: true }),
  };
}
