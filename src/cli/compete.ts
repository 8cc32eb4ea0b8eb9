import { COMPETE_FLAGS } from './compete-flags.ts';
import { refuseUnknownFlags } from './known-flags.ts';

const args = process.argv.slice(2);
refuseUnknownFlags(
  args,
  Object.keys(COMPETE_FLAGS).map((name) => `--${name}`),
);
// a wrong flag is told before anything long is loaded
const { compete } = await import('./compete-run.ts');
process.exitCode = await compete(args);
