import { COMPETE_FLAGS } from './compete-flags.ts';
import { refuseUnknownFlags } from './known-flags.ts';
import { TEST_FLAGS } from './match-test-flags.ts';

const args = process.argv.slice(2);
const isTest = args.some((arg) => arg === '--test' || arg.startsWith('--test='));
refuseUnknownFlags(
  args.map((arg) => arg.replace(/^(--[^=]+)=.*$/s, '$1')),
  Object.keys(isTest ? TEST_FLAGS : { ...COMPETE_FLAGS, test: 'A B' }).map((name) => `--${name}`),
);
// a wrong flag is told before anything long is loaded
const command = isTest ? (await import('./match-test.ts')).matchTest : (await import('./compete-run.ts')).compete;
process.exitCode = await command(args);
