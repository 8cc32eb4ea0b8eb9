// Lists the files that a warm request runs: `npm run check -- trace submitAction`, or another of MOST_FILES. Counts
// files in which V8 saw a named function run: before the route's handler, up to the stored row, and up to the answer.
// `--check` fails above the limits below. DATABASE_URL selects a PostgreSQL. Not counted: `rules`, `generated`,
// `store/embedded`, the operation's handler, hooks of all calls, and unnamed functions.
import { subscribe } from 'node:diagnostics_channel';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { Session } from 'node:inspector';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { compileInto } from './build/compile.mjs';

// How many source files may run until the row is stored (`toRow`) and until the answer is sent (`toAnswer`). Raise a
// number only on purpose. `before` has both numbers at commit 96ca843.
const MOST_FILES = {
  submitAction: { toRow: 10, toAnswer: 22, before: [12, 21] },
  getState: { toRow: 7, toAnswer: 7, before: [8, 8] },
  createGame: { toRow: 11, toAnswer: 22, before: [12, 22] },
  planActs: { toRow: 13, toAnswer: 24, before: [22, 29] },
  pairRound: { toRow: 27, toAnswer: 27, before: [45, 46] },
};
const REPEATS = 5;
const WARM_UPS = 20;
/** This build has one file for each source, unlike `dist`. */
const DIST = fileURLToPath(new URL('../dist-traced/', import.meta.url));
const HANDLERS = /^src\/http\/(resources\/.*|server\/operation)\.js handler?$/;
const HOOKS = /^src\/http\/(hooks\/|readiness)/;
const LEFT_OUT = /^(rules|src\/generated|src\/store\/embedded)\//;

const args = process.argv.slice(2);
const check = args.includes('--check');
const asked = args.filter((arg) => arg !== '--check');
for (const name of asked) {
  if (name in MOST_FILES) continue;
  console.error(`trace knows ${Object.keys(MOST_FILES).join(', ')}, not ${name}`);
  process.exit(2);
}

const OF_SERVICE = ['rules/catalogue', 'src/house', 'src/http/app', 'src/http/limits', 'src/http/readiness'];
const OF_STORE = ['src/store/embedded/embedded', 'src/store/embedded/worker', 'src/store/postgres'];
rmSync(DIST, { recursive: true, force: true });
await compileInto(DIST, [...OF_SERVICE, ...OF_STORE, 'src/games/search/worker'], { asModules: true });
const PREPARED = 'src/store/embedded/prepared-database.gz';
cpSync(new URL(`../dist/${PREPARED}`, import.meta.url), join(DIST, PREPARED));
const compiled = (name) => import(join(DIST, `${name}.js`));
const { loadCatalogue } = await compiled('rules/catalogue');
const { DEFAULT_CAPS } = await compiled('src/games/model/caps');
const { House } = await compiled('src/house');
const { buildApp } = await compiled('src/http/app');
const { NO_LIMITS } = await compiled('src/http/limits');
const { Readiness } = await compiled('src/http/readiness');
const { openEmbedded } = await compiled('src/store/embedded/embedded');
const { openPostgres } = await compiled('src/store/postgres');

const v8 = new Session();
v8.connect();
v8.post('Profiler.enable');
v8.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

function filesRun() {
  let files = [];
  v8.post('Profiler.takePreciseCoverage', (error, { result }) => {
    if (error) throw error;
    files = result
      .filter(({ url }) => url.startsWith('file:') && fileURLToPath(url).startsWith(DIST))
      .map(({ url, functions }) => ({ file: relative(DIST, fileURLToPath(url)), functions }))
      .filter(({ file, functions }) =>
        functions.some(
          ({ functionName: name, ranges }) => name !== '' && !HANDLERS.test(`${file} ${name}`) && ranges[0].count > 0,
        ),
      )
      .map(({ file }) => file)
      .filter((file) => !LEFT_OUT.test(file));
  });
  return files.sort();
}

const directory = mkdtempSync(join(tmpdir(), 'croupier-trace-'));
const store = process.env.DATABASE_URL
  ? await openPostgres({ url: process.env.DATABASE_URL, poolSize: 4, onConnectionLost: () => {} })
  : await openEmbedded({ directory, onFailure: (error) => console.error(error) });
const { url, stages, pairing, close } = await serve(store);
const headers = {};

const registration = await call('POST', '/v1/players', { name: 'Trace', kind: 'agent' });
headers.authorization = `Bearer ${registration.token}`;
const { token, player } = await call('POST', '/v1/players', { name: 'Other', kind: 'agent' });
const other = { id: player.id, headers: { authorization: `Bearer ${token}` } };
const NEW_GAME = { ruleset: 'pascals-ruin', seats: ['me', 'me'], seed: 'first game' };
const CUP = {
  name: 'Traced',
  ruleset: 'pascals-ruin',
  format: 'swiss',
  rounds: 1,
  clock: { perAction: 3600, onTimeout: 'random' },
};
let gameToRead = null;

const requests = {
  createGame: () => call('POST', '/v1/games', NEW_GAME),
  // measures the first roll of a game, after which the same seat must decide again
  submitAction: async () => {
    const game = await call('POST', '/v1/games', NEW_GAME);
    stages.length = 0;
    filesRun();
    const key = { 'idempotency-key': game.id };
    await call(
      'POST',
      `/v1/games/${game.id}/actions`,
      { action: { type: game.choices[0].type, die: game.choices[0].die[0] }, expectedVersion: game.version },
      key,
    );
  },
  getState: async () => {
    gameToRead ??= await call('POST', '/v1/games', NEW_GAME);
    stages.length = 0;
    filesRun();
    await call('GET', `/v1/games/${gameToRead.id}`);
  },
  // the third action opens a decision of the other seat, which has a plan
  planActs: async () => {
    const game = await call('POST', '/v1/games', { ...NEW_GAME, seats: ['me', { player: other.id }], seed: 'plans' });
    const path = `/v1/games/${game.id}`;
    const { version: expectedVersion } = await call('POST', `${path}/seats`, {}, other.headers);
    const branches = [{ when: [{ view: '/phase', is: 'challenge' }], do: { type: 'declineChallenge' } }];
    await call('PUT', `${path}/plan`, { expectedVersion, branches, unmatched: 'wait' }, other.headers);
    const roll = { action: { type: 'rollDie', die: 'd20' } };
    for (const each of [roll, { action: { type: 'takeChain' } }]) await call('POST', `${path}/actions`, each);
    stages.length = 0;
    filesRun();
    const { appliedVersion, version } = await call('POST', `${path}/actions`, roll, { 'idempotency-key': game.id });
    if (version === appliedVersion) throw new Error('the plan has not acted');
  },
  pairRound: async () => {
    const { id } = await call('POST', '/v1/competitions', CUP);
    for (const by of [headers, other.headers]) await call('POST', `/v1/competitions/${id}/entries`, {}, by);
    await call('POST', `/v1/competitions/${id}/start`, {});
    stages.length = 0;
    filesRun();
    stages.push([]);
    await pairing(async () => {
      // waits until all games are dealt; otherwise the next trace would include the dealing
      for (let dealt = false; !dealt; await sleep(10)) {
        const { games } = await call('GET', `/v1/competitions/${id}/games`);
        dealt = games[0]?.gameId !== undefined && games[0].gameId !== null;
      }
    });
  },
};

let tooMany = false;
for (const name of asked.length > 0 ? asked : Object.keys(MOST_FILES)) {
  for (let i = 0; i < WARM_UPS; i++) await requests[name]();
  const [before, middle, after] = await always(requests[name]);
  const whole = [...new Set([...middle, ...after])].filter((file) => !HOOKS.test(file));
  const {
    toRow,
    toAnswer,
    before: [rowBefore, answerBefore],
  } = MOST_FILES[name];
  const to = name === 'getState' ? 'what it answers' : 'the stored row';
  console.log(
    `${name}: ${middle.length} files to ${to}, ${whole.length} to the answer (${rowBefore} and ${answerBefore} at 96ca843)`,
  );
  for (const file of middle) console.log(`  ${file}`);
  console.log(`  before the route: ${before.join(', ')}`);
  console.log(`  after it: ${after.join(', ')}\n`);
  if (middle.length > toRow || whole.length > toAnswer) {
    console.error(`${name} may pass ${toRow} files to ${to} and ${toAnswer} to the answer`);
    tooMany = true;
  }
}
await close();
rmSync(directory, { recursive: true, force: true });
process.exit(check && tooMany ? 1 : 0);

/** Returns for each stage the files that ran in every repetition, which leaves out files that timers run. */
async function always(request) {
  const traces = [];
  for (let i = 0; i < REPEATS; i++) {
    stages.length = 0;
    filesRun();
    await request();
    traces.push([...stages.slice(0, 2), filesRun()]);
  }
  const [first, ...others] = traces;
  return first.map((files, stage) => files.filter((file) => others.every((trace) => trace[stage].includes(file))));
}

/** Runs the service as in production, but reports after each stage of a request which files have run. */
async function serve(store) {
  const stages = [];
  const log = store.log;
  for (const write of ['append', 'create']) {
    const stored = log[write].bind(log);
    log[write] = async (change) => {
      const done = await stored(change);
      stages.push(filesRun());
      return done;
    };
  }
  let paired = () => {};
  const { competitions } = store;
  const append = competitions.append.bind(competitions);
  competitions.append = async (step) => {
    const done = await append(step);
    if (!step.events.some(({ type }) => type === 'roundPaired')) return done;
    stages.push(filesRun());
    paired();
    return done;
  };
  const catalogue = await loadCatalogue(false);
  const caps = { ...DEFAULT_CAPS, competitions: 1000 };
  const house = new House(store, catalogue, { games: { liveGames: 1000, caps }, onTrouble: console.error });
  const app = await buildApp({
    ...house,
    logger: pino({ level: 'silent' }),
    limits: NO_LIMITS,
    readiness: new Readiness(house),
    metrics: null,
    version: '0.0.0',
    document: null,
    pages: null,
    operator: null,
  });
  subscribe('tracing:fastify.request.handler:start', () => stages.push(filesRun()));
  subscribe('tracing:fastify.request.handler:asyncStart', ({ request }) => {
    if (request.method === 'GET') stages.push(filesRun());
  });
  await house.start();
  await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    stages,
    url: `http://127.0.0.1:${app.server.address().port}`,
    pairing: async (then) => {
      const isPaired = new Promise((resolve) => {
        paired = resolve;
      });
      house.competitions.loop.start();
      await isPaired;
      await then();
      await house.competitions.loop.stop();
    },
    close: async () => {
      await app.close();
      await house.stop();
    },
  };
}

async function call(method, path, body, more = {}) {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { ...headers, ...more, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
