// Compares the drivers pg and postgres on the most frequent statements: npm run bench -- drivers [--callers 1,8,64,256]
// [--rounds 5] [--seconds 2] [--json]
// The drivers alternate and send the same statements. `ratio`: rate of postgres / rate of pg, the median of rounds.
import { parseArgs } from 'node:util';
import pg from 'pg';
import connect from 'postgres';
import { Batcher, nameStatements } from '../dist/src/store/db.js';
import { appendStatement } from '../dist/src/store/event-log.js';
import { openPostgres } from '../dist/src/store/postgres.js';
import { Sealer, Seals } from '../dist/src/store/sealing/secrets.js';
import { median, tableOf, thousands } from './parts/figures.mjs';
import { startPostgres } from './parts/postgres.mjs';

const seals = new Seals(new Sealer([]));
const { appendTo, creationOf, gameRow } = await import('../test/store/rows.ts');

const { values: asked } = parseArgs({
  options: {
    callers: { type: 'string', default: '1,8,64,256' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    json: { type: 'boolean', default: false },
  },
});
const MOST_AT_ONCE = 512;
const VERSIONS = 'select id, version from game where id = any($1::uuid[])';

const server = await startPostgres();
const drivers = { pg: withPg(), postgres: withPostgres() };
const callers = asked.callers.split(',').map(Number);
const games = await createGames(Math.max(...callers));
const calls = { append: appends, version: versions };
const found = Object.keys(calls).flatMap((call) => callers.map((count) => ({ call, count, rounds: [] })));
for (const name of Object.keys(drivers)) for (const call of Object.keys(calls)) await measured(name, call, 8);
for (let round = 0; round < Number(asked.rounds); round++) {
  const names = round % 2 === 0 ? ['pg', 'postgres'] : ['postgres', 'pg'];
  for (const { call, count, rounds } of found) {
    const figures = {};
    for (const name of names) figures[name] = await measured(name, call, count);
    rounds.push(figures);
  }
}
for (const { close } of Object.values(drivers)) await close();
await server.stop();
const rows = found.map(rowOf);
console.log(asked.json ? JSON.stringify(rows, null, 2) : shown(rows));

function withPg() {
  const pool = new pg.Pool({ connectionString: server.url, keepAlive: true });
  const nameOf = nameStatements();
  return {
    send: async (text, values) => (await pool.query({ name: nameOf({ sql: text }), text, values })).rows,
    close: () => pool.end(),
  };
}

function withPostgres() {
  // by default the driver would encode JSON text as JSON once more
  const json = { to: 114, from: [114], serialize: (text) => text, parse: JSON.parse };
  const sql = connect(server.url, { max: 10, types: { json } });
  return { send: (text, values) => sql.unsafe(text, values, { prepare: true }), close: () => sql.end() };
}

async function createGames(count) {
  const store = await openPostgres({ url: server.url });
  const created = Array.from({ length: count }, () => gameRow());
  await Promise.all(created.map((game) => store.log.create(creationOf(game))));
  await store.close();
  return created;
}

async function measured(name, call, count) {
  const batcher = new Batcher({ most: MOST_AT_ONCE, mayBlameOne: () => false, send: calls[call](drivers[name].send) });
  const players = games.slice(0, count);
  const start = { at: performance.now(), cpu: process.cpuUsage(), server: server.cpuSeconds() };
  const until = start.at + 1000 * Number(asked.seconds);
  const answered = await Promise.all(players.map((game) => callUntil(until, batcher, call, game)));
  const made = answered.reduce((sum, each) => sum + each, 0);
  const { user, system } = process.cpuUsage(start.cpu);
  return {
    perSecond: (1000 * made) / (performance.now() - start.at),
    client: (user + system) / made,
    server: (1e6 * (server.cpuSeconds() - start.server)) / made,
  };
}

async function callUntil(until, batcher, call, game) {
  let calls = 0;
  for (; performance.now() < until; calls++) {
    if (call === 'version') {
      if ((await batcher.ask(game.id)) !== game.version) throw new Error('that is not the version');
    } else {
      if (!(await batcher.ask(appendTo(game, game.version)))) throw new Error('the change was not made');
      game.version++;
    }
  }
  return calls;
}

function appends(send) {
  return async (changes) => {
    const { text, values } = appendStatement(changes, seals);
    const made = new Set((await send(text, values)).map(({ nth }) => nth));
    return changes.map((_, i) => made.has(i + 1));
  };
}

function versions(send) {
  return async (ids) => {
    const found = new Map((await send(VERSIONS, [ids])).map(({ id, version }) => [id, version]));
    return ids.map((id) => found.get(id));
  };
}

function rowOf({ call, count, rounds }) {
  const middle = (name, what) => Math.round(median(rounds.map((round) => round[name][what])));
  const figuresOf = (name) => ({
    perSecond: middle(name, 'perSecond'),
    clientMicros: middle(name, 'client'),
    serverMicros: middle(name, 'server'),
  });
  const ratio = (what) => Number(median(rounds.map(({ pg, postgres }) => postgres[what] / pg[what])).toFixed(2));
  return {
    call,
    callers: count,
    pg: figuresOf('pg'),
    postgres: figuresOf('postgres'),
    ratio: ratio('perSecond'),
    clientRatio: ratio('client'),
  };
}

function shown(rows) {
  const head = [
    'call',
    'callers',
    'pg/s',
    'postgres/s',
    'ratio',
    'CPU µs: pg',
    'postgres',
    'ratio',
    'server: pg',
    'postgres',
  ];
  const lines = rows.map(({ call, callers, pg, postgres, ratio, clientRatio }) => [
    ...[call, callers, thousands(pg.perSecond), thousands(postgres.perSecond), ratio.toFixed(2)],
    ...[pg.clientMicros, postgres.clientMicros, clientRatio.toFixed(2), pg.serverMicros, postgres.serverMicros],
  ]);
  return `${tableOf(head, lines)}\n\nPostgreSQL ${server.version}, Node ${process.versions.node}`;
}
