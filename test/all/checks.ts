import { withoutPostgres } from '../faults/databases.ts';
import {
  KNIP,
  LTS,
  type Missing,
  REDOCLY,
  withoutChromium,
  withoutContainers,
  withoutCurl,
  withoutGenerators,
  withoutKnip,
  withoutLts,
  withoutMypy,
  withoutPython,
  withoutRedocly,
  withoutSquawk,
} from './programs.ts';

export interface Check {
  /** the name in `npm run check -- <name>` */
  name: string;
  title: string;
  command: string;
  /** arguments of the last program in `command`, unless the caller gives others */
  args?: string;
  needs?: readonly Missing[];
  /** true: it takes seconds, so `npm run check` runs it too */
  isQuick?: true;
}

const TESTS: Check = { name: 'tests', title: 'Rules and service, as in `npm test`', command: 'npm test --' };

/** Checks that `npm test` does not run, in the order of `npm run check -- all`. */
export const BEYOND: readonly Check[] = [
  { name: 'build', title: 'Generate and build', command: 'npm run -s build --', isQuick: true },
  { name: 'lint', title: 'Lint and format', command: 'npm run -s lint --', isQuick: true },
  {
    name: 'spelling',
    title: 'Words of code and documents, against the dictionaries',
    command: 'node scripts/prose.mjs --spelling',
    isQuick: true,
  },
  { name: 'types', title: 'TypeScript of the service, pages and tests', command: 'npm run -s types --', isQuick: true },
  {
    name: 'layers',
    title: 'Which folder may import which',
    command: 'depcruise src rules lab clients web --config .dependency-cruiser.mjs && node scripts/layers.mjs',
    isQuick: true,
  },
  {
    name: 'trace',
    title: 'Few files between a route and the stored row',
    command: 'node scripts/build.mjs database && node scripts/trace.mjs',
    args: '--check',
    isQuick: true,
  },
  {
    name: 'pages',
    title: 'Bytes of the pages within their limits',
    command: 'node scripts/build.mjs pages && node scripts/pages-size.mjs',
    isQuick: true,
  },
  { name: 'unused', title: 'Unused code and dependencies', command: KNIP, needs: [withoutKnip], isQuick: true },
  {
    name: 'shape',
    title: 'Lines, files, bytes and words within their limits',
    command: 'node scripts/build.mjs document database && node scripts/shape.mjs',
    isQuick: true,
  },
  {
    name: 'migrations',
    title: 'Migrations that let play go on',
    command: 'node scripts/check-migrations.mjs',
    needs: [withoutSquawk],
    isQuick: true,
  },
  {
    name: 'openapi',
    title: 'The document of the API is current and valid',
    command: `npm run -s openapi -- --check && ${REDOCLY} lint openapi/openapi.json`,
    needs: [withoutRedocly],
    isQuick: true,
  },
  {
    name: 'playthroughs',
    title: 'Golden games end as recorded',
    command: 'npm run -s playthroughs -- --check',
    isQuick: true,
  },
  {
    name: 'processes',
    title: 'Servers as processes that are killed, starved and upgraded',
    command: 'node scripts/build.mjs && vitest run --project=processes',
    needs: [withoutPostgres],
  },
  { name: 'web', title: 'The pages, in a browser', command: 'npm run -s test:web --', needs: [withoutChromium] },
  {
    name: 'lts',
    title: 'Sockets, streams, databases and processes on the current LTS of Node.js',
    command: `node scripts/build.mjs && ${LTS} vitest run`,
    args:
      'test/http/{limits,odd-requests,following}.test.ts test/store/contract.test.ts ' +
      'test/webhooks test/process/two-servers.test.ts test/playthroughs.test.ts',
    needs: [withoutLts],
  },
  {
    name: 'agents',
    title: 'Example agents against a running service',
    command: 'bash .ci/agents',
    needs: [withoutPython, withoutCurl],
  },
  {
    name: 'clients',
    title: 'Installed clients, against a server that is killed',
    command: 'bash .ci/clients',
    needs: [withoutPython, withoutMypy, withoutCurl],
  },
  {
    name: 'generators',
    title: 'Generators of clients, the rules of spectral, and Postman take the document',
    command: 'node scripts/build.mjs document database && node .ci/generators.mjs',
    needs: [withoutGenerators],
  },
  {
    name: 'sixth-ruleset',
    title: 'A game is one folder: a sixth in a copy of the tree',
    command: 'bash .ci/sixth-ruleset',
    needs: [withoutPython, withoutCurl, withoutChromium],
  },
  {
    name: 'image',
    title: 'The images, alone and as the compose files say, with a database that is killed',
    command: 'bash deploy/image-check/run.sh',
    needs: [withoutContainers, withoutCurl],
  },
  {
    name: 'cost',
    title: 'What a call costs the processor, within its limits',
    command: 'npm run -s bench -- cost --check',
    needs: [withoutPostgres],
  },
  {
    name: 'bench',
    title: 'Short runs of all measurements',
    command: 'npm run -s bench -- all --short --only actions,lives',
  },
];

/** Checks before a commit: quick ones, the short form of the laws, and test files that have changed. */
export const QUICK: readonly Check[] = [
  ...BEYOND.filter(({ isQuick }) => isQuick),
  {
    name: 'session',
    title: 'The answers to recorded calls are unchanged',
    command: 'npx vitest run --reporter=dot test/session.test.ts',
  },
  { name: 'laws', title: 'Random games keep the laws of every ruleset', command: 'npm run -s laws --' },
  {
    name: 'changed',
    title: 'Tests that the last commit or the work tree touches',
    command:
      "git diff --name-only --diff-filter=d HEAD~1 -- 'test/**.test.ts' | xargs --no-run-if-empty npx vitest run --reporter=dot",
  },
];

/** Checks that take minutes or hours. Each runs only by its name. */
const LONG: readonly Check[] = [
  {
    name: 'faults',
    title: 'Crashes, outages, failovers, poolers and full disks during games',
    command:
      'node scripts/build.mjs generate lists compile package && python3 clients/python/generate.py && ' +
      'node scripts/run.mjs test/faults/run.ts',
  },
  {
    name: 'fuzz',
    title: 'Bent requests against the OpenAPI document',
    command: 'node scripts/build.mjs && node scripts/run.mjs test/fuzz/run.ts',
  },
  {
    name: 'leaks',
    title: 'Hidden information in random positions and answers',
    command: 'node scripts/run.mjs test/fuzz/leaks.ts',
  },
  {
    name: 'load',
    title: 'What heavy use by some callers costs the others',
    command: 'node scripts/build.mjs && node scripts/run.mjs test/load/run.ts',
  },
  {
    name: 'month',
    title: 'Fifty games over a simulated month',
    command: 'node scripts/build.mjs && node scripts/month.mjs',
  },
];

export const ALL: readonly Check[] = [TESTS, ...BEYOND];
export const CHECKS: readonly Check[] = [...ALL, ...QUICK.filter(({ isQuick }) => !isQuick), ...LONG];
