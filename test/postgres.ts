// A PostgreSQL for the tests: that of TEST_DATABASE_URL, else one found on this machine and started for this run only.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Vitest } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** null: this half of the tests is left out */
    postgresUrl: string | null;
  }
}

const DEBIAN = '/usr/lib/postgresql';
const START_MS = 60_000;
/** For tests that ask nothing of the disk: what they wrote need not outlive a power cut. */
const HASTY = ['fsync=off', 'full_page_writes=off'];

export async function providePostgres(vitest: Vitest): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const server = !given && findPostgres() !== null ? await PostgresServer.create(HASTY) : null;
  const url = given || (server?.url ?? null);
  if (url === null) {
    console.log('No TEST_DATABASE_URL and no PostgreSQL on this machine: the tests that need a server are left out.');
  }
  vitest.provide('postgresUrl', url);
  return async () => server?.remove();
}

/** The folder of PostgreSQL's programs, the newest of several. */
export function findPostgres(): string | null {
  const debian = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...debian.map((version) => join(DEBIAN, version, 'bin')),
  ];
  return folders.find((folder) => ['initdb', 'postgres'].every((program) => existsSync(join(folder, program)))) ?? null;
}

/**
 * Starts and stops a server as it is told, line by line. When nobody is there to tell it any more, because the tests
 * are over or were interrupted or killed, it stops the server and removes all of it.
 */
const KEEPER = `
  programs=$1 directory=$2; shift 2
  while read -r order; do
    case $order in
      start) "$programs/postgres" -D "$directory/data" "$@" >>"$directory/log" 2>&1 & server=$! ;;
      *) kill -s "$order" $server; wait $server; echo stopped ;;
    esac
  done
  kill -s QUIT $server 2>/dev/null; wait $server
  rm -rf "$directory"`;

/** A server of one's own, with its files in a directory that goes when it goes. */
export class PostgresServer {
  readonly url: string;
  readonly #directory: string;
  readonly #keeper: ChildProcess;
  readonly #lines: Interface;

  private constructor(directory: string, port: number, keeper: ChildProcess) {
    if (keeper.stdout === null) throw new Error('the keeper has no output');
    this.url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
    this.#directory = directory;
    this.#keeper = keeper;
    this.#lines = createInterface({ input: keeper.stdout });
  }

  /** `settings` are of its configuration, such as `fsync=off`. */
  static async create(settings: readonly string[] = []): Promise<PostgresServer> {
    const programs = findPostgres();
    if (programs === null) throw new Error('there is no PostgreSQL on this machine');
    const directory = mkdtempSync(join(tmpdir(), 'croupier-postgres-'));
    const owner = unprivileged();
    if (owner.uid !== undefined && owner.gid !== undefined) chownSync(directory, owner.uid, owner.gid);
    const init = ['-D', join(directory, 'data'), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'];
    const made = spawnSync(join(programs, 'initdb'), init, { ...owner, cwd: directory, encoding: 'utf8' });
    if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
    const port = await freePort();
    const address = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
    const flags = [...address, ...settings].flatMap((setting) => ['-c', setting]);
    const keeper = spawn('sh', ['-c', KEEPER, 'keeper', programs, directory, ...flags], {
      ...owner,
      cwd: directory,
      detached: true, // out of reach of the terminal's Ctrl-C
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const server = new PostgresServer(directory, port, keeper);
    await server.start().catch(async (error) => {
      await server.remove();
      throw error;
    });
    return server;
  }

  async start(): Promise<void> {
    this.#keeper.stdin?.write('start\n');
    const patience = Date.now() + START_MS;
    while (!(await answers(this.url))) {
      if (Date.now() > patience) throw new Error(readFileSync(join(this.#directory, 'log'), 'utf8').slice(-2_000));
      await sleep(50);
    }
  }

  /** INT: breaks off what runs and shuts down; QUIT: as in a crash. */
  async stop(signal: 'INT' | 'QUIT'): Promise<void> {
    const stopped = once(this.#lines, 'line');
    this.#keeper.stdin?.write(`${signal}\n`);
    await stopped;
  }

  async remove(): Promise<void> {
    const gone = once(this.#keeper, 'exit');
    this.#keeper.stdin?.end();
    await gone;
  }
}

/** PostgreSQL refuses to run as root. */
function unprivileged(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  for (const user of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((which) => spawnSync('id', [which, user], { encoding: 'utf8' }));
    if (uid?.status === 0 && gid?.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  }
  throw new Error('PostgreSQL does not run as root, and there is neither a user postgres nor nobody');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
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
