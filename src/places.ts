import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Every place that is reached by a path instead of an `import`. A build has the folders of the sources, under `dist`.
const FROM_SOURCE = import.meta.url.endsWith('.ts');
/** The folder of `src`, `rules` and `lab`; in a build the document and the pages lie beside them. */
export const TREES = new URL('../', import.meta.url);
/** Of the repository, or of the package that was installed. */
export const ROOT = FROM_SOURCE ? TREES : new URL('../', TREES);
const BUILT = FROM_SOURCE ? new URL('dist/', ROOT) : TREES;
export const MIGRATIONS = fileURLToPath(new URL('prisma/migrations/', ROOT));
/** A database as it is after its first start: making one takes PostgreSQL's `initdb` in WebAssembly, and 744 MB. */
export const PREPARED_DATABASE = fileURLToPath(new URL('src/store/embedded/prepared-database.gz', TREES));

const THREADS = {
  competitions: 'src/competitions/runtime/worker.js',
  database: 'src/store/embedded/worker.js',
  policyTest: 'lab/arena/sequential-test/test-worker.js',
  ratings: 'src/ratings/rating-worker.js',
  search: 'src/games/search/worker.js',
  simulation: 'lab/simulate/simulation-worker.js',
};

/** The code of a thread. None can run TypeScript, so that from source it is that of the last build. */
export function threadFile(name: keyof typeof THREADS): URL {
  return new URL(THREADS[name], BUILT);
}

/** The version of the package. */
export function packageVersion(): string {
  return (JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')) as { version: string }).version;
}
