// Measures the memory of a server with many games over time: npm run bench -- memory [--short] [--games 100000]
// [--minutes 60] [--clients 32] [--json]. The server keeps all games in memory. Every minute it collects garbage, and
// its resident memory and heap are printed. `--short`: 2,000 games, 3 minutes.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Connection, written } from './parts/connection.mjs';
import { median, tableOf, thousands } from './parts/figures.mjs';
import { PlayedGame, registerFor } from './parts/game.mjs';
import { startPostgres } from './parts/postgres.mjs';
import { startServer } from './parts/server.mjs';

const GOAL = { megabytes: 600, games: 100_000, growth: 1.1 };
const SHORT = { games: 2_000, minutes: 3 };
const MINUTE_MS = 60_000;

const { values: asked } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    games: { type: 'string', default: String(GOAL.games) },
    minutes: { type: 'string', default: '60' },
    clients: { type: 'string', default: '32' },
    json: { type: 'boolean', default: false },
  },
});
const [clients, { games, minutes }] = [
  Number(asked.clients),
  asked.short ? SHORT : { games: Number(asked.games), minutes: Number(asked.minutes) },
];

const postgres = await startPostgres();
const server = await startServer({ DATABASE_URL: postgres.url, LIVE_GAMES: String(games) });
const connections = Array.from({ length: clients }, () => new Connection(server.port));
let actions = 0;
const rows = [await measured(0)];
const tokens = await registerFor(games, connections[0]);
const tables = await Promise.all(connections.map(begun));
rows.push(await measured(0));
const until = performance.now() + minutes * MINUTE_MS;
const playing = Promise.all(connections.map((connection, client) => playedInTurn(connection, tables[client])));
for (let minute = 1; minute <= minutes; minute++) {
  await sleep(MINUTE_MS);
  rows.push(await measured(minute));
}
await playing;
for (const connection of connections) connection.close();
await server.stop();
await postgres.stop();
console.log(asked.json ? JSON.stringify(rows, null, 2) : shown());

async function begun(connection, client) {
  const mine = [];
  for (let n = client; n < games; n += clients) mine.push(await newGame(connection, n));
  return mine;
}

function newGame(connection, n) {
  return PlayedGame.create(connection, tokens[n % tokens.length], n);
}

async function playedInTurn(connection, mine) {
  for (let turn = 0; performance.now() < until; turn++) {
    const place = turn % mine.length;
    if (mine[place].isOver) mine[place] = await newGame(connection, games + turn);
    await mine[place].act();
    actions++;
  }
}

async function measured(minute) {
  const resident = server.residentBytes();
  server.collectGarbage();
  const connection = new Connection(server.port);
  const text = String((await connection.send(written('GET', '/metrics'))).body);
  connection.close();
  const read = (name) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1]);
  const [heap, live] = [read('nodejs_heap_size_used_bytes'), read('croupier_live_games')];
  return { minute, actions, live, residentMB: Math.round(resident / 1e6), heapMB: Math.round(heap / 1e6) };
}

function shown() {
  const [, begin, ...later] = rows;
  const lines = rows.map(({ minute, actions: done, live, residentMB, heapMB }, i) => {
    return [i === 0 ? 'start' : i === 1 ? 'begun' : minute, thousands(done), thousands(live), residentMB, heapMB];
  });
  const half = Math.ceil(later.length / 2);
  const [early, late] = [later.slice(0, half), later.slice(-half)].map((part) =>
    median(part.map(({ heapMB }) => heapMB)),
  );
  const most = Math.max(begin.residentMB, ...later.map(({ residentMB }) => residentMB));
  const isWhole = games >= GOAL.games;
  return [
    tableOf(['minute', 'actions', 'games in memory', 'resident MB', 'of its heap in use'], lines),
    `at most ${most} MB with ${thousands(games)} games${isWhole ? `: ${verdict(most <= GOAL.megabytes)}` : ''}; ` +
      `heap in use in the second half by that in the first: ${(late / early).toFixed(2)}: ${verdict(late / early <= GOAL.growth)}`,
  ].join('\n\n');
}

function verdict(reached) {
  return reached ? 'reached' : 'missed';
}
