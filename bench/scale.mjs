// Measures what more servers on one PostgreSQL gain, and where the first bottleneck is: npm run bench -- scale
// [--servers 1,2,3] [--clients 64] [--rounds 3] [--seconds 5] [--json]
// More servers gain nothing if no processor is idle. The CPU time per action of each part shows the next bottleneck.
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { median, tableOf, thousands } from './parts/figures.mjs';
import { load, warm } from './parts/load.mjs';
import { pgbench, startPostgres } from './parts/postgres.mjs';
import { canPin, pin } from './parts/processors.mjs';
import { startServer } from './parts/server.mjs';

const { values: asked } = parseArgs({
  options: {
    servers: { type: 'string', default: '1,2,3' },
    clients: { type: 'string', default: '64' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
    json: { type: 'boolean', default: false },
  },
});
const clients = Number(asked.clients);
const seconds = Number(asked.seconds);
const processors = cpus().map((_, i) => i);
const [first, ...others] = processors;
/** the result is also estimated for machines with this many processors */
const ON_PAPER = [4, 16, 64];

const numbers = (list) => list.split(',').filter(Boolean).map(Number);
const found = [
  ...numbers(asked.servers).map((servers) => ({ servers, pinned: false, rounds: [] })),
  ...(canPin ? [{ servers: 1, pinned: true, rounds: [] }] : []),
];

const postgres = await startPostgres();
for (let round = 0; round < Number(asked.rounds); round++) {
  const commits = await pgbench(postgres.url, { clients, seconds });
  for (const each of found) each.rounds.push({ commits, ...(await measured(each)) });
}
await postgres.stop();
const rows = found.map(rowOf);
console.log(asked.json ? JSON.stringify(rows, null, 2) : shown(rows));

async function measured({ servers: count, pinned }) {
  if (pinned) for (const pid of [process.pid, postgres.pid]) pin(pid, others); // child processes use the same processors
  const servers = [];
  for (let n = 0; n < count; n++) {
    servers.push(await startServer({ DATABASE_URL: postgres.url }));
    if (pinned) pin(servers[n].pid, [first]);
    await warm(servers[n]);
  }
  const meters = {
    servers: () => servers.reduce((sum, server) => sum + server.cpuSeconds(), 0),
    postgres: postgres.cpuSeconds,
  };
  const ports = servers.map(({ port }) => port);
  const { perSecond, answers, p99, clientCpuSeconds, metered } = await load(
    { kind: 'act', ports },
    { clients, seconds, meters },
  );
  for (const server of servers) await server.stop();
  if (pinned) for (const pid of [process.pid, postgres.pid]) pin(pid, processors);
  const micros = (cpu) => (1e6 * cpu) / answers;
  const used = metered.servers + metered.postgres + clientCpuSeconds;
  return {
    perSecond,
    p99,
    server: micros(metered.servers),
    postgres: micros(metered.postgres),
    clients: micros(clientCpuSeconds),
    busy: used / seconds / processors.length,
  };
}

function rowOf({ servers, pinned, rounds }) {
  const middle = (what) => median(rounds.map(what));
  const single = found.find((each) => each.servers === 1 && !each.pinned)?.rounds;
  return {
    servers,
    pinned,
    actionsPerSecond: Math.round(middle(({ perSecond }) => perSecond)),
    toOneServer: single
      ? Number(median(rounds.map(({ perSecond }, i) => perSecond / single[i].perSecond)).toFixed(2))
      : null,
    ratio: Number(middle(({ perSecond, commits }) => perSecond / commits).toFixed(2)),
    p99: Number(middle(({ p99 }) => p99).toFixed(2)),
    micros: {
      server: Math.round(middle(({ server }) => server)),
      postgres: Math.round(middle(({ postgres }) => postgres)),
      clients: Math.round(middle(({ clients }) => clients)),
    },
    busy: Number(middle(({ busy }) => busy).toFixed(2)),
  };
}

function shown(rows) {
  const head = [
    'servers',
    'actions/s',
    'to one',
    'to pgbench',
    'p99 ms',
    'CPU µs/action: servers',
    'PostgreSQL',
    'clients',
    'processors busy',
  ];
  const lines = rows.map((row) => [
    row.pinned ? '1, pinned' : String(row.servers),
    thousands(row.actionsPerSecond),
    row.toOneServer?.toFixed(2) ?? '–',
    row.ratio.toFixed(2),
    row.p99,
    ...[row.micros.server, row.micros.postgres, row.micros.clients],
    `${Math.round(100 * row.busy)} %`,
  ]);
  const { micros } = rows.find(({ pinned }) => pinned) ?? rows[0];
  const most = micros.server > micros.postgres ? 'a server, which is one thread' : 'PostgreSQL';
  const times = (micros.server / micros.postgres).toFixed(1);
  return [
    tableOf(head, lines),
    `${processors.length} processors for all. Used up first: ${most}; for each processor that works in PostgreSQL ${times} do in servers.`,
    `On paper, where clients are elsewhere, from ${micros.server} µs of a server and ${micros.postgres} µs of PostgreSQL:`,
    onPaper(micros),
  ].join('\n\n');
}

/** Returns upper bounds of the actions per second of larger machines, as if their processors did nothing else. */
function onPaper({ server, postgres }) {
  const head = [
    'processors',
    'for servers',
    'for PostgreSQL',
    'actions/s',
    'PostgreSQL elsewhere: actions/s',
    'it takes there',
  ];
  const lines = ON_PAPER.map((all) => [
    all,
    ((all * server) / (server + postgres)).toFixed(1),
    ((all * postgres) / (server + postgres)).toFixed(1),
    thousands((1e6 * all) / (server + postgres)),
    thousands((1e6 * all) / server),
    `${((all * postgres) / server).toFixed(1)} processors`,
  ]);
  return tableOf(head, lines);
}
