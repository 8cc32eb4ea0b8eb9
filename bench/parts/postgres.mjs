import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { register } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import { cpuSecondsOfFamily, parentOf } from './processes.mjs';

const DEBIAN = '/usr/lib/postgresql';
const CONNECTIONS = 600;
/** the table of pgbench: it has an index, and a row has as many bytes as an event of a game */
const TABLE = 'create table line (id bigserial primary key, at timestamptz not null, data text not null)';
const INSERT = `insert into line (at, data) values (now(), repeat('x', 100));\n`;

export async function startPostgres() {
  register('./typescript-hooks.mjs', import.meta.url); // called late, so that a misspelled flag is reported before the compiler loads
  const { PostgresServer } = await import('../../test/postgres.ts');
  const server = await PostgresServer.create();
  await connected(server.url, (client) => client.query(`alter system set max_connections = ${CONNECTIONS}`));
  await server.stop('INT');
  await server.start();
  return connected(server.url, async (client) => {
    await client.query(TABLE);
    const { rows } = await client.query(`select pg_backend_pid() as pid, current_setting('server_version') as version`);
    const [{ pid, version }] = rows;
    const postmaster = parentOf(pid);
    return {
      url: server.url,
      version,
      pid: postmaster,
      cpuSeconds: () => cpuSecondsOfFamily(postmaster),
      stop: () => server.remove(),
    };
  });
}

export async function connected(url, work) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export async function pgbench(url, { clients, seconds }) {
  const folder = mkdtempSync(join(tmpdir(), 'croupier-pgbench-'));
  const script = join(folder, 'insert.sql');
  writeFileSync(script, INSERT);
  const threads = Math.min(clients, 2);
  const flags = ['-n', '-M', 'prepared', '-c', clients, '-j', threads, '-T', seconds, '-f', script, url].map(String);
  const child = spawn(program(), flags);
  const said = ['stdout', 'stderr'].map((stream) => textOf(child[stream]));
  const [code] = await once(child, 'close');
  rmSync(folder, { recursive: true });
  const text = (await Promise.all(said)).join('\n');
  const rate = /^tps = ([\d.]+)/m.exec(text)?.[1];
  if (code !== 0 || rate === undefined) throw new Error(`pgbench failed: ${text}`);
  return Number(rate);
}

function program() {
  const debian = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...debian.map((version) => join(DEBIAN, version, 'bin')),
  ];
  const found = folders.map((folder) => join(folder, 'pgbench')).find((path) => existsSync(path));
  if (found === undefined) throw new Error('pgbench, which comes with PostgreSQL, is not on this machine');
  return found;
}

async function textOf(stream) {
  let text = '';
  for await (const chunk of stream) text += chunk;
  return text;
}
