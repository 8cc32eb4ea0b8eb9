import { COMPETE_FLAGS } from './compete-flags.ts';
import { refuseUnknownFlags } from './known-flags.ts';
import { TEST_FLAGS } from './match-test-flags.ts';

const args = process.argv.slice(2);
const given = args.map((arg) => arg.replace(/^(--[^=]+)=.*$/s, '$1'));
const isTest = given.includes('--test');
const flagsOf = (flags: object) => Object.keys(flags).map((name) => `--${name}`);
// what no call knows is told before anything long is loaded; what is of the other kind of call, by the call itself
const anywhere = flagsOf({ ...COMPETE_FLAGS, ...TEST_FLAGS });
refuseUnknownFlags(
  given.filter((arg) => !anywhere.includes(arg)),
  flagsOf(isTest ? TEST_FLAGS : { ...COMPETE_FLAGS, test: 'A B' }),
);
const command = isTest ? (await import('./match-test.ts')).matchTest : (await import('./compete-run.ts')).compete;
process.exitCode = await command(args);
