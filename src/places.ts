import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Finds files that are opened by path, not imported. A build has the source folders `src`, `rules` and `lab` in `dist`.
const FROM_SOURCE = import.meta.url.endsWith('.ts');
/** The folder with `src`, `rules` and `lab`; in a build it also has the API document and the pages. */
export const TREES = new URL('../', import.meta.url);
/** The folder of the repository or of the installed package. */
export const ROOT = FROM_SOURCE ? TREES : new URL('../', TREES);
const BUILT = FROM_SOURCE ? new URL('dist/', ROOT) : TREES;
export const MIGRATIONS = fileURLToPath(new URL('prisma/migrations/', ROOT));
/** A copy of an embedded database after its first start. Servers copy it, because making one takes 744 MB of memory
 * (`initdb` in WebAssembly). */
export const PREPARED_DATABASE = fileURLToPath(new URL('src/store/embedded/prepared-database.gz', TREES));

const THREADS = {
  competitions: 'src/competitions/runtime/worker.js',
  database: 'src/store/embedded/worker.js',
  policyTest: 'lab/arena/sequential-test/test-worker.js',
  ratings: 'src/ratings/rating-worker.js',
  search: 'src/games/search/worker.js',
  simulation: 'lab/simulate/simulation-worker.js',
};

/** Returns the program of a thread. Threads cannot run TypeScript, so even development uses the last build. */
export function threadFile(name: keyof typeof THREADS): URL {
  return new URL(THREADS[name], BUILT);
}

export function packageVersion(): string {
  return (JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')) as { version: string }).version;
}
