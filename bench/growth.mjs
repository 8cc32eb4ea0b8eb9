// Whether games slow down or the server grows over time: npm run bench -- growth [--versions 10,1000,10000] [--rounds
// 10] [--samples 20] [--starts 5] [--games 5000] [--live 500] [--passes 3] [--clients 32] [--json]
// Measures latency in a long game at each version, the first request after a restart, and requests to more games than
// the server keeps in memory (`--live`). A large service is like `--games 100000 --live 10000`.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Connection, written } from './parts/connection.mjs';
import { median, tableOf, thousands } from './parts/figures.mjs';
import { LONG_GAME, PlayedGame, register, registerFor } from './parts/game.mjs';
import { startPostgres } from './parts/postgres.mjs';
import { startServer } from './parts/server.mjs';

const GOALS = { ratio: 1.2, firstTouchMs: 150, bytes: 1e9 };
const DEFAULT_LIVE = 10_000;
const SHORT = 20;
const THREE_SEATS = { seats: 3 };

const { values: asked } = parseArgs({
  options: {
    versions: { type: 'string', default: '10,1000,10000' },
    rounds: { type: 'string', default: '10' },
    samples: { type: 'string', default: '20' },
    starts: { type: 'string', default: '5' },
    games: { type: 'string', default: '5000' },
    live: { type: 'string', default: '500' },
    passes: { type: 'string', default: '3' },
    clients: { type: 'string', default: '32' },
    json: { type: 'boolean', default: false },
  },
});
const [rounds, samples, starts, games, live, passes, clients] = [
  ...['rounds', 'samples', 'starts', 'games', 'live', 'passes', 'clients'],
].map((name) => Number(asked[name]));
const versions = asked.versions.split(',').map(Number);

const postgres = await startPostgres();
const { latencies, longest, token } = await latenciesByVersion();
const firstTouch = await firstTouches(longest, token);
const memory = await memoryOfGames();
await postgres.stop();
const result = { latencies, firstTouch, memory };
console.log(asked.json ? JSON.stringify(result, null, 2) : shown(result));

async function latenciesByVersion() {
  const server = await startServer({ DATABASE_URL: postgres.url });
  const connection = new Connection(server.port);
  const token = await register(connection);
  const found = versions.map((version) => ({ version, act: [], read: [] }));
  const long = versions.map(() => null);
  let seed = 0;
  for (let round = 0; round < rounds; round++) {
    for (const [i, { version, act, read }] of found.entries()) {
      const kept = version > SHORT ? long[i] : null;
      const game = kept ?? (await gameAt(connection, token, seed++, version));
      if (version > SHORT) long[i] = game;
      for (let n = 0; n < samples; n++) {
        act.push(await timed(() => game.act()));
        read.push(await timed(() => connection.send(written('GET', game.path, { token }))));
      }
    }
  }
  const longest = long.at(-1)?.state ?? null;
  connection.close();
  await server.stop();
  const [{ act, read }] = found;
  const row = (each) => ({
    version: each.version,
    actMs: median(each.act),
    readMs: median(each.read),
    actRatio: median(each.act) / median(act),
    readRatio: median(each.read) / median(read),
  });
  return { latencies: found.map(row), longest, token };
}

async function gameAt(connection, token, seed, version) {
  for (let tries = 0; ; tries++) {
    const game = await PlayedGame.create(connection, token, seed + 1000 * tries, THREE_SEATS);
    while (game.state.version < version && !game.isOver) await game.act();
    if (!game.isOver) return game;
    if (tries === 20) throw new Error(`${LONG_GAME.ruleset} does not reach version ${version}`);
  }
}

async function firstTouches(longest, token) {
  const short = [];
  const long = [];
  for (let start = 0; start < starts; start++) {
    const server = await startServer({ DATABASE_URL: postgres.url });
    const connection = new Connection(server.port);
    const { state } = await gameAt(connection, await register(connection), 5000 + start, 10);
    await server.stop();
    const next = await startServer({ DATABASE_URL: postgres.url });
    const again = new Connection(next.port);
    short.push(await timed(() => again.json(written('GET', `/v1/games/${state.id}`), 200)));
    long.push(await timed(() => again.json(written('GET', `/v1/games/${longest.id}`, { token }), 200)));
    again.close();
    await next.stop();
  }
  return { version: longest.version, ms: median(long), ofShortGameMs: median(short) };
}

async function memoryOfGames() {
  const one = await playedInTurn(1);
  const many = await playedInTurn(live);
  const perGame = (many.heap - one.heap) / (many.live - one.live);
  return {
    games,
    live: many.live,
    bound: live,
    peakBytes: many.peak,
    bytesPerLiveGame: perGame,
    extrapolatedBytes: live === DEFAULT_LIVE ? null : many.peak + perGame * (DEFAULT_LIVE - live),
  };
}

async function playedInTurn(bound) {
  const server = await startServer({ DATABASE_URL: postgres.url, LIVE_GAMES: String(bound) });
  const connections = Array.from({ length: clients }, () => new Connection(server.port));
  const tokens = await registerFor(games, connections[0]);
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, server.residentBytes());
  }, 50);
  const tables = await Promise.all(
    connections.map(async (connection, client) => {
      const mine = [];
      for (let n = client; n < games; n += clients) {
        mine.push(await PlayedGame.create(connection, tokens[n % tokens.length], 10_000 + n));
      }
      return mine;
    }),
  );
  for (let pass = 0; pass < passes; pass++) {
    await Promise.all(
      tables.map(async (mine) => {
        for (const game of mine) await game.act();
      }),
    );
  }
  clearInterval(watch);
  const used = await measureOf(server, connections[0]);
  for (const connection of connections) connection.close();
  await server.stop();
  return { ...used, peak };
}

async function measureOf(server, connection) {
  server.collectGarbage();
  await sleep(500);
  const { body } = await connection.send(written('GET', '/metrics'));
  const read = (name) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(body)?.[1]);
  return { heap: read('nodejs_heap_size_used_bytes'), live: read('croupier_live_games') };
}

async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function shown({ latencies, firstTouch, memory }) {
  const head = ['version', 'action ms', 'ratio', 'getState ms', 'ratio', 'goal'];
  const lines = latencies.map(({ version, actMs, actRatio, readMs, readRatio }) => [
    thousands(version),
    actMs.toFixed(2),
    actRatio.toFixed(2),
    readMs.toFixed(2),
    readRatio.toFixed(2),
    verdict(Math.max(actRatio, readRatio) <= GOALS.ratio),
  ]);
  const { version, ms, ofShortGameMs } = firstTouch;
  const { bound, peakBytes, bytesPerLiveGame, extrapolatedBytes } = memory;
  const bytes = extrapolatedBytes ?? peakBytes;
  return [
    tableOf(head, lines),
    `first touch after a start, ${thousands(version)} events: ${ms.toFixed(0)} ms (${ofShortGameMs.toFixed(0)} ms for 10, asked before it): ${verdict(ms < GOALS.firstTouchMs)}`,
    `${thousands(memory.games)} games in turn, at most ${thousands(bound)} in memory: ${thousands(memory.live)} were, ` +
      `${(bytesPerLiveGame / 1024).toFixed(1)} KiB each, ${thousands(peakBytes / 1e6)} MB in all`,
    `100,000 games, ${thousands(DEFAULT_LIVE)} in memory: ${thousands(bytes / 1e6)} MB${extrapolatedBytes === null ? '' : ' (extrapolated)'}: ${verdict(bytes < GOALS.bytes)}`,
  ].join('\n\n');
}

function verdict(reached) {
  return reached ? 'reached' : 'missed';
}
