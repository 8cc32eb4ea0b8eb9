// Measures whether a long history delays the start on the embedded database. A start ends with the answer to the first
// call, which registers a player. `first ever` also creates the database. npm run bench -- start [--events 1000000]
// [--rounds 7] [--json]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openDurable } from '../dist/src/store/embedded/durable-files.js';
import { Connection, written } from './parts/connection.mjs';
import { median, tableOf, thousands } from './parts/figures.mjs';
import { PlayedGame, register } from './parts/game.mjs';
import { startServer } from './parts/server.mjs';

const ALONE = fileURLToPath(new URL('./parts/embedded-alone.mjs', import.meta.url));
const GOAL = { ratio: 1.2, ms: 2_000, firstMs: 6_000 };
const EVENTS_OF_A_GAME = 100;

const { values: asked } = parseArgs({
  options: {
    events: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '7' },
    json: { type: 'boolean', default: false },
  },
});
const events = Number(asked.events);

const folders = { fresh: folder(), full: folder() };
const first = { ms: [await startIn(folders.fresh), await startIn(folders.full)], alone: [] };
for (const name of ['alone', 'again']) {
  folders[name] = folder();
  first.alone.push(await openAlone(folders[name]));
}
await fill(folders.full);
await startIn(folders.full); // completes work that was left when the database was filled
const times = { fresh: { ms: [], alone: [] }, full: { ms: [], alone: [] } };
for (let round = 0; round < Number(asked.rounds); round++) {
  for (const name of ['fresh', 'full']) {
    times[name].ms.push(await startIn(folders[name]));
    times[name].alone.push(await openAlone(folders[name]));
  }
}
for (const each of Object.values(folders)) rmSync(each, { recursive: true });
const result = {
  events,
  firstEver: mediansOf(first),
  fresh: mediansOf(times.fresh),
  full: mediansOf(times.full),
  ratio: Number(median(times.full.ms.map((ms, round) => ms / times.fresh.ms[round])).toFixed(2)),
};
console.log(asked.json ? JSON.stringify(result, null, 2) : shown(result));

function mediansOf({ ms, alone }) {
  return { ms: Math.round(median(ms)), aloneMs: Math.round(median(alone)) };
}

function folder() {
  return mkdtempSync(join(tmpdir(), 'croupier-bench-'));
}

/** Returns the ms until the first answer. */
async function startIn(directory) {
  const start = performance.now();
  const server = await startServer({ DATA_DIR: directory });
  const connection = new Connection(server.port);
  await register(connection);
  const ms = performance.now() - start;
  connection.close();
  await server.stop();
  return ms;
}

/** Returns the ms until the database itself answers, without the service. */
async function openAlone(directory) {
  const start = performance.now();
  const child = spawn(process.execPath, [ALONE, join(directory, 'pg')], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  const ms = performance.now() - start;
  const [code] = await ended;
  if (code !== 0) throw new Error(`the database alone ended with ${code}`);
  return ms;
}

async function fill(directory) {
  const server = await startServer({ DATA_DIR: directory });
  const connection = new Connection(server.port);
  const game = await PlayedGame.create(connection, await register(connection), 1);
  while (game.state.version < EVENTS_OF_A_GAME) await game.act();
  await connection.json(written('GET', game.path), 200);
  connection.close();
  await server.stop();
  const database = await openDurable(join(directory, 'pg'), { onLostWrite: fail, onLog: () => {} });
  const columns = await columnsOf(database);
  const copied = columns.map((name) => ({ id: 'copy.id', status: 'copy.status' })[name] ?? `game.${name}`);
  await database.exec(`
    create temporary table copy as
      select gen_random_uuid() as id, case when n % 10 = 0 then 'playing' else 'finished' end as status
      from generate_series(1, ${Math.ceil(events / EVENTS_OF_A_GAME)}) as n;
    create temporary table original as select * from game;
    insert into game (${columns}) select ${copied.map((name) => name.replace('game.', 'original.'))} from copy, original;
    insert into game_event (game_id, version, kind, seat, action, draws, at, sealed)
      select copy.id, version, kind, seat, action, draws, at, sealed from copy, game_event;
    insert into game_player (player_id, game_id, standing, unfinished, result)
      select player_id, copy.id, standing, copy.status = 'playing', result from copy, game_player`);
  for (const order of ['checkpoint', 'vacuum analyze', 'checkpoint']) await database.exec(order);
  await database.close();
}

async function columnsOf(database) {
  const { rows } = await database.query(
    `select column_name as name from information_schema.columns where table_name = 'game' and table_schema = 'public'`,
  );
  return rows.map(({ name }) => name);
}

function fail(error) {
  throw error;
}

function shown({ firstEver, fresh, full, ratio }) {
  const lineOf = (what, { ms, aloneMs }, goal) => {
    return [what, thousands(ms), thousands(aloneMs), (ms / aloneMs).toFixed(2), thousands(goal), verdict(ms <= goal)];
  };
  const rows = [
    lineOf('first ever, which makes the database', firstEver, GOAL.firstMs),
    lineOf('a folder in which little was played', fresh, GOAL.ms),
    lineOf(`one with ${thousands(events)} events`, full, GOAL.ms),
  ];
  return [
    tableOf(['start in', 'first answer ms', 'the database alone ms', 'ratio', 'goal ms', ''], rows),
    `with ${thousands(events)} events to without: ${ratio.toFixed(2)}: ${verdict(ratio <= GOAL.ratio)}`,
  ].join('\n\n');
}

function verdict(reached) {
  return reached ? 'reached' : 'missed';
}
