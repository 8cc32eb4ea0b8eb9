import { type ParseArgsConfig, parseArgs } from 'node:util';

/** Something about a call that its author can mend. */
export class Mistake extends Error {
  override name = 'Mistake';
}

/** A sentence about the first flag that a command does not know, with the nearest that it does; null if it knows all. */
export function unknownFlag(args: readonly string[], known: readonly string[]): string | null {
  const flag = args.find((arg) => arg.startsWith('-') && !known.includes(arg));
  if (flag === undefined) return null;
  const [nearest] = [...known].sort((one, other) => distance(flag, one) - distance(flag, other));
  const hint = nearest === undefined ? 'it takes no flags' : `the nearest that there is: ${nearest}`;
  return `Unknown option ${flag}; ${hint}.`;
}

/** How many letters have to be added, left out or changed to make one word of the other (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (let j = 0; j < other.length; j++) {
      const changed = (row[j] as number) + Number(letter !== other[j]);
      next.push(Math.min((row[j + 1] as number) + 1, (next[j] as number) + 1, changed));
    }
    row = next;
  }
  return row.at(-1) as number;
}

/** The flags and words of a call. Throws a `Mistake` for what they do not fit. */
export function flagsIn<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new Mistake((error as Error).message);
  }
}

/** Answers the call of this process with an exit code; a `Mistake` is explained, with exit code 2. */
export async function answerCall(usage: string, act: (args: string[]) => Promise<number>): Promise<void> {
  const args = process.argv.slice(2);
  explainIfAsked(args, usage);
  try {
    process.exitCode = await act(args);
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    console.error(`${error.message}\n\n${usage}`);
    process.exitCode = 2;
  }
}

/** Ends a process that is asked with `--help` what it takes, with exit code 0. */
export function explainIfAsked(args: readonly string[], usage: string): void {
  if (!args.includes('--help')) return;
  console.log(usage);
  process.exit(0);
}

/** Ends a process whose call has a flag that it does not know, with one line and exit code 2. */
export function refuseUnknownFlags(args: readonly string[], known: readonly string[]): void {
  const complaint = unknownFlag(args, known);
  if (complaint === null) return;
  console.error(complaint);
  process.exit(2);
}
