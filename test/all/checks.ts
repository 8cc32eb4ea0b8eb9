import { withoutPostgres } from '../faults/databases.ts';
import {
  type Missing,
  withoutChromium,
  withoutContainers,
  withoutCurl,
  withoutGenerators,
  withoutLts,
  withoutMypy,
  withoutPython,
} from './programs.ts';

export interface Check {
  title: string;
  command: string;
  needs?: readonly Missing[];
  /** takes seconds, so `npm run check` runs it too */
  isQuick?: true;
}

export const TESTS: Check = { title: 'Tests', command: 'npm test' };

/** Checks outside `npm test`, in the order of `npm run test:all`. */
export const BEYOND: readonly Check[] = [
  { title: 'Generate and build', command: 'npm run -s build', isQuick: true },
  { title: 'Lint and format', command: 'npm run -s lint', isQuick: true },
  { title: 'Types', command: 'npm run -s types', isQuick: true },
  { title: 'Layers', command: 'npm run -s layers', isQuick: true },
  { title: 'Few files between a route and the stored row', command: 'npm run -s trace -- --check', isQuick: true },
  { title: 'Pages within their limits', command: 'npm run -s pages:size', isQuick: true },
  { title: 'Unused code and dependencies', command: 'npm run -s unused', isQuick: true },
  { title: 'Weights within their limits', command: 'npm run -s shape', isQuick: true },
  { title: 'Migrations that let play go on', command: 'npm run -s migrations:check', isQuick: true },
  {
    title: 'OpenAPI: current, and valid',
    command: 'npm run -s openapi -- --check && npm run -s openapi:lint',
    isQuick: true,
  },
  { title: 'Playthroughs: unchanged', command: 'npm run -s playthroughs -- --check', isQuick: true },
  {
    title: 'Servers as processes that are killed, starved and upgraded',
    command: 'npm run -s test:processes',
    needs: [withoutPostgres],
  },
  { title: 'The pages, in a browser', command: 'npm run -s test:web', needs: [withoutChromium] },
  {
    title: 'Sockets, streams, databases and processes on the current LTS of Node.js',
    command:
      'npm run -s test:lts -- test/http/{limits,odd-requests,following}.test.ts test/store/contract.test.ts ' +
      'test/webhooks test/process/two-servers.test.ts test/playthroughs.test.ts',
    needs: [withoutLts],
  },
  {
    title: 'Example agents against a running service',
    command: 'bash .ci/agents',
    needs: [withoutPython, withoutCurl],
  },
  {
    title: 'Installed clients, against a server that is killed',
    command: 'bash .ci/clients',
    needs: [withoutPython, withoutMypy, withoutCurl],
  },
  {
    title: 'Generators of clients, the rules of spectral, and Postman take the document',
    command: 'npm run -s generators',
    needs: [withoutGenerators],
  },
  {
    title: 'A game is one folder: a sixth in a copy of the tree',
    command: 'bash .ci/sixth-ruleset',
    needs: [withoutPython, withoutCurl, withoutChromium],
  },
  {
    title: 'The images, alone and as the compose files say, with a database that is killed',
    command: 'npm run -s image:check',
    needs: [withoutContainers, withoutCurl],
  },
  {
    title: 'What a call costs the processor, within its limits',
    command: 'npm run -s bench:cost -- --check',
    needs: [withoutPostgres],
  },
  {
    title: 'Benchmarks: that they run',
    command: 'npm run -s bench:all -- --short --only actions,lives',
  },
];

/** Before a commit: quick checks, short laws, and test files changed by the last commit or in the work tree. */
export const QUICK: readonly Check[] = [
  ...BEYOND.filter(({ isQuick }) => isQuick),
  { title: 'Recorded session: unchanged', command: 'npx vitest run --reporter=dot test/session.test.ts' },
  { title: 'Laws', command: 'npm run -s laws' },
  {
    title: 'Changed tests',
    command:
      "git diff --name-only --diff-filter=d HEAD~1 -- 'test/**.test.ts' | xargs --no-run-if-empty npx vitest run --reporter=dot",
  },
];
