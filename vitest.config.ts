import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Pure functions and the build need no database; every other test finds one. */
const PURE = ['test/{games,kernel,laws,rulesets,scripts}/**/*.test.ts', 'test/{laws,playthroughs}.test.ts'];

export default defineConfig({
  test: {
    // One more than there are cores: tests of clocks, restarts and streams mostly wait.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
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
