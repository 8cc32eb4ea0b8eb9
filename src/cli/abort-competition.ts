import { abortByOperator } from '../competitions/commands/commands.ts';
import { expressionOf, VISIBLE_LINE } from '../patterns.ts';
import { answerCall, flagsIn, UsageError } from './flags.ts';
import { onDatabase, orExplain } from './opened-store.ts';

const USAGE = `npm run admin -- abort-competition --id 01a20439-ae3a-7310-8e54-59a6965f7dd4 --reason 'It cannot go on.'
  --id      of the competition
  --reason  why it ends, one line of 1 to 200 characters that everyone can read
Set what the server has set. Exit code 0: it is aborted; 1: nothing was changed; 2: the command is wrong.`;
const LONGEST_REASON = 200;

await answerCall(USAGE, (args) => {
  const { id, reason } = readCall(args);
  return orExplain('Nothing was changed', () => abort(id, reason));
});

/** Appends to the log while servers run. */
async function abort(id: string, reason: string): Promise<number> {
  const aborted = await onDatabase(process.env, ({ competitions }) => competitions.handle(abortByOperator(id, reason)));
  console.log(
    aborted.ok
      ? `Competition ${id} is aborted. A server will end its games without a result and publish its seed.`
      : aborted.refusal.detail,
  );
  return aborted.ok ? 0 : 1;
}

function readCall(args: string[]): { id: string; reason: string } {
  const { id, reason } = flagsIn({ args, options: { id: { type: 'string' }, reason: { type: 'string' } } }).values;
  if (id === undefined || reason === undefined) throw new UsageError('Give both --id and --reason.');
  if (reason === '' || !expressionOf(VISIBLE_LINE).test(reason) || [...reason].length > LONGEST_REASON) {
    throw new UsageError(`--reason must be one line of 1 to ${LONGEST_REASON} characters.`);
  }
  return { id, reason };
}
