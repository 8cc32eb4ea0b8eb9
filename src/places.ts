import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Every place that is reached by a path instead of an `import`. A build has the folders of the sources, under `dist`. */
const FROM_SOURCE = import.meta.url.endsWith('.ts');
/** Of the repository, or of the package that was installed. */
export const ROOT = new URL('../', import.meta.url);
/** What the build made; beside the code, also when that runs from source. */
const BUILT = FROM_SOURCE ? new URL('dist/', ROOT) : new URL('./', import.meta.url);
/** The folder of the document and of the pages that belong to this code. From source there are none. */
export const BUILD = new URL('./', import.meta.url);
export const MIGRATIONS = fileURLToPath(new URL('prisma/migrations/', ROOT));
/** A database as it is after its first start: making one takes PostgreSQL's `initdb` in WebAssembly, and 744 MB. */
export const PREPARED_DATABASE = fileURLToPath(new URL('store/embedded/prepared-database.gz', BUILD));

const THREADS = {
  database: 'store/embedded/worker.js',
  pairing: 'competitions/runtime/pairing-worker.js',
  policyTest: 'compete/sequential-test/test-worker.js',
  ratings: 'ratings/rating-worker.js',
  search: 'games/search/worker.js',
  simulation: 'cli/simulation-worker.js',
  standings: 'competitions/queries/standings-worker.js',
};

/** The code of a thread. None can run TypeScript, so that from source it is that of the last build. */
export function threadFile(name: keyof typeof THREADS): URL {
  return new URL(THREADS[name], BUILT);
}

/** The version of the package. */
export function packageVersion(): string {
  return (JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')) as { version: string }).version;
}
