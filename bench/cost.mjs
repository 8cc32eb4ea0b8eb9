// Measures the server's CPU time per call, as a multiple of a bare Fastify route: npm run bench -- cost [--rounds 8]
// [--check] [--json]
// Calls to the server and the route alternate, so other load affects both. `--check` fails above the limits below,
// which are a third above the measured values.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Connection, written } from './parts/connection.mjs';
import { tableOf } from './parts/figures.mjs';
import { LONG_GAME, PlayedGame, register } from './parts/game.mjs';
import { startPostgres } from './parts/postgres.mjs';
import { startProcess, startServer } from './parts/server.mjs';

const CALLS = {
  action: { inARow: 150, limit: 6.5 },
  'new game': { inARow: 75, limit: 7.5 },
  state: { inARow: 300, limit: 4.5 },
  'unchanged state': { inARow: 600, limit: 6.5 },
};
const WARM_UP = 4;
const NEW_GAME = { ...LONG_GAME, seats: ['me', 'me'] };
const BARE = fileURLToPath(new URL('./parts/bare-route.mjs', import.meta.url));

const { values: asked } = parseArgs({
  options: {
    rounds: { type: 'string', default: '8' },
    check: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});

const postgres = await startPostgres();
const server = await startServer({ DATABASE_URL: postgres.url });
const connection = new Connection(server.port);
const token = await register(connection);
const rows = [];
for (const [name, { inARow, limit }] of Object.entries(CALLS)) rows.push(await measured(name, inARow, limit));
connection.close();
await server.stop();
await postgres.stop();
console.log(asked.json ? JSON.stringify(rows, null, 2) : shown());
const tooCostly = rows.filter(({ ratio, limit }) => !(ratio <= limit));
if (asked.check && tooCostly.length > 0) {
  console.error(`Above the limit: ${tooCostly.map(({ name }) => name).join(', ')}.`);
  process.exitCode = 1;
}

async function measured(name, inARow, limit) {
  const { request, took } = await callOf(name);
  const sent = request();
  const { status, head, body } = await connection.send(sent);
  took(body);
  const given = { status, type: headerIn(head, 'content-type'), etag: headerIn(head, 'etag') };
  const bare = await startProcess([BARE, JSON.stringify(given), String(body)]);
  const toBare = new Connection(bare.port);
  const used = { service: 0, bare: 0 };
  // the first rounds do not count, because code is still compiled in them
  for (let round = -WARM_UP; round < Number(asked.rounds); round++) {
    const before = { service: server.cpuSeconds(), bare: bare.cpuSeconds() };
    for (let n = 0; n < inARow; n++) {
      const text = request();
      await answerOf(toBare, text, status);
      took(await answerOf(connection, text, status));
    }
    if (round < 0) continue;
    used.service += server.cpuSeconds() - before.service;
    used.bare += bare.cpuSeconds() - before.bare;
  }
  toBare.close();
  await bare.stop();
  const micros = (seconds) => Math.round((1e6 * seconds) / (inARow * Number(asked.rounds)));
  const ratio = Number((used.service / used.bare).toFixed(1));
  return { name, service: micros(used.service), bare: micros(used.bare), ratio, limit };
}

async function callOf(name) {
  const nothing = () => {};
  if (name === 'action') {
    const game = await PlayedGame.create(connection, token, 1);
    return { request: () => game.request(), took: (body) => game.took(body) };
  }
  if (name === 'new game')
    return { request: () => written('POST', '/v1/games', { token, body: NEW_GAME }), took: nothing };
  const { state, path } = await PlayedGame.create(connection, token, 2);
  const { head } = await connection.send(written('GET', path, { token }));
  const headers = name === 'state' ? '' : `if-none-match: ${headerIn(head, 'etag')}\r\n`;
  const text = written('GET', `/v1/games/${state.id}`, { token, headers });
  return { request: () => text, took: nothing };
}

async function answerOf(to, request, status) {
  const answer = await to.send(request);
  if (answer.status !== status) throw new Error(`${answer.status} instead of ${status}: ${answer.body}`);
  return answer.body;
}

function headerIn(head, name) {
  return new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1].trim();
}

function shown() {
  const head = ['call', 'CPU µs: service', 'bare', 'ratio', 'limit'];
  return tableOf(
    head,
    rows.map(({ name, service, bare, ratio, limit }) => [name, service, bare, ratio, limit]),
  );
}
