import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Pure functions and the build need no database; every other test finds one. */
const PURE = ['test/{games,kernel,laws,rulesets,scripts}/**/*.test.ts', 'test/{laws,playthroughs}.test.ts'];

/** Tests that call the service and leave their process as they found it. */
const CALLS = ['test/{fuzz,http,webhooks}/**/*.test.ts', 'test/{earlier-database,players}.test.ts'];

/** Files share a process: what each would import and compile again costs more than all that the tests do. */
const SHARING = { isolate: false, restoreMocks: true };

/** WebAssembly by the quick compiler alone: the optimizing one costs more processor time than a test's database wins by it. */
const BASELINE = '--liftoff-only';

export default defineConfig({
  test: {
    // One more than there are cores: tests of clocks, restarts and streams mostly wait.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    execArgv: [BASELINE],
    projects: [
      { extends: true, test: { name: 'rules', include: PURE, ...SHARING } },
      {
        extends: true,
        test: { name: 'calls', include: CALLS, globalSetup: ['test/databases.ts'], ...SHARING },
      },
      {
        extends: true,
        test: {
          name: 'service',
          include: ['test/**/*.test.ts'],
          exclude: [...PURE, ...CALLS],
          globalSetup: ['test/databases.ts'],
          ...SHARING,
        },
      },
    ],
  },
});
