// The CPU time of actions, reads and steps by part of the service: npm run bench -- profile [--seconds 8] [--least
// 0.01] [--json]. `share`: the part's share of the thread's busy time; native code counts for its caller. `µs`: that
// share of the busy time for each answer or step.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { loadCatalogue } from '../dist/rules/catalogue.js';
import { Connection, written } from './parts/connection.mjs';
import { tableOf } from './parts/figures.mjs';
import { PlayedGame, register } from './parts/game.mjs';
import { load, warm } from './parts/load.mjs';
import { randomPlay, tablesOf } from './parts/pace.mjs';
import { startPostgres } from './parts/postgres.mjs';
import { Profiler, partsOf } from './parts/profiler.mjs';
import { startServer } from './parts/server.mjs';

const BY_SIGNAL = new URL('./parts/profile-by-signal.mjs', import.meta.url);
const WRITTEN_MS = 1_000;
const FUNCTIONS = 5;
const MOVES = 30;

const { values: asked } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    least: { type: 'string', default: '0.01' },
    json: { type: 'boolean', default: false },
  },
});
const [seconds, least] = [asked.seconds, asked.least].map(Number);

const folder = mkdtempSync(join(tmpdir(), 'croupier-bench-'));
const postgres = await startPostgres();
const shared = { DATABASE_URL: postgres.url };
const profiles = [
  await served('an action, 64 clients, PostgreSQL', shared, 64, acting),
  await served('an action, 64 clients, embedded database', { DATA_DIR: join(folder, 'data') }, 64, acting),
  await served('getState, 16 clients, PostgreSQL', shared, 16, reading),
  await stepOfPascal(),
];
await postgres.stop();
rmSync(folder, { recursive: true });
console.log(asked.json ? JSON.stringify(profiles, null, 2) : profiles.map(shown).join('\n\n'));

async function acting({ port }) {
  return { kind: 'act', ports: [port] };
}

async function reading({ port }) {
  const connection = new Connection(port);
  const token = await register(connection);
  const game = await PlayedGame.create(connection, token, 1);
  for (let n = 0; n < MOVES; n++) await game.act();
  connection.close();
  return { kind: 'repeat', ports: [port], request: { text: written('GET', game.path, { token }), status: 200 } };
}

async function served(what, settings, clients, workOf) {
  const file = join(folder, 'server.cpuprofile');
  const server = await startServer({ ...settings, PROFILE: file, NODE_OPTIONS: `--import=${BY_SIGNAL.href}` });
  await warm(server);
  const work = await workOf(server);
  await load(work, { clients, seconds: 1 });
  process.kill(server.pid, 'SIGUSR1');
  const { perSecond } = await load(work, { clients, seconds });
  process.kill(server.pid, 'SIGUSR1');
  await sleep(WRITTEN_MS);
  await server.stop();
  const parts = partsOf(JSON.parse(readFileSync(file, 'utf8')));
  return { what, micros: (1e6 * parts.busy) / perSecond, ...parts };
}

async function stepOfPascal() {
  const [table] = tablesOf(await loadCatalogue(false), 'pascal');
  const play = randomPlay(table);
  play(1_000 * seconds);
  const profiler = new Profiler();
  await profiler.start();
  const rate = play(1_000 * seconds);
  return { what: 'a step of random play of Pascal', micros: 1e6 / rate, ...partsOf(await profiler.stop()) };
}

function shown({ what, micros, places, functions }) {
  const large = places.filter(([, share]) => share >= least);
  const rest = 1 - large.reduce((sum, [, share]) => sum + share, 0);
  const lines = [...large, ['all else', rest]].map(([place, share]) => [
    place,
    (micros * share).toFixed(1),
    `${(100 * share).toFixed(1)} %`,
  ]);
  const most = functions.slice(0, FUNCTIONS).map(([name, share]) => `${name} ${(100 * share).toFixed(1)} %`);
  return `${tableOf([`${what}: ${micros.toFixed(1)} µs`, 'µs', 'share'], lines)}\n\nlargest functions: ${most.join('; ')}`;
}
