// A process with several clients, started by load.mjs. It reports that it is ready, sends requests for the given time,
// and reports the results.
import { Connection } from './connection.mjs';
import { PlayedGame, register } from './game.mjs';

const GAMES_OF_EACH = 4;
const { ports, crew, clients, kind, request } = JSON.parse(process.argv[2]);

const steps = await Promise.all(Array.from({ length: clients }, (_, client) => stepsOf(client)));
process.on('disconnect', () => process.exit(1));
process.once('message', ({ from, to }) => void work(from, to));
process.send({ kind: 'ready' });

async function work(from, to) {
  const latencies = [];
  let before = process.cpuUsage();
  setTimeout(() => {
    before = process.cpuUsage();
  }, from - Date.now());
  await Promise.all(steps.map((step) => repeat(step, from, to, latencies)));
  const { user, system } = process.cpuUsage(before);
  process.send({ kind: 'report', latencies: Float64Array.from(latencies), cpuSeconds: (user + system) / 1e6 }, () =>
    process.exit(0),
  );
}

async function repeat(step, from, to, latencies) {
  const origin = performance.timeOrigin;
  for (let now = performance.now(); now + origin < to; ) {
    await step();
    const start = now;
    now = performance.now();
    if (now + origin >= from && now + origin < to) latencies.push(now - start);
  }
}

async function stepsOf(client) {
  const connection = new Connection(ports[(crew + client) % ports.length]);
  if (kind === 'repeat') return () => repeated(connection);
  const token = await register(connection);
  const seed = 10_000 * crew + client;
  const games = [];
  for (let n = 0; n < GAMES_OF_EACH; n++) games.push(await PlayedGame.create(connection, token, 100 * seed + n));
  let turn = 0;
  return async () => {
    const place = turn++ % games.length;
    if (games[place].isOver) games[place] = await PlayedGame.create(connection, token, 100 * seed + turn);
    await games[place].act();
  };
}

async function repeated(connection) {
  const { status } = await connection.send(request.text);
  if (status !== request.status) throw new Error(`answered with ${status}`);
}
