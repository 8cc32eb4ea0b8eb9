// Checks whether a server with millions of stored events is as fast as one with a tenth of them: npm run bench -- lives
// [--short] [--games 200000] [--samples 50] [--clients 64] [--seconds 4] [--json]. `growth`: CPU time per call of
// server and PostgreSQL with all events, divided by the same with a tenth of the events. `rows scanned`: rows read
// without an index. The default of 13 million events takes most of an hour; `--short` has a hundredth of them.
import { parseArgs } from 'node:util';
import { openPostgres } from '../dist/src/store/postgres.js';
import { newMasterKey } from '../dist/src/store/sealing/keys.js';
import { MasterKey } from '../dist/src/store/sealing/secrets.js';
import { Connection, written } from './parts/connection.mjs';
import { median, tableOf, thousands } from './parts/figures.mjs';
import { fillWithLives, noLives, storeLongGame, storeWaitingGames } from './parts/lives.mjs';
import { load } from './parts/load.mjs';
import { connected, startPostgres } from './parts/postgres.mjs';
import { startServer } from './parts/server.mjs';

const GOAL_BYTES = 200;
const SHORT_GAMES = 2_000;
const PLAYERS = 200;
const TURNS = 500;
const LONG_EVENTS = 10_000;
const STARTS = 3;
/** tables with fewer rows are read without an index on purpose, because that is fastest */
const LARGE_TABLE = 5_000;

const { values: asked } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    games: { type: 'string', default: '200000' },
    samples: { type: 'string', default: '50' },
    clients: { type: 'string', default: '64' },
    seconds: { type: 'string', default: '4' },
    json: { type: 'boolean', default: false },
  },
});
const games = asked.short ? SHORT_GAMES : Number(asked.games);
const [samples, clients, seconds] = [asked.samples, asked.clients, asked.seconds].map(Number);

const key = newMasterKey();
const postgres = await startPostgres();
const settings = { DATABASE_URL: postgres.url, SECRETS_KEY: key };
const { players, token } = await registered();
const lives = noLives();
const busy = players[0];
let longest = '';

await filled(async (store) => {
  longest = await storeLongGame(store, lives, { events: LONG_EVENTS, players });
  await storeWaitingGames(store, lives, { count: TURNS, player: busy, players: players.slice(1) });
  await fillWithLives(store, lives, { games: games / 10, players });
});
const tenth = await measured();
await filled((store) => fillWithLives(store, lives, { games, players }));
const all = await measured();
const vacuum = await vacuumUnderLoad();
await postgres.stop();
const result = { games: lives.games, events: lives.events, tenth, all, vacuum };
console.log(asked.json ? JSON.stringify(result, null, 2) : shown(result));

async function registered() {
  const server = await startServer(settings);
  const connection = new Connection(server.port);
  const made = [];
  for (let n = 0; n < PLAYERS; n++) {
    const body = { name: `Life ${n}`, kind: 'agent' };
    made.push(await connection.json(written('POST', '/v1/players', { body }), 201));
  }
  connection.close();
  await server.stop();
  const of = ({ player: { id, name, kind } }) => ({ id, name, kind });
  return { players: made.map(of), token: made[0].token };
}

async function filled(fill) {
  const store = await openPostgres({ url: postgres.url, keys: [new MasterKey(key)] });
  await fill(store);
  await store.close();
  await connected(postgres.url, async (client) => {
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  });
}

async function measured() {
  const times = [];
  let cpu = 0;
  for (let n = 0; n < STARTS; n++) {
    const [from, before] = [performance.now(), postgres.cpuSeconds()];
    const server = await startServer(settings);
    await new Connection(server.port).json(written('GET', '/readyz'), 200);
    times.push(performance.now() - from);
    cpu += server.cpuSeconds() + postgres.cpuSeconds() - before;
    await server.stop();
  }
  const starts = { ms: median(times), cpuMs: (1000 * cpu) / STARTS };
  await connected(postgres.url, (client) => client.query('select pg_stat_reset()'));
  const server = await startServer(settings);
  const connection = new Connection(server.port);
  await connection.json(written('GET', '/v1/rulesets'), 200);
  const calls = { start: starts, ...(await callsTo(server, connection)) };
  connection.close();
  await server.stop(); // connections report what they have read only when they are closed
  return { events: lives.events, calls, scans: await scanned(), bytes: await sizes() };
}

/** Times each call several times. `first touch of a game` takes a new game each time: the server caches games. */
async function callsTo(server, connection) {
  const used = () => server.cpuSeconds() + postgres.cpuSeconds();
  const unfinished = lives.unfinished.toSorted(() => Math.random() - 0.5);
  const of = async (times, pathOf) => {
    const found = [];
    const before = used();
    for (let n = 0; n < times; n++) {
      const request = written('GET', pathOf(n), { token });
      const from = performance.now();
      await connection.json(request, 200);
      found.push(performance.now() - from);
    }
    return { ms: median(found), cpuMs: (1000 * (used() - before)) / times };
  };
  const always = (path) => of(samples, () => path);
  return {
    'first touch of a game': await of(samples, (n) => `/v1/games/${unfinished[n % unfinished.length]}`),
    'first touch of 10,000 events': await of(1, () => `/v1/games/${longest}`),
    'transcript of 10,000 events': await of(1, () => `/v1/games/${longest}/transcript`),
    'newest games': await always('/v1/games'),
    'games in the middle': await always(`/v1/games?cursor=${unfinished[0]}`),
    'games with open seats': await always('/v1/games?openSeats=true'),
    'unfinished games of a ruleset': await always('/v1/games?status=playing&ruleset=folly-and-fortune'),
    'aborted games': await always('/v1/games?status=aborted'),
    'games of a ruleset without any': await always('/v1/games?ruleset=pascal'),
    'games of a player': await always(`/v1/games?player=${players[1].id}`),
    'open games of a player': await always(`/v1/games?player=${players[1].id}&status=open`),
    'turns of a player with 500': await always('/v1/me/turns?limit=500'),
    'record of a player': await always(`/v1/players/${players[1].id}/record`),
  };
}

async function scanned() {
  return connected(postgres.url, async (client) => {
    const { rows } = await client.query(
      `select pg_class.relname as table, seq_tup_read::float8 as rows from pg_stat_user_tables as used
       join pg_class on pg_class.oid = used.relid where reltuples > $1 and seq_tup_read > 0`,
      [LARGE_TABLE],
    );
    return rows;
  });
}

async function sizes() {
  return connected(postgres.url, async (client) => {
    const { rows } = await client.query(
      `with log as (
         select sum(pg_relation_size(relid))::float8 as heap, sum(pg_total_relation_size(relid))::float8 as event
         from pg_partition_tree('game_event')
       ), events as (select count(*) as number from game_event)
       select heap / number as heap, event / number as event, pg_database_size(current_database())::float8 / number as database
       from log, events`,
    );
    return rows[0];
  });
}

async function vacuumUnderLoad() {
  const server = await startServer(settings);
  const work = { kind: 'act', ports: [server.port] };
  const quiet = await load(work, { clients, seconds });
  let going = true;
  const vacuuming = connected(postgres.url, async (client) => {
    let rounds = 0;
    for (; going; rounds++) await client.query('vacuum (analyze, index_cleanup on) game, game_event, game_player');
    return rounds;
  });
  const beside = await load(work, { clients, seconds });
  going = false;
  const rounds = await vacuuming;
  await server.stop();
  return { rounds, p99: { quiet: quiet.p99, beside: beside.p99 }, rate: beside.perSecond / quiet.perSecond };
}

function shown() {
  const lines = Object.entries(all.calls).map(([name, { ms, cpuMs }]) => {
    const before = tenth.calls[name].cpuMs;
    return [name, ms.toFixed(1), before.toFixed(1), cpuMs.toFixed(1), (cpuMs / before).toFixed(2)];
  });
  const { bytes } = all;
  const scans = all.scans.map(({ table, rows }) => `${thousands(rows)} of ${table}`).join(', ');
  const { rounds, p99, rate } = vacuum;
  return [
    tableOf(
      ['what', 'ms', `CPU ms with ${thousands(tenth.events)} events`, `with ${thousands(all.events)}`, 'growth'],
      lines,
    ),
    `rows scanned: ${scans || 'none'}`,
    `an event on the disk: ${bytes.event.toFixed(0)} bytes, of which its indexes ${(bytes.event - bytes.heap).toFixed(0)} (${tenth.bytes.event.toFixed(0)} with a tenth): ` +
      `${bytes.event <= GOAL_BYTES ? 'reached' : 'missed'}; all else of the database with it: ${bytes.database.toFixed(0)}`,
    `vacuum beside ${clients} clients (${rounds} rounds): p99 ${p99.quiet.toFixed(0)} ms without, ${p99.beside.toFixed(0)} ms with it; ${rate.toFixed(2)} of the actions`,
  ].join('\n\n');
}
