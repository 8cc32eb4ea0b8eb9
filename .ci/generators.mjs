// Tests the OpenAPI document with tools that the project does not use itself: three generators of TypeScript clients,
// the rules of spectral:oas, and the conversion to a Postman collection. Compiles the generated clients strictly, plays
// a game with one of them, and prints their sizes: `npm run check -- generators`.
import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { startServer } from '../bench/parts/server.mjs';

parseArgs(); // rejects all arguments
const ROOT = dirname(import.meta.dirname);
const DOCUMENT = 'openapi.json';
const OF_ONE_GAME = 'pascal.json';

const folder = mkdtempSync(join(tmpdir(), 'croupier-generators-'));
const inFolder = { cwd: folder, maxBuffer: 2 ** 26 };
const run = promisify(execFile);
/** Runs a tool that npm downloads into its cache, so that it is no dependency of the project. */
const tool = (packages, ...command) => {
  const named = packages.split(' ').map((each) => `--package=${each}`);
  return run('npm', ['exec', '--yes', ...named, '--', ...command], inFolder);
};

const generators = {
  'hey-api': (from, to) =>
    tool(
      '@hey-api/openapi-ts@0.96.0 typescript@5.9.3',
      ...['openapi-ts', '-i', from, '-o', to, '-c', '@hey-api/client-fetch'],
    ),
  orval: (from, to) => tool('orval@7.13.0', 'orval', '--client', 'fetch', '-i', from, '-o', `${to}/index.ts`),
  'swagger-typescript-api': (from, to) =>
    tool(
      'swagger-typescript-api@13.13.0',
      ...['swagger-typescript-api', 'generate', '-p', from, '-o', to, '-n', 'index.ts'],
    ),
};

/** A program that gets the ruleset at run time. It must compile against the generated clients without type casts. */
const CALLS = `
import * as hey from './hey-api';
import * as orval from './orval';
import { Api, type ActionResult, type NewGame } from './swagger-typescript-api';

type Ruleset = hey.NewGame['ruleset'];

export async function byHeyApi(ruleset: Ruleset, seats: ('me' | 'open')[], action: hey.Action): Promise<hey.ActionResult> {
  const { data: game } = await hey.createGame({ body: { ruleset, seats }, throwOnError: true });
  const answer = await hey.submitAction({ path: { gameId: game.id }, body: { action }, throwOnError: true });
  return answer.data;
}

export async function byOrval(ruleset: Ruleset, seats: ('me' | 'open')[], action: orval.Action): Promise<orval.ActionResult> {
  const game = await orval.createGame({ ruleset, seats });
  if (game.status !== 201) throw new Error(game.data.code);
  const answer = await orval.submitAction(game.data.id, { action });
  if (answer.status !== 200) throw new Error(answer.data.code);
  return answer.data;
}

export async function bySwagger(ruleset: NewGame['ruleset'], seats: ('me' | 'open')[]): Promise<ActionResult> {
  const { v1 } = new Api();
  const { data: game } = await v1.createGame({ ruleset, seats });
  const { data: list } = await v1.listActions(game.id);
  const [first] = list.actions;
  if (first === undefined) throw new Error('nothing to do');
  return (await v1.submitAction(game.id, { action: first.action })).data;
}

export async function anyRuleset() {
  const { data } = await hey.listRulesets({ throwOnError: true });
  for (const { id } of data.rulesets) await hey.createGame({ body: { ruleset: id } });
}
`;

const PLAY = `
import { Api } from './swagger-typescript-api/index.js';

declare const process: { argv: string[] };
const [, , baseUrl = ''] = process.argv;
const house = new Api<string>({
  baseUrl,
  securityWorker: (token) => (token === null ? {} : { headers: { Authorization: \`Bearer \${token}\` } }),
});
const { data: player } = await house.v1.createPlayer({ name: 'Generated', kind: 'agent' });
house.setSecurityData(player.token);
const { data: game } = await house.v1.createGame({ ruleset: 'pascals-ruin', seats: ['me', { bot: 'random' }] });
let moves = 0;
for (let version = game.version; ; ) {
  const { data: state } = await house.v1.getState(game.id, { after: version - 1, wait: 25 });
  version = state.version + 1;
  if (state.ruleset !== 'pascals-ruin') throw new Error(\`\${state.ruleset} is being played\`);
  if (state.status === 'finished') {
    console.log(\`\${moves} moves, and \${state.outcome?.text}\`);
    break;
  }
  if (!state.toAct.some((seat) => state.you.includes(seat))) continue;
  const { data: list } = await house.v1.listActions(game.id);
  const chosen = list.actions[moves % list.actions.length];
  if (chosen === undefined) continue;
  const { data: result } = await house.v1.submitAction(game.id, { action: chosen.action, expectedVersion: state.version });
  version = result.version;
  moves += 1;
}
`;

function report(what, paths) {
  const texts = paths.map((path) => readFileSync(path, 'utf8'));
  const lines = texts.reduce((sum, text) => sum + text.split('\n').length - 1, 0);
  const bytes = paths.reduce((sum, path) => sum + statSync(path).size, 0);
  console.log(
    `${what.padEnd(44)}${`${paths.length}`.padStart(4)} files ${`${lines}`.padStart(6)} lines ${bytes} bytes`,
  );
}

function sourcesIn(path) {
  return readdirSync(join(folder, path), { recursive: true })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, path, name));
}

async function compile(...args) {
  const options = '--strict --target es2022 --module esnext --moduleResolution bundler --lib es2022,dom,dom.iterable';
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  try {
    await run(process.execPath, [tsc, ...options.split(' '), ...args], inFolder);
  } catch (error) {
    throw new Error(`the compiler refuses what was generated:\n${error.stdout}`);
  }
}

async function checkPostman() {
  await tool('openapi-to-postmanv2@6.3.3', 'openapi2postmanv2', '-s', DOCUMENT, '-o', 'postman.json');
  const requests = [];
  const collect = ({ item = [], request, name }) => {
    if (request !== undefined) requests.push({ name, body: request.body?.raw });
    item.forEach(collect);
  };
  collect(JSON.parse(readFileSync(join(folder, 'postman.json'), 'utf8')));
  const empty = requests.filter(({ body }) => body === 'null' || body === '').map(({ name }) => name);
  if (requests.length === 0 || empty.length > 0) throw new Error(`Postman has no body for: ${empty.join(', ')}`);
  console.log(`Postman: ${requests.length} requests`);
}

async function checkSpectral() {
  writeFileSync(join(folder, '.spectral.yaml'), 'extends: ["spectral:oas"]\n');
  const lint = [
    'spectral',
    'lint',
    DOCUMENT,
    '-r',
    '.spectral.yaml',
    '--fail-severity=error',
    '--display-only-failures',
  ];
  try {
    await tool('@stoplight/spectral-cli@6.16.3', ...lint);
    console.log('spectral:oas: no error');
  } catch (error) {
    throw new Error(`spectral:oas:\n${error.stdout}`);
  }
}

async function play() {
  const server = await startServer({ DATA_DIR: join(folder, 'data') });
  try {
    const program = [join(folder, 'out/play.js'), `http://127.0.0.1:${server.port}`];
    const { stdout } = await run(process.execPath, program, inFolder);
    console.log(`a game with swagger-typescript-api: ${stdout.trim()}`);
  } finally {
    await server.stop();
  }
}

try {
  copyFileSync(join(ROOT, 'dist', DOCUMENT), join(folder, DOCUMENT));
  copyFileSync(join(ROOT, 'dist/openapi', OF_ONE_GAME), join(folder, OF_ONE_GAME));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  report('the document', [join(folder, DOCUMENT)]);
  report('what it takes to play Pascal', [join(folder, OF_ONE_GAME)]);
  for (const [name, generate] of Object.entries(generators)) {
    await generate(DOCUMENT, name);
    report(name, sourcesIn(name));
    await generate(OF_ONE_GAME, `pascal/${name}`);
    report(`${name}, to play Pascal`, sourcesIn(`pascal/${name}`));
  }
  writeFileSync(join(folder, 'calls.ts'), CALLS);
  writeFileSync(join(folder, 'play.ts'), PLAY);
  const ofPascal = Object.keys(generators).map((name) => `pascal/${name}/index.ts`);
  await compile('--noEmit', 'calls.ts', ...ofPascal);
  await compile('--outDir', 'out', 'play.ts');
  await play();
  await checkSpectral();
  await checkPostman();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
