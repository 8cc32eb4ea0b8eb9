import { parseArgs } from 'node:util';
import { abortByOperator } from '../competitions/commands/commands.ts';
import { expressionOf, VISIBLE_LINE } from '../patterns.ts';
import { explainIfAsked, Mistake } from './flags.ts';
import { isPlain, onDatabase } from './opened-store.ts';

const USAGE = `npm run abort-competition -- --id 01a20439-ae3a-7310-8e54-59a6965f7dd4 --reason 'It cannot go on.'
  --id      of the competition
  --reason  why it ends, in a line of 1 to 200 characters: everyone reads it
With the settings of a server. Exit code 0: it is aborted; 1: nothing was changed; 2: this call cannot be understood.`;
const LONGEST_REASON = 200;

explainIfAsked(process.argv.slice(2), USAGE);
try {
  const { id, reason } = readCall(process.argv.slice(2));
  const problem = await abort(id, reason);
  console.log(
    problem ?? `Competition ${id} is aborted. A server ends its games, without result, and publishes its seed.`,
  );
  process.exitCode = problem === null ? 0 : 1;
} catch (error) {
  if (!isPlain(error)) throw error;
  console.error(error instanceof Mistake ? `${error.message}\n\n${USAGE}` : `Nothing was changed: ${error.message}.`);
  process.exitCode = error instanceof Mistake ? 2 : 1;
}

/** As a step through the log, beside the servers that run; a sentence when it cannot be. */
async function abort(id: string, reason: string): Promise<string | null> {
  const aborted = await onDatabase(process.env, ({ competitions }) => competitions.handle(abortByOperator(id, reason)));
  return aborted.ok ? null : aborted.refusal.detail;
}

function readCall(args: string[]): { id: string; reason: string } {
  const { id, reason } = flagsIn(args);
  if (id === undefined || reason === undefined) throw new Mistake('--id and --reason are both needed.');
  if (reason === '' || !expressionOf(VISIBLE_LINE).test(reason) || [...reason].length > LONGEST_REASON) {
    throw new Mistake(`--reason takes a line of 1 to ${LONGEST_REASON} characters.`);
  }
  return { id, reason };
}

function flagsIn(args: string[]) {
  try {
    return parseArgs({ args, options: { id: { type: 'string' }, reason: { type: 'string' } } }).values;
  } catch (error) {
    throw new Mistake((error as Error).message);
  }
}
