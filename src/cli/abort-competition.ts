import { abortByOperator } from '../competitions/commands/commands.ts';
import { expressionOf, VISIBLE_LINE } from '../patterns.ts';
import { answerCall, flagsIn, Mistake } from './flags.ts';
import { onDatabase, orExplain } from './opened-store.ts';

const USAGE = `npm run abort-competition -- --id 01a20439-ae3a-7310-8e54-59a6965f7dd4 --reason 'It cannot go on.'
  --id      of the competition
  --reason  why it ends, in a line of 1 to 200 characters: everyone reads it
With the settings of a server. Exit code 0: it is aborted; 1: nothing was changed; 2: this call cannot be understood.`;
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
      ? `Competition ${id} is aborted. A server ends its games, without result, and publishes its seed.`
      : aborted.refusal.detail,
  );
  return aborted.ok ? 0 : 1;
}

function readCall(args: string[]): { id: string; reason: string } {
  const { id, reason } = flagsIn({ args, options: { id: { type: 'string' }, reason: { type: 'string' } } }).values;
  if (id === undefined || reason === undefined) throw new Mistake('--id and --reason are both needed.');
  if (reason === '' || !expressionOf(VISIBLE_LINE).test(reason) || [...reason].length > LONGEST_REASON) {
    throw new Mistake(`--reason takes a line of 1 to ${LONGEST_REASON} characters.`);
  }
  return { id, reason };
}
