import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { NotRun } from './test/all/reporter.ts';
import { ROOM_FOR_GARBAGE, SHORT_LIFE } from './test/node-flags.ts';
import { PATIENCE } from './test/patience.ts';
import { LongestFirst } from './test/sequencer.ts';

/** Pure functions and the build need no database; every other test finds one. */
const PURE = [
  'test/{eventlog,faults,games,kernel,laws,rulesets,scripts,statistics,web}/**/*.test.ts',
  'test/competitions/{formats,runtime}/*.test.ts',
  'test/{laws,playthroughs}.test.ts',
];
/** Servers that run as processes and are killed, starved, upgraded: minutes of waiting and starting. */
const PROCESSES = 'test/process/**/*.test.ts';
const WITH_DATABASES = { globalSetup: ['test/databases.ts'], setupFiles: ['test/seen-problems.ts'] };

export default defineConfig({
  test: {
    // One more than there are cores: tests of clocks, restarts and streams mostly wait.
    maxWorkers: availableParallelism() + 1,
    // These end what hangs, on the busiest machine too; no test measures by them.
    testTimeout: 2 * PATIENCE.timeout,
    hookTimeout: 2 * PATIENCE.timeout,
    expect: { poll: PATIENCE },
    // Files share a process: what each would import and compile again costs more than all that the tests do.
    isolate: false,
    reporters: ['default', new NotRun()],
    sequence: { sequencer: LongestFirst },
    restoreMocks: true,
    execArgv: [...SHORT_LIFE, ...ROOM_FOR_GARBAGE],
    projects: [
      { extends: true, test: { name: 'rules', include: PURE } },
      {
        extends: true,
        test: {
          name: 'service',
          include: ['test/**/*.test.ts'],
          exclude: [...PURE, PROCESSES],
          ...WITH_DATABASES,
        },
      },
      { extends: true, test: { name: 'processes', include: [PROCESSES], ...WITH_DATABASES } },
    ],
  },
});
