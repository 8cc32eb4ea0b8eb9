// Builds only steps that are not up to date: `node scripts/build.mjs [step …]`. A step is up to date if its inputs and
// outputs have not changed since its last success. Builds at the same time wait for each other.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compileInto, NAMING } from './build/compile.mjs';
import { digestOf, filesIn, stateOf } from './build/files.mjs';
import { withLock } from './build/lock.mjs';
import { Manifest } from './build/manifest.mjs';
import { listOfRulesets } from './build/rulesets.mjs';

process.chdir(dirname(import.meta.dirname));

const DIST = 'dist';
const TREES = ['src', 'rules', 'lab'];
const CLIENT = 'clients/typescript';
const CLIENT_TYPES = `${CLIENT}/generated/api.d.ts`;
const PACKAGE = `${CLIENT}/dist`;
const VERDICT = 'src/games/model/verdict';
const PAGES = 'dist/pages';
const MCP = 'clients/mcp/dist';
const AGENT = 'examples/random-agent';
const DATABASE_CLIENT = 'src/generated/prisma';
const COMPILED = /\.js(\.map)?$/;
const DECLARATION = /\.d\.ts$/;
const DOCUMENT = /^dist\/openapi(\.json(\.\w+)?|\/[\w-]+\.json)$/;
const LIST = 'rules/generated/rulesets.ts';
const CODE = 'src/generated/code.ts';
const PREPARED = 'dist/src/store/embedded/prepared-database.gz';
const TSC = 'node_modules/typescript/bin/tsc';
const VITE = 'node_modules/vite/bin/vite.js';
const INSTALLED = 'node_modules/.package-lock.json';

const STEPS = {
  generate: {
    inputs: () => [
      'prisma/schema.prisma',
      'prisma.config.ts',
      'scripts/prisma.mjs',
      'node_modules/prisma/package.json',
    ],
    outputs: () => filesIn(DATABASE_CLIENT),
    run: generate,
  },
  lists: {
    inputs: () => [...games(), 'scripts/build/rulesets.mjs'],
    outputs: () => [LIST, CODE].filter((file) => existsSync(file)),
    run: writeLists,
  },
  compile: {
    inputs: () => [
      ...TREES.flatMap((tree) => filesIn(tree, /\.ts$|\/deck\.json$/)),
      ...NAMING,
      'scripts/build/compile.mjs',
      'tsconfig.json',
      INSTALLED,
    ],
    outputs: compiled,
    run: compile,
  },
  document: {
    inputs: () => [...STEPS.compile.inputs(), 'package.json', 'openapi/session.jsonl'],
    outputs: () => filesIn(DIST, DOCUMENT),
    run: () => node('dist/src/cli/openapi.js', '--build'),
  },
  database: {
    inputs: () => [
      ...filesIn('prisma/migrations'),
      ...filesIn('src/store/embedded'),
      'src/cli/prepare-database.ts',
      'node_modules/@electric-sql/pglite/package.json',
    ],
    outputs: () => [PREPARED].filter((file) => existsSync(file)),
    run: () => node('dist/src/cli/prepare-database.js'),
  },
  client: {
    inputs: () => ['openapi/openapi.json', 'scripts/client-types.mjs', 'node_modules/openapi-typescript/package.json'],
    outputs: () => [CLIENT_TYPES].filter((file) => existsSync(file)),
    run: () => node('scripts/client-types.mjs', 'openapi/openapi.json', CLIENT_TYPES),
  },
  package: {
    inputs: () => [
      ...filesIn(`${CLIENT}/src`),
      ...filesIn(CLIENT, /^[^/]+\/[^/]+\/[^/]+\.ts$/),
      ...filesIn('src/games'),
      ...filesIn('rules'),
      INSTALLED,
    ],
    outputs: () => filesIn(PACKAGE, COMPILED),
    run: packClient,
  },
  declarations: {
    inputs: () => [
      ...filesIn(`${CLIENT}/src`),
      ...filesIn('src', /\/refusals\.ts$/),
      `${VERDICT}.ts`,
      CLIENT_TYPES,
      `${CLIENT}/tsconfig.build.json`,
      'tsconfig.json',
      INSTALLED,
    ],
    outputs: () => filesIn(PACKAGE, DECLARATION),
    run: declareClient,
  },
  agent: {
    inputs: () => [
      join(AGENT, 'agent.ts'),
      join(AGENT, 'tsconfig.json'),
      ...filesIn(PACKAGE),
      'tsconfig.json',
      INSTALLED,
    ],
    outputs: () => filesIn(join(AGENT, 'dist')),
    run: () => node(TSC, '-p', AGENT),
  },
  mcp: {
    inputs: () => [...STEPS.compile.inputs()],
    outputs: () => filesIn(MCP),
    run: () => compileAlone(MCP, ['src/cli/mcp']),
  },
  pages: {
    inputs: () => [
      ...filesIn('web'),
      ...filesIn(join(CLIENT, 'src')),
      ...filesIn('src/games'),
      ...filesIn('rules'),
      INSTALLED,
    ],
    outputs: () => filesIn(PAGES),
    run: () => node(VITE, 'build', '--config', 'web/vite.config.ts', '--logLevel', 'warn'),
  },
};
const SERVICE = ['generate', 'lists', 'compile'];

const asked = process.argv.length > 2 ? process.argv.slice(2) : SERVICE;
const unknown = asked.filter((name) => !Object.hasOwn(STEPS, name));
if (unknown.length > 0) {
  console.error(`there is no step ${unknown.join(', ')}; there are ${Object.keys(STEPS).join(', ')}`);
  process.exit(1);
}
const OF_SERVICE = ['document', 'database']; // these steps run the service, so it is built first
const wanted = asked.some((name) => OF_SERVICE.includes(name)) ? [...SERVICE, ...asked] : asked;
const steps = Object.keys(STEPS).filter((name) => wanted.includes(name));
if (!areCurrent(Manifest.read(DIST))) process.exitCode = await withLock(DIST, build);

function areCurrent(manifest) {
  return steps.every((name) => isCurrent(manifest, name));
}

function isCurrent(manifest, name) {
  return manifest.isCurrent(name, digest(name)) && failedItems(manifest, name);
}

function failedItems(manifest, name) {
  return manifest.left(name) === stateOf(STEPS[name].outputs());
}

async function build() {
  const manifest = Manifest.read(DIST); // another command may have built meanwhile
  for (const name of steps) {
    if (isCurrent(manifest, name)) continue;
    const before = digest(name); // if an input changes while the step runs, the next build repeats it
    manifest.begin(name);
    const code = await STEPS[name].run();
    manifest.end(name, code === 0 ? before : null, stateOf(STEPS[name].outputs()));
    if (code !== 0) return code;
  }
  return 0;
}

function digest(name) {
  return digestOf([...STEPS[name].inputs(), 'scripts/build.mjs']);
}

/** Prints the output of Prisma only if it fails. */
function generate() {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/prisma.mjs', 'generate']);
  if (status !== 0) console.error(`${stdout}${stderr}`);
  return status ?? 1;
}

/** Packs the client without its types. Names of ruleset files contain digests, so the old files are deleted first. */
function packClient() {
  rmSync(`${PACKAGE}/rules`, { recursive: true, force: true });
  return node(VITE, 'build', '--config', `${CLIENT}/vite.config.ts`, '--logLevel', 'warn');
}

/** Writes the types of the package into the same folders as in the repository: types of its sources, of the API, and of
 * the result of verifying. */
async function declareClient() {
  const types = `${PACKAGE}/types`;
  rmSync(types, { recursive: true, force: true });
  const code = await node(TSC, '-p', `${CLIENT}/tsconfig.build.json`);
  if (code !== 0) return code;
  const kept = new RegExp(`/(${CLIENT}/src/([^/]+|rules/index)|${VERDICT})\\.d\\.ts$`);
  // deletes the types of internals of rules and verifier
  for (const file of filesIn(types)) if (!kept.test(file)) rmSync(file);
  mkdirSync(`${types}/${CLIENT}/generated`);
  copyFileSync(CLIENT_TYPES, `${types}/${CLIENT}/generated/api.d.ts`);
  for (const file of filesIn(`${types}/${CLIENT}/src`)) {
    writeFileSync(file, readFileSync(file, 'utf8').replace(/(from '\.[^']*[^d])\.ts'/g, "$1.js'"));
  }
  writeFileSync(`${PACKAGE}/index.d.ts`, `export * from './types/${CLIENT}/src/croupier-client.js';\n`);
  writeFileSync(`${PACKAGE}/rules.d.ts`, `export * from './types/${CLIENT}/src/rules/index.js';\n`);
  return 0;
}

function compiled() {
  return filesIn(DIST, COMPILED).filter((file) => !file.startsWith(`${PAGES}/`));
}

async function compile() {
  removeDocument();
  return compileAlone(DIST);
}

/** Compiles, then deletes files of an earlier build. If compiling fails, prints the error and changes no file. */
async function compileAlone(folder, names) {
  try {
    const made = new Set(await compileInto(folder, names));
    const left = folder === DIST ? compiled() : filesIn(folder);
    for (const file of left.filter((each) => !made.has(each))) {
      rmSync(file);
      removeEmpty(dirname(file), folder);
    }
    return 0;
  } catch (error) {
    console.error(error.message);
    return 1;
  }
}

function games() {
  return [...filesIn('src/games'), ...filesIn('rules').filter((file) => file !== LIST)];
}

/** Writes the list of rulesets and a digest of all code that replays games. A snapshot is valid only for the digest
 * with which it was made. */
function writeLists() {
  for (const file of [LIST, CODE]) mkdirSync(dirname(file), { recursive: true });
  writeFileSync(LIST, listOfRulesets('rules', '../'));
  writeFileSync(CODE, `// The build writes this file.\nexport const CODE = '${digestOf(games())}';\n`);
  return 0;
}

/** Deletes the outdated API document. Until the step `document` has run, the service makes the document itself. */
function removeDocument() {
  for (const file of filesIn(DIST, DOCUMENT)) rmSync(file);
}

function removeEmpty(folder, top) {
  if (folder === top || filesIn(folder).length > 0) return;
  rmSync(folder, { recursive: true });
  removeEmpty(dirname(folder), top);
}

/** Prints to standard error, because standard output belongs to the command that needs the build. */
async function node(program, ...args) {
  const [code] = await once(spawn(process.execPath, [program, ...args], { stdio: ['ignore', 2, 2] }), 'close');
  return code ?? 1;
}
