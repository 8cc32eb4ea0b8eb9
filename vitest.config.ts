import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { NotRun } from './test/all/reporter.ts';
import { ROOM_FOR_GARBAGE, SHORT_LIFE } from './test/node-flags.ts';
import { PATIENCE } from './test/patience.ts';
import { LongestFirst } from './test/sequencer.ts';

/** Tests of pure functions and of the build. They need no database; all other tests are given one. */
const PURE = [
  'test/{eventlog,faults,games,kernel,laws,rulesets,scripts,statistics,web}/**/*.test.ts',
  'test/competitions/{formats,runtime}/*.test.ts',
  'test/{laws,playthroughs}.test.ts',
];
/** Tests that kill, slow down or upgrade servers in processes of their own. They take minutes, mostly waiting. */
const PROCESSES = 'test/process/**/*.test.ts';
const WITH_DATABASES = { globalSetup: ['test/databases.ts'], setupFiles: ['test/seen-problems.ts'] };

export default defineConfig({
  test: {
    // One more than there are cores: tests of clocks, restarts and streams mostly wait.
    maxWorkers: availableParallelism() + 1,
    // These timeouts only end a test that hangs, so they are long enough for the busiest machine.
    testTimeout: 2 * PATIENCE.timeout,
    hookTimeout: 2 * PATIENCE.timeout,
    expect: { poll: PATIENCE },
    // Test files share a process, because importing and compiling everything for each file takes longer than all tests.
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
