// Which documented problems no answer of the tests has had: `test/unseen-problems.txt` lists them, and only shrinks.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codesOf, committedDocument } from './http/contract.ts';

/** The file in the folder of the run to which each test file adds `operation code`. */
export const SEEN = 'seen-problems';
const LIST = fileURLToPath(new URL('unseen-problems.txt', import.meta.url));

/** The documented problems of each operation, as `operation code`. */
function documented(): string[] {
  const operations = Object.values(committedDocument().paths).flatMap((methods) => Object.values(methods as object));
  return operations.flatMap(({ operationId, responses }) =>
    Object.entries<any>(responses)
      .filter(([status]) => !(status < '400'))
      .flatMap(([, response]) => codesOf(response).map((code) => `${operationId} ${code}`)),
  );
}

/**
 * After a whole run: what is wrong with the list, or null. `UNSEEN_PROBLEMS=write` takes out of it what was seen. One that is
 * seen by chance may stay on the list: only what is neither there nor seen is wrong.
 */
export function unseenProblems(runFolder: string): string | null {
  const known = documented();
  const seen = new Set(readFileSync(join(runFolder, SEEN), 'utf8').split('\n'));
  const unseen = known.filter((pair) => !seen.has(pair));
  const listed = new Set(existsSync(LIST) ? pairsIn(readFileSync(LIST, 'utf8')) : unseen);
  if (process.env.UNSEEN_PROBLEMS === 'write') writeFileSync(LIST, linesOf(unseen.filter((pair) => listed.has(pair))));
  const missing = unseen.filter((pair) => !listed.has(pair));
  const gone = [...listed].filter((pair) => !known.includes(pair));
  if (missing.length + gone.length === 0) return null;
  return [
    ...missing.map((pair) => `- no test has had this documented problem: ${pair}`),
    ...gone.map((pair) => `- test/unseen-problems.txt names what is not documented: ${pair}`),
  ].join('\n');
}

function pairsIn(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const [operation = '', codes = ''] = line.split(': ');
    return codes === '' ? [] : codes.split(' ').map((code) => `${operation} ${code}`);
  });
}

/** A line for each operation, by name. */
function linesOf(pairs: readonly string[]): string {
  const codes = new Map<string, string[]>();
  for (const [operation = '', code = ''] of pairs.map((pair) => pair.split(' '))) {
    codes.set(operation, [...(codes.get(operation) ?? []), code]);
  }
  const lines = [...codes].map(([operation, of]) => `${operation}: ${of.toSorted().join(' ')}\n`);
  return lines.toSorted().join('');
}
