// Measures reads per second, compared to a bare Fastify route with the same bytes: npm run bench -- reads
// [--clients 16] [--rounds 5] [--seconds 3] [--database postgres] [--profile <folder>] [--json]
// Reads an unchanged state (304), a whole state, and the legal actions. `ratio`: the service's rate divided by the
// route's, the median over the rounds.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Connection, written } from './parts/connection.mjs';
import { median, tableOf, thousands } from './parts/figures.mjs';
import { PlayedGame, register } from './parts/game.mjs';
import { load } from './parts/load.mjs';
import { startPostgres } from './parts/postgres.mjs';
import { startProcess, startServer } from './parts/server.mjs';

const BARE = fileURLToPath(new URL('./parts/bare-route.mjs', import.meta.url));
const GOAL = 0.6;

const { values: asked } = parseArgs({
  options: {
    clients: { type: 'string', default: '16' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    database: { type: 'string', default: 'postgres,embedded' },
    profile: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const clients = Number(asked.clients);
const seconds = Number(asked.seconds);

const rows = [];
for (const database of asked.database.split(',')) rows.push(...(await readsOn(database)));
console.log(asked.json ? JSON.stringify(rows, null, 2) : shown(rows));

async function readsOn(database) {
  const postgres = database === 'postgres' ? await startPostgres() : null;
  const folder = mkdtempSync(join(tmpdir(), 'croupier-bench-'));
  const server = await startServer(postgres ? { DATABASE_URL: postgres.url } : { DATA_DIR: folder }, asked.profile);
  const connection = new Connection(server.port);
  const found = [];
  for (const read of await readsOf(connection)) {
    const { status, head, body } = await connection.send(read.text);
    const type = headerIn(head, 'content-type');
    const bare = await startProcess([
      BARE,
      JSON.stringify({ status, type, etag: headerIn(head, 'etag') }),
      String(body),
    ]);
    const rounds = [];
    for (let round = 0; round < Number(asked.rounds); round++) {
      const request = { text: read.text, status };
      rounds.push({ bare: await rateOf(bare, request), served: await rateOf(server, request) });
    }
    await bare.stop();
    found.push({ database, read: read.name, bytes: body.length, ...summaryOf(rounds) });
  }
  connection.close();
  await server.stop();
  await postgres?.stop();
  rmSync(folder, { recursive: true });
  return found;
}

async function readsOf(connection) {
  const token = await register(connection);
  const game = await PlayedGame.create(connection, token, 1);
  for (let n = 0; n < 30; n++) await game.act();
  const { head } = await connection.send(written('GET', game.path, { token }));
  const headers = `if-none-match: ${headerIn(head, 'etag')}\r\n`;
  return [
    { name: 'getState, 304', text: written('GET', game.path, { token, headers }) },
    { name: 'getState', text: written('GET', game.path, { token }) },
    { name: 'listActions', text: written('GET', `${game.path}/actions`, { token }) },
  ];
}

function headerIn(head, name) {
  return new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1].trim();
}

async function rateOf(server, request) {
  const meters = { server: server.cpuSeconds };
  const work = { kind: 'repeat', ports: [server.port], request };
  const { perSecond, answers, p99, metered } = await load(work, { clients, seconds, processes: 1, meters });
  return { perSecond, p99, micros: (1e6 * metered.server) / answers };
}

function summaryOf(rounds) {
  const middle = (what) => median(rounds.map(what));
  return {
    perSecond: Math.round(middle(({ served }) => served.perSecond)),
    barePerSecond: Math.round(middle(({ bare }) => bare.perSecond)),
    ratio: Number(middle(({ served, bare }) => served.perSecond / bare.perSecond).toFixed(2)),
    cpuRatio: Number(middle(({ served, bare }) => bare.micros / served.micros).toFixed(2)),
    micros: Math.round(middle(({ served }) => served.micros)),
    bareMicros: Math.round(middle(({ bare }) => bare.micros)),
    p99: Number(middle(({ served }) => served.p99).toFixed(2)),
  };
}

function shown(rows) {
  const head = [
    'database',
    'read',
    'bytes',
    'answers/s',
    'p99 ms',
    'bare/s',
    'ratio',
    'CPU µs: service',
    'bare',
    'goal',
  ];
  const lines = rows.map(({ database, read, bytes, perSecond, p99, barePerSecond, ratio, micros, bareMicros }) => {
    const reached = ratio >= GOAL ? 'reached' : 'missed';
    const rates = [thousands(perSecond), p99, thousands(barePerSecond), ratio.toFixed(2)];
    return [database, read, bytes, ...rates, micros, bareMicros, reached];
  });
  return `${tableOf(head, lines)}\n\n${clients} clients, Node ${process.versions.node}`;
}
