import { refuseUnknownFlags } from '../../src/cli/flags.ts';
import { COMPETE_FLAGS, COMPETE_USAGE, TEST_FLAGS, TEST_USAGE } from './compete-flags.ts';

const args = process.argv.slice(2);
const given = args.map((arg) => arg.replace(/^(--[^=]+)=.*$/s, '$1'));
const isTest = given.includes('--test');
const flagsOf = (flags: object) => Object.keys(flags).map((name) => `--${name}`);
if (given.includes('--help') || given.includes('-h')) {
  console.log(isTest ? TEST_USAGE : `${COMPETE_USAGE}\n\n${TEST_USAGE}`);
  process.exit(0);
}
// unknown flags are rejected before the slow imports
refuseUnknownFlags(given, flagsOf(isTest ? TEST_FLAGS : { ...COMPETE_FLAGS, test: 'A B' }));
const command = isTest ? (await import('./match-test.ts')).matchTest : (await import('./compete-run.ts')).compete;
process.exitCode = await command(args);
