// Plays fifty games over a simulated month: `npm run check -- month`. MONTH_SEED changes how people act.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const [asked] = process.argv.slice(2);
if (asked !== undefined) {
  console.error(`Unknown option ${asked}: there is none. MONTH_SEED in the environment has people act otherwise.`);
  process.exitCode = 2;
} else {
  const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
  const env = { ...process.env, MONTH: 'long' };
  const args = [vitest, 'run', '--project', 'service', 'test/month'];
  process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 1;
}
