// How many actions a second are stored for good and answered with the new state, over HTTP.
//
//   npm run bench:actions [-- --clients 1,8,64,256] [--rounds 3] [--seconds 5] [--database postgres,embedded]
//                            [--profile <folder>] [--json]
//
// One server (the build, in a process of its own) and one PostgreSQL with fsync on, on this machine. Each client plays
// hot-seat games in turn on a connection of its own: it chooses from `legalActions` of the last answer, sends the action
// with `expectedVersion`, and waits for the answer. In every round, right before, as many clients of pgbench on the same
// PostgreSQL insert one row in each transaction: what the disk and the machine give at that moment. `ratio` is the median
// over the rounds of actions a second per such commit; everything else is that of the median round too.
// All of them, clients included, share the processors. The embedded database is measured against the same PostgreSQL.
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { median, tableOf, thousands } from './parts/figures.mjs';
import { load } from './parts/load.mjs';
import { pgbench, startPostgres } from './parts/postgres.mjs';
import { startServer } from './parts/server.mjs';

const GOAL = { ratio: 1, p99: 50, clients: [64, 256] };

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
const rows = [];
for (const database of asked.database.split(',')) {
  const folder = mkdtempSync(join(tmpdir(), 'croupier-bench-'));
  const settings = database === 'postgres' ? { DATABASE_URL: postgres.url } : { DATA_DIR: folder };
  const server = await startServer(settings, asked.profile);
  for (const clients of asked.clients.split(',').map(Number)) {
    const rounds = [];
    for (let round = 0; round < Number(asked.rounds); round++) {
      rounds.push(await measured({ server, database, clients }));
    }
    rows.push(middle(rounds));
  }
  await server.stop();
  rmSync(folder, { recursive: true });
}
await postgres.stop();
console.log(asked.json ? JSON.stringify(rows, null, 2) : shown(rows));

async function measured({ server, database, clients }) {
  const commits = await pgbench(postgres.url, { clients, seconds });
  const meters = { server: server.cpuSeconds, postgres: postgres.cpuSeconds };
  const { perSecond, answers, p50, p99, clientCpuSeconds, metered } = await load(
    { kind: 'act', ports: [server.port] },
    { clients, seconds, meters },
  );
  const micros = (cpu) => Math.round((1e6 * cpu) / answers);
  return {
    database,
    clients,
    actionsPerSecond: Math.round(perSecond),
    p50: Number(p50.toFixed(2)),
    p99: Number(p99.toFixed(2)),
    commitsPerSecond: Math.round(commits),
    ratio: Number((perSecond / commits).toFixed(2)),
    microsPerAction: {
      server: micros(metered.server),
      postgres: database === 'postgres' ? micros(metered.postgres) : 0,
      clients: micros(clientCpuSeconds),
    },
  };
}

/** The round of the median ratio. */
function middle(rounds) {
  const sorted = rounds.toSorted((one, other) => one.ratio - other.ratio);
  return { ...sorted[(sorted.length - 1) >> 1], ratio: median(rounds.map(({ ratio }) => ratio)) };
}

function shown(rows) {
  const head = ['database', 'clients', 'actions/s', 'p50 ms', 'p99 ms', 'pgbench/s', 'ratio', 'CPU µs/action: server'];
  const lines = rows.map(
    ({ database, clients, actionsPerSecond, p50, p99, commitsPerSecond, ratio, microsPerAction }) => [
      database,
      clients,
      thousands(actionsPerSecond),
      p50,
      p99,
      thousands(commitsPerSecond),
      ratio.toFixed(2),
      microsPerAction.server,
      microsPerAction.postgres,
      microsPerAction.clients,
      verdict({ clients, ratio, p99 }),
    ],
  );
  const table = tableOf([...head, 'PostgreSQL', 'clients', 'goal'], lines);
  return `${table}\n\nPostgreSQL ${postgres.version}, Node ${process.versions.node}, ${cpus().length} processors`;
}

function verdict({ clients, ratio, p99 }) {
  if (!GOAL.clients.includes(clients)) return '';
  return ratio >= GOAL.ratio && p99 < GOAL.p99 ? 'reached' : 'missed';
}
