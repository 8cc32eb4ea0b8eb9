// The cost of turn lists for a player with many current games: npm run bench -- turns [--many 500] [--few 5] [--rounds
// 40] [--database postgres] [--json]
// `followed`: from an action until a stream has reported it; `act`: the action without a stream. Medians in ms.
// `ratio`: the value with many games divided by that with few.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Connection, written } from './parts/connection.mjs';
import { median, tableOf } from './parts/figures.mjs';
import { PlayedGame, register } from './parts/game.mjs';
import { startPostgres } from './parts/postgres.mjs';
import { startServer } from './parts/server.mjs';

const { values: asked } = parseArgs({
  options: {
    many: { type: 'string', default: '500' },
    few: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '40' },
    database: { type: 'string', default: 'postgres,embedded' },
    json: { type: 'boolean', default: false },
  },
});
const rounds = Number(asked.rounds);
/** calls before the measurement, so that V8 has compiled the code */
const WARM_UP = 10;
const A_PAGE = 20;
const DAY_SECONDS = 86_400;
const HOUR_SECONDS = 3_600;
/** repetitions of a call between two readings of CPU time, which counts hundredths of a second */
const AT_A_TIME = 10;

const rows = [];
for (const database of asked.database.split(',')) rows.push(...(await turnsOn(database)));
console.log(asked.json ? JSON.stringify(rows, null, 2) : shown(rows));

async function turnsOn(database) {
  const postgres = database === 'postgres' ? await startPostgres() : null;
  const folder = mkdtempSync(join(tmpdir(), 'croupier-bench-'));
  const server = await startServer(postgres ? { DATABASE_URL: postgres.url } : { DATA_DIR: folder });
  const connection = new Connection(server.port);
  const players = { few: await playerWith(Number(asked.few)), many: await playerWith(Number(asked.many)) };
  const found = [];
  const turns = '/v1/me/turns';
  found.push(await measured('listTurns, 20', ask(`${turns}?limit=${A_PAGE}`)));
  found.push(await measured('listTurns, all', ask(`${turns}?limit=500`)));
  found.push(await measured('listTurns, 20, since=looked', ask(`${turns}?limit=${A_PAGE}&since=looked`)));
  found.push(await measured('listGames, 20', ask(`/v1/games?player=me&status=playing&limit=${A_PAGE}`)));
  found.push(await measured('act', ({ game }) => game.act()));
  const streams = await Promise.all(Object.values(players).map(follow));
  found.push(await measured('act, followed', actAndHear));
  for (const stream of streams) stream.abort();
  connection.close();
  await server.stop();
  await postgres?.stop();
  rmSync(folder, { recursive: true });
  return found.map((row) => ({ database, ...row }));

  async function playerWith(games) {
    const token = await register(connection);
    let game;
    for (let nth = 0; nth < games; nth++) {
      const isActedIn = nth === games - 1; // puts this game on the first page, because the stream reports only changes there
      const clock = { perAction: isActedIn ? HOUR_SECONDS : DAY_SECONDS * (1 + (nth % 30)), onTimeout: 'random' };
      game = await PlayedGame.create(connection, token, nth, { clock });
    }
    return { token, game, heard: Promise.resolve() };
  }

  function ask(path) {
    return ({ token }) => connection.json(written('GET', path, { token }), 200);
  }

  /** `player.hear` resolves with the next list of the stream */
  async function follow(player) {
    const ended = new AbortController();
    const headers = { authorization: `Bearer ${player.token}`, accept: 'text/event-stream' };
    const url = `http://127.0.0.1:${server.port}/v1/me/turns/stream?limit=${A_PAGE}`;
    const { body } = await fetch(url, { headers, signal: ended.signal });
    let tell = () => {};
    player.hear = () => new Promise((resolve) => (tell = resolve));
    const first = player.hear();
    void (async () => {
      for await (const chunk of body) if (Buffer.from(chunk).includes('data: ')) tell();
    })().catch(() => {});
    await first;
    return ended;
  }

  async function actAndHear(player) {
    const heard = player.hear();
    await player.game.act();
    await heard;
  }

  async function measured(what, call) {
    const taken = { few: [], many: [] };
    const used = { few: 0, many: 0 };
    for (let round = -WARM_UP; round < rounds; round++) {
      for (const [name, player] of Object.entries(players)) {
        const cpu = server.cpuSeconds();
        for (let nth = 0; nth < AT_A_TIME; nth++) {
          const start = performance.now();
          await call(player);
          if (round >= 0) taken[name].push(performance.now() - start);
        }
        if (round >= 0) used[name] += server.cpuSeconds() - cpu;
      }
    }
    const cpuMs = (name) => (1000 * used[name]) / (rounds * AT_A_TIME);
    return {
      call: what,
      few: median(taken.few),
      many: median(taken.many),
      ratio: median(taken.many) / median(taken.few),
      cpuFew: cpuMs('few'),
      cpuMany: cpuMs('many'),
      cpuRatio: cpuMs('many') / cpuMs('few'),
    };
  }
}

function shown(rows) {
  return tableOf(
    ['database', 'call', `${asked.few} games, ms`, `${asked.many} games, ms`, 'ratio', 'CPU, ms', 'CPU, ms', 'ratio'],
    rows.map((row) => [
      row.database,
      row.call,
      ...[row.few, row.many, row.ratio, row.cpuFew, row.cpuMany, row.cpuRatio].map((figure) => figure.toFixed(2)),
    ]),
  );
}
