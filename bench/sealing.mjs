// Measures the CPU and disk cost of sealing, which encrypts secrets in the database. Alternates between a server with
// SECRETS_KEY and one without, on one PostgreSQL. `ratio`: the value with the key, divided by that without it. Results
// are medians over the rounds. npm run bench -- sealing [--rounds 5] [--seconds 3] [--clients 64] [--json]
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { openPostgres } from '../dist/src/store/postgres.js';
import { newMasterKey } from '../dist/src/store/sealing/keys.js';
import { MasterKey, Sealer, Seals } from '../dist/src/store/sealing/secrets.js';
import { median, tableOf } from './parts/figures.mjs';
import { load } from './parts/load.mjs';
import { connected, startPostgres } from './parts/postgres.mjs';
import { startServer } from './parts/server.mjs';

const { values: asked } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    clients: { type: 'string', default: '64' },
    json: { type: 'boolean', default: false },
  },
});
const LOGS_READ = 100;
const TIMES = 20_000;
const EVENT = { kind: 'action', seat: 0, action: { type: 'rollDie', die: 'd6' }, draws: [3], at: new Date() };

const key = newMasterKey();
const postgres = await startPostgres();
const sides = [await side('plain', null), await side('sealed', key)];
const rows = [];
const actions = await inTurn(action);
rows.push(rowOf('action: CPU of the server', 'µs', actions, 'server'));
rows.push(rowOf('action: CPU of PostgreSQL', 'µs', actions, 'postgres'));
for (const { server } of sides) await server.stop();
rows.push(rowOf('event stored: table and index', 'bytes', [await both(stored)], 'bytes'));
rows.push(rowOf('event read: CPU of the reader', 'µs', await inTurn(read), 'micros'));
await postgres.stop();
const alone = sealingAlone();
console.log(asked.json ? JSON.stringify({ rows, alone }, null, 2) : shown());

async function side(name, secretsKey) {
  await connected(postgres.url, (client) => client.query(`create database ${name}`));
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  const settings = secretsKey === null ? {} : { SECRETS_KEY: secretsKey };
  const server = await startServer({ DATABASE_URL: url.href, ...settings });
  return { name, url: url.href, keys: secretsKey === null ? [] : [new MasterKey(secretsKey)], server };
}

async function inTurn(measure) {
  const rounds = [];
  for (let round = 0; round < Number(asked.rounds); round++) {
    rounds.push(await both(measure, round % 2 === 0 ? sides : sides.toReversed()));
  }
  return rounds;
}

async function both(measure, order = sides) {
  const found = {};
  for (const each of order) found[each.name] = await measure(each);
  return found;
}

async function action({ server }) {
  const meters = { server: server.cpuSeconds, postgres: postgres.cpuSeconds };
  const work = { kind: 'act', ports: [server.port] };
  const { answers, metered } = await load(work, {
    clients: Number(asked.clients),
    seconds: Number(asked.seconds),
    meters,
  });
  return { server: (1e6 * metered.server) / answers, postgres: (1e6 * metered.postgres) / answers };
}

function stored({ url }) {
  return connected(url, async (client) => {
    await client.query('vacuum full game_event');
    const { rows } = await client.query(
      `select sum(pg_total_relation_size(relid))::float8 / (select count(*) from game_event) as bytes
       from pg_partition_tree('game_event')`,
    );
    return rows[0];
  });
}

async function read({ url, keys }) {
  const ids = await connected(url, async (client) => {
    const { rows } = await client.query('select id from game order by version desc limit $1', [LOGS_READ]);
    return rows.map(({ id }) => id);
  });
  const store = await openPostgres({ url, keys });
  await store.log.events(ids[0], 0);
  const before = process.cpuUsage();
  let events = 0;
  for (const id of ids) events += (await store.log.events(id, 0)).length;
  const { user, system } = process.cpuUsage(before);
  await store.close();
  return { micros: (user + system) / events };
}

function rowOf(what, unit, rounds, name) {
  const plain = median(rounds.map((round) => round.plain[name]));
  const sealed = median(rounds.map((round) => round.sealed[name]));
  return { what, unit, plain, sealed, ratio: median(rounds.map((round) => round.sealed[name] / round.plain[name])) };
}

/** Returns CPU µs for each operation. */
function sealingAlone() {
  const seals = new Seals(new Sealer([new MasterKey(key)]));
  const event = { ...EVENT, gameId: randomUUID(), version: 7 };
  const sealed = { ...event, ...seals.seal('game_event', event) };
  const ids = Array.from({ length: TIMES }, () => randomUUID());
  const first = (i) => seals.seal('game_event', { ...event, gameId: ids[i] });
  return {
    'seal an event': microsOf(() => seals.seal('game_event', event)),
    'open an event': microsOf(() => seals.open('game_event', sealed)),
    'seal the first event of a game, with its data key': microsOf(first),
  };
}

function microsOf(work) {
  for (let i = 0; i < TIMES / 10; i++) work(i);
  const before = process.cpuUsage();
  for (let i = 0; i < TIMES; i++) work(i);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / TIMES;
}

function shown() {
  const lines = rows.map(({ what, unit, plain, sealed, ratio }) => [
    what,
    unit,
    plain.toFixed(1),
    sealed.toFixed(1),
    ratio.toFixed(2),
  ]);
  const table = tableOf(['what', 'in', 'plain', 'sealed', 'ratio'], lines);
  const singles = tableOf(
    ['alone', 'CPU µs'],
    Object.entries(alone).map(([what, micros]) => [what, micros.toFixed(1)]),
  );
  return `${table}\n\n${singles}\n\n${asked.clients} clients, PostgreSQL ${postgres.version}, Node ${process.versions.node}`;
}
