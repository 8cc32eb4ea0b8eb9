// Checks the gzipped bytes that an import of the TypeScript client loads; after `npm run clients`.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';

parseArgs({ options: {} }); // rejects all arguments

const DIST = join(dirname(import.meta.dirname), 'clients/typescript/dist');
const LIMIT = 10_000;

function filesFrom(file, seen = new Set()) {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, other] of readFileSync(file, 'utf8').matchAll(/(?:import|from)\s*["'](\.[^"']+)["']/g)) {
    filesFrom(join(dirname(file), other), seen);
  }
  return seen;
}

const files = [...filesFrom(join(DIST, 'index.js'))];
const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0);
console.log(`${bytes > LIMIT ? 'TOO LARGE ' : ''}croupier-client: ${bytes} of ${LIMIT} bytes in ${files.length} files`);
process.exitCode = bytes > LIMIT ? 1 : 0;
