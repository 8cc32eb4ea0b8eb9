import { refuseUnknownFlags } from '../../src/cli/flags.ts';

const USAGE = `npm run -s env
  Plays games for training. It reads requests from standard input and writes answers to standard output, until the input
  ends. Requests and answers are lines of JSON or binary frames; docs/environments.md describes them.
Exit code 0: the input ended; 2: a part of the input was neither a request nor a frame.`;

const args = process.argv.slice(2);
if (args.includes('--help') || args.includes('-h')) {
  console.log(USAGE);
  process.exit(0);
}
// unknown flags are rejected before the slow imports
refuseUnknownFlags(args, ['--help', '-h']);
const [{ converse }, { Pipe, UnreadableInput }, { Session }, { rulesetIds }] = await Promise.all([
  import('./converse.ts'),
  import('./pipe.ts'),
  import('./session.ts'),
  import('#rules/catalogue.ts'),
]);
try {
  await converse(new Pipe(0, 1), new Session(rulesetIds()));
} catch (error) {
  if (!(error instanceof UnreadableInput)) throw error;
  console.error(`${error.message} The rest of the input cannot be read: this process ends.`);
  process.exitCode = 2;
}
