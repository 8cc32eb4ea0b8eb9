import { type ParseArgsConfig, parseArgs } from 'node:util';

/** A mistake in the call that the user can correct. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Returns a message about the first unknown flag, with the most similar known flag; null: all flags are known. */
export function unknownFlag(args: readonly string[], known: readonly string[]): string | null {
  const flag = args.find((arg) => arg.startsWith('-') && !known.includes(arg));
  if (flag === undefined) return null;
  const [nearest] = [...known].sort((one, other) => distance(flag, one) - distance(flag, other));
  const hint = nearest === undefined ? 'this command takes no options.' : `did you mean ${nearest}?`;
  return `Unknown option ${flag}: ${hint}`;
}

/** Returns the Levenshtein distance of two texts. */
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

/** Parses flags. Throws `UsageError`. */
export function flagsIn<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Runs a program. Exits with the code that `act` returns, with 0 after `--help`, and with 2 after a `UsageError`. */
export async function answerCall(usage: string, act: (args: string[]) => Promise<number>): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    console.log(usage);
    process.exit(0);
  }
  try {
    process.exitCode = await act(args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    complain(error);
    process.exitCode = 2;
  }
}

export function complain({ message }: UsageError): void {
  console.error(`${message} See --help.`);
}

/** Exits with code 2 if there is an unknown flag. */
export function refuseUnknownFlags(args: readonly string[], known: readonly string[]): void {
  const complaint = unknownFlag(args, known);
  if (complaint === null) return;
  console.error(complaint);
  process.exit(2);
}
