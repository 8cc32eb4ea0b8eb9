// The cost of several servers changing one game at once: npm run bench -- contention [--writers 2,4,8] [--rounds 3]
// [--seconds 5] [--json]
// Writers are services without HTTP on one PostgreSQL. `pauses`: they pause between tries, as usual; `none`: never.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { register, syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Connection } from './parts/connection.mjs';
import { median, quantile, tableOf } from './parts/figures.mjs';
import { chosenBy, PlayedGame, randomFrom, register as registerPlayer } from './parts/game.mjs';
import { startPostgres } from './parts/postgres.mjs';
import { startServer } from './parts/server.mjs';

/** A wait of at most this time is a pause between tries. Longer waits have other reasons, so `none` keeps them. */
const LONGEST_PAUSE_MS = 100;

if (process.send) await write(...process.argv.slice(2));
else await measure();

async function measure() {
  const { values: asked } = parseArgs({
    options: {
      writers: { type: 'string', default: '2,4,8' },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '5' },
      json: { type: 'boolean', default: false },
    },
  });
  const counts = asked.writers.split(',').map(Number);
  const postgres = await startPostgres();
  const rounds = Number(asked.rounds);
  const games = await createGames(postgres.url, 2 * counts.length * rounds);
  const writers = Array.from({ length: Math.max(...counts) }, (_, nth) =>
    fork(fileURLToPath(import.meta.url), [postgres.url, String(nth)]),
  );
  await Promise.all(writers.map((writer) => once(writer, 'message')));
  const found = counts.flatMap((count) => [true, false].map((pauses) => ({ count, pauses, rounds: [] })));
  for (let round = 0; round < rounds; round++) {
    for (const { count, pauses, rounds } of found) {
      const gameId = games.pop();
      const to = Date.now() + 1000 * Number(asked.seconds);
      const before = postgres.cpuSeconds();
      const reports = writers.slice(0, count).map(async (writer) => {
        writer.send({ gameId, pauses, to });
        return (await once(writer, 'message'))[0];
      });
      const all = await Promise.all(reports);
      const sum = (what) => all.reduce((total, report) => total + report[what], 0);
      const latencies = all.flatMap((report) => report.latencies);
      rounds.push({
        actionsPerSecond: latencies.length / Number(asked.seconds),
        triesPerAction: sum('tries') / latencies.length,
        gaveUp: sum('gaveUp'),
        p50: quantile(latencies, 0.5),
        p99: quantile(latencies, 0.99),
        cpuMillis: (1000 * (sum('cpuSeconds') + postgres.cpuSeconds() - before)) / latencies.length,
      });
    }
  }
  for (const writer of writers) writer.kill();
  await Promise.all(writers.map((writer) => once(writer, 'exit')));
  await postgres.stop();
  const rows = found.map(({ count, pauses, rounds }) => {
    const figures = Object.keys(rounds[0]).map((what) => [what, median(rounds.map((round) => round[what]))]);
    return { writers: count, pauses, ...Object.fromEntries(figures) };
  });
  console.log(asked.json ? JSON.stringify(rows, null, 2) : shown(rows));
}

async function createGames(url, count) {
  const server = await startServer({ DATABASE_URL: url });
  const connection = new Connection(server.port);
  const token = await registerPlayer(connection);
  const ids = [];
  while (ids.length < count) ids.push((await PlayedGame.create(connection, token, ids.length)).state.id);
  connection.close();
  await server.stop();
  return ids;
}

async function write(url, nth) {
  let pauses = true;
  const pause = timers.setTimeout;
  timers.setTimeout = async (ms, ...more) => {
    if (pauses || ms > LONGEST_PAUSE_MS) return pause(ms, ...more);
  };
  syncBuiltinESMExports();
  register('./parts/typescript-hooks.mjs', import.meta.url);
  const { House } = await import('../src/house.ts');
  const { openPostgres } = await import('../src/store/postgres.ts');
  const { submitAction } = await import('../src/games/commands/actions.ts');
  const { loadCatalogue } = await import('../rules/catalogue.ts');
  const onTrouble = (error) => console.error(error);
  const house = new House(await openPostgres({ url }), await loadCatalogue(false), {
    games: { liveGames: 10 },
    onTrouble,
  });
  await house.start();
  process.on('disconnect', () => process.exit(1));
  const random = randomFrom(Number(nth));
  process.on('message', async (run) => {
    const { gameId } = run;
    pauses = run.pauses;
    const report = { tries: 0, gaveUp: 0, latencies: [], cpuSeconds: 0 };
    const decide = (game, now) => {
      report.tries++;
      const [{ seat }] = game.decisions;
      const player = { id: game.header.createdBy };
      const action = chosenBy(random, game.header.ruleset.legalActions(game.state, seat));
      return submitAction(player, gameId, { action, seat }, null).decide(game, now, null);
    };
    const before = process.cpuUsage();
    for (let start = performance.now(); Date.now() < run.to; start = performance.now()) {
      const made = await house.gameService.commands
        .handle({ gameId, by: null, request: null, decide })
        .catch(() => null);
      if (made === null) report.gaveUp++;
      else if (!made.ok) throw new Error(JSON.stringify(made.refusal));
      else report.latencies.push(performance.now() - start);
    }
    const { user, system } = process.cpuUsage(before);
    process.send({ ...report, cpuSeconds: (user + system) / 1e6 });
  });
  process.send('ready');
}

function shown(rows) {
  const head = ['servers', 'tries', 'actions/s', 'tries/action', 'gave up', 'p50 ms', 'p99 ms', 'CPU ms/action'];
  const lines = rows.map((row) => [
    ...[row.writers, row.pauses ? 'pauses' : 'none', Math.round(row.actionsPerSecond), row.triesPerAction.toFixed(2)],
    ...[row.gaveUp, row.p50.toFixed(1), row.p99.toFixed(1), row.cpuMillis.toFixed(2)],
  ]);
  return tableOf(head, lines);
}
