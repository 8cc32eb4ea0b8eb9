// What more servers on the same PostgreSQL bring, and what is used up first.
//
//   npm run bench:scale [-- --servers 1,2,3] [--clients 64] [--rounds 3] [--seconds 5] [--json]
//
// As bench:actions, with the clients spread over the servers. All numbers of servers are measured in turn in every
// round, pgbench before them. Where there are no processors to spare, another server cannot bring more; how much each
// part has to work for an action then says what would be used up first where there are more.
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { median, tableOf, thousands } from './parts/figures.mjs';
import { load } from './parts/load.mjs';
import { pgbench, startPostgres } from './parts/postgres.mjs';
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

const postgres = await startPostgres();
const found = asked.servers.split(',').map((servers) => ({ servers: Number(servers), rounds: [] }));
for (let round = 0; round < Number(asked.rounds); round++) {
  const commits = await pgbench(postgres.url, { clients, seconds });
  for (const { servers, rounds } of found) rounds.push({ commits, ...(await measured(servers)) });
}
await postgres.stop();
const rows = found.map(rowOf);
console.log(asked.json ? JSON.stringify(rows, null, 2) : shown(rows));

async function measured(count) {
  const servers = [];
  for (let n = 0; n < count; n++) servers.push(await startServer({ DATABASE_URL: postgres.url }));
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
  const micros = (cpu) => (1e6 * cpu) / answers;
  const used = metered.servers + metered.postgres + clientCpuSeconds;
  return {
    perSecond,
    p99,
    server: micros(metered.servers),
    postgres: micros(metered.postgres),
    clients: micros(clientCpuSeconds),
    busy: used / seconds / cpus().length,
  };
}

function rowOf({ servers, rounds }) {
  const middle = (what) => median(rounds.map(what));
  const single = found.find((each) => each.servers === 1)?.rounds;
  return {
    servers,
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
  const lines = rows.map(({ servers, actionsPerSecond, toOneServer, ratio, p99, micros, busy }) => [
    servers,
    thousands(actionsPerSecond),
    toOneServer?.toFixed(2) ?? '–',
    ratio.toFixed(2),
    p99,
    ...[micros.server, micros.postgres, micros.clients],
    `${Math.round(100 * busy)} %`,
  ]);
  const [{ micros }] = rows;
  const first = micros.server > micros.postgres ? 'a server, which is one thread' : 'PostgreSQL';
  const times = (micros.server / micros.postgres).toFixed(1);
  return [
    tableOf(head, lines),
    `${cpus().length} processors for all. Used up first: ${first}; for each processor that works in PostgreSQL ${times} do in servers.`,
  ].join('\n\n');
}
