import { Fixable } from '../store/failures.ts';
import { COMMANDS, knownIn, PROGRAMS, readCall, usageOf } from './admin-call.ts';
import { complain, UsageError } from './flags.ts';

const CODES = { done: 0, refused: 1, asked: 3 };

const args = process.argv.slice(2);
const named = args.find((arg) => Object.hasOwn(COMMANDS, arg)) ?? null;
const [, program] = Object.entries(PROGRAMS).find(([name]) => name === args[0]) ?? [];
if (program === undefined) process.exitCode = await administered(args);
else {
  process.argv.splice(2, 1); // The program expects only its own arguments, without the command's name.
  await program.start();
}

async function administered(words: string[]): Promise<number> {
  try {
    if (words.includes('--help')) {
      knownIn(words);
      console.log(usageOf(named));
      return 0;
    }
    const { call, json } = readCall(words);
    const { run } = await import('./admin-run.ts'); // loaded only for a valid call, because loading is slow
    const answer = await run(call, process.env);
    const text = json ? JSON.stringify(answer.data) : answer.lines.join('\n');
    if (answer.outcome === 'done' || json) console.log(text);
    else console.error(text);
    return CODES[answer.outcome];
  } catch (error) {
    // answers even an invalid call as JSON if the arguments ask for JSON
    const isJson = words.includes('--json');
    if (isJson) console.log(JSON.stringify({ failed: (error as Error).message }));
    if (error instanceof UsageError) {
      if (!isJson) complain(error);
      return 2;
    }
    if (!(error instanceof Fixable))
      console.error(error); // prints the stack too
    else if (!isJson) console.error(`Failed: ${error.message}.`);
    return 1;
  }
}
