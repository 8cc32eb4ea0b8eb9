// Measures actions per second over HTTP, each stored durably and answered with the new state. npm run bench -- actions
// [--clients 1,8,64,256] [--rounds 3] [--seconds 5] [--database postgres,embedded] [--profile <folder>] [--json]
// One server process and one PostgreSQL with fsync on. Each client plays all seats of its games on its own connection.
// Each round also measures for comparison: `pgbench` inserts one row per transaction; `floor` is a bare Fastify route
// that writes the same rows and bytes; `bare` is a route that writes nothing. Ratios are medians over the rounds.
// `less game`: without the CPU time of the game's rules.
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { median, tableOf, thousands } from './parts/figures.mjs';
import { gameWork } from './parts/game-work.mjs';
import { load, warm } from './parts/load.mjs';
import { connected, pgbench, startPostgres } from './parts/postgres.mjs';
import { startProcess, startServer } from './parts/server.mjs';

const FLOOR = fileURLToPath(new URL('./parts/floor.mjs', import.meta.url));
const GOAL = { lessGame: 0.7, cpu: 4, p99: 5, clients: [64, 256], p99Clients: 64 };
const MICROS = 1e6;

const { values: asked } = parseArgs({
  options: {
    clients: { type: 'string', default: '1,8,64,256' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
    database: { type: 'string', default: 'postgres,embedded' },
    profile: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const seconds = Number(asked.seconds);

const postgres = await startPostgres();
const game = gameWork();
const rows = [];
for (const database of asked.database.split(',')) {
  const sides = await sidesOn(database);
  for (const clients of asked.clients.split(',').map(Number)) {
    const rounds = [];
    for (let round = 0; round < Number(asked.rounds); round++) rounds.push(await measured(sides, clients));
    rows.push({ database, clients, ...summaryOf(rounds, database) });
  }
  await sides.stop();
}
await postgres.stop();
console.log(asked.json ? JSON.stringify({ rows, game }, null, 2) : shown());

async function sidesOn(database) {
  const folder = mkdtempSync(join(tmpdir(), 'croupier-bench-'));
  const place = (name) => (database === 'postgres' ? databaseNamed(name) : { directory: join(folder, name) });
  const [own, other] = [await place('service'), await place('floor')];
  const settings = database === 'postgres' ? { DATABASE_URL: own.url } : { DATA_DIR: own.directory };
  const service = await startServer(settings, asked.profile);
  const floor = await startProcess([FLOOR, JSON.stringify(other)]);
  const bare = await startProcess([FLOOR, '{}']);
  for (const side of [service, floor, bare]) await warm(side);
  const stop = async () => {
    for (const side of [service, floor, bare]) await side.stop();
    rmSync(folder, { recursive: true });
  };
  return { service, floor, bare, stop };
}

async function databaseNamed(name) {
  await connected(postgres.url, (client) => client.query(`create database ${name}`));
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  return { url: url.href };
}

async function measured({ service, floor, bare }, clients) {
  const commits = await pgbench(postgres.url, { clients, seconds });
  return {
    commits,
    service: await actionsOf(service, clients),
    floor: await actionsOf(floor, clients),
    bare: await actionsOf(bare, clients),
  };
}

async function actionsOf(side, clients) {
  const meters = { own: side.cpuSeconds, postgres: postgres.cpuSeconds };
  const work = { kind: 'act', ports: [side.port] };
  const { perSecond, answers, p50, p99, clientCpuSeconds, metered } = await load(work, { clients, seconds, meters });
  const micros = (cpu) => (MICROS * cpu) / answers;
  const cpu = { own: micros(metered.own), postgres: micros(metered.postgres), clients: micros(clientCpuSeconds) };
  return { perSecond, p50, p99, cpu };
}

function summaryOf(rounds, database) {
  const toFloor = ({ service, floor }) => service.perSecond / floor.perSecond;
  const sorted = rounds.toSorted((one, other) => toFloor(one) - toFloor(other));
  const { commits, service, floor, bare } = sorted[(sorted.length - 1) >> 1];
  const ratio = (of) => Number(median(rounds.map(of)).toFixed(2));
  const whole = (number) => Math.round(number);
  return {
    perSecond: { service: whole(service.perSecond), pgbench: whole(commits), floor: whole(floor.perSecond) },
    barePerSecond: whole(bare.perSecond),
    p50: Number(service.p50.toFixed(2)),
    p99: Number(service.p99.toFixed(2)),
    ratio: {
      pgbench: ratio((round) => round.service.perSecond / round.commits),
      floor: ratio(toFloor),
      lessGame: ratio((round) => withoutGame(round.service) / round.floor.perSecond),
      bare: ratio((round) => round.service.perSecond / round.bare.perSecond),
      p99: ratio((round) => round.service.p99 / round.bare.p99),
      cpu: ratio((round) => round.service.cpu.own / round.bare.cpu.own),
    },
    micros: {
      ...{ service: whole(service.cpu.own), floor: whole(floor.cpu.own), bare: whole(bare.cpu.own) },
      postgres: database === 'postgres' ? whole(service.cpu.postgres) : 0,
      clients: whole(service.cpu.clients),
    },
  };
}

function withoutGame({ perSecond, cpu }) {
  return perSecond / (1 - game.all / cpu.own);
}

function shown() {
  const rates = rows.map(({ database, clients, perSecond, barePerSecond, p50, p99, ratio }) => [
    ...[database, clients, thousands(perSecond.service), p50, p99, ratio.p99.toFixed(1)],
    ...[thousands(perSecond.pgbench), ratio.pgbench.toFixed(2), thousands(perSecond.floor), ratio.floor.toFixed(2)],
    ...[ratio.lessGame.toFixed(2), thousands(barePerSecond), ratio.bare.toFixed(2), rateVerdict(clients, ratio)],
  ]);
  const heads = ['database', 'clients', 'actions/s', 'p50 ms', 'p99 ms', 'to bare', 'pgbench/s', 'ratio', 'floor/s'];
  const cpu = rows.map(({ database, clients, micros, ratio }) => [
    ...[database, clients, micros.service, micros.floor, micros.bare, ratio.cpu.toFixed(1)],
    ...[micros.postgres, micros.clients, cpuVerdict(clients, ratio)],
  ]);
  const cpuHead = [
    'database',
    'clients',
    'CPU µs: service',
    'floor',
    'bare',
    'to bare',
    'PostgreSQL',
    'clients',
    'goal',
  ];
  const parts = Object.entries(game).map(([name, micros]) => [name, micros.toFixed(1)]);
  return [
    tableOf([...heads, 'ratio', 'less game', 'bare/s', 'ratio', 'goal'], rates),
    tableOf(cpuHead, cpu),
    tableOf(['the game alone', 'CPU µs'], parts),
    `PostgreSQL ${postgres.version}, Node ${process.versions.node}, ${cpus().length} processors`,
  ].join('\n\n');
}

function rateVerdict(clients, { lessGame, p99 }) {
  if (!GOAL.clients.includes(clients)) return '';
  return lessGame >= GOAL.lessGame && (clients !== GOAL.p99Clients || p99 <= GOAL.p99) ? 'reached' : 'missed';
}

function cpuVerdict(clients, { cpu }) {
  if (!GOAL.clients.includes(clients)) return '';
  return cpu <= GOAL.cpu ? 'reached' : 'missed';
}
