import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/sequencer.ts';

/** Pure functions and the build need no database; every other test finds one. */
const PURE = [
  'test/{faults,games,kernel,laws,rulesets,scripts,standings,web}/**/*.test.ts',
  'test/competitions/{formats,runtime}/*.test.ts',
  'test/{laws,playthroughs}.test.ts',
];

/** WebAssembly by the quick compiler alone: the optimizing one costs more processor time than a test's database wins by it. */
const BASELINE = '--liftoff-only';

export default defineConfig({
  test: {
    // One more than there are cores: tests of clocks, restarts and streams mostly wait.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Files share a process: what each would import and compile again costs more than all that the tests do.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    restoreMocks: true,
    execArgv: [BASELINE],
    projects: [
      { extends: true, test: { name: 'rules', include: PURE } },
      {
        extends: true,
        test: {
          name: 'service',
          include: ['test/**/*.test.ts'],
          exclude: PURE,
          globalSetup: ['test/databases.ts'],
        },
      },
    ],
  },
});
