// Holds the built pages against their limits, in bytes as they are sent by gzip: `npm run pages:size`. What a first visit
// takes counts as the entry: the scripts of index.html, and those that it preloads. A table counts with its styles.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';

parseArgs({ options: {} }); // it takes none, and says so

const PAGES = join(dirname(import.meta.dirname), 'dist/pages');
const KB = 1_000;
const LIMITS = { entry: 25 * KB, table: 8 * KB, css: 8 * KB };

const sizeOf = (file) => gzipSync(readFileSync(join(PAGES, file)), { level: 9 }).length;
const sum = (files) => files.reduce((bytes, file) => bytes + sizeOf(file), 0);

const index = readFileSync(join(PAGES, 'index.html'), 'utf8');
const entry = [...index.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file);
if (entry.length === 0) throw new Error('index.html names no script');
/** Which file is whose, as the build says. */
const manifest = JSON.parse(readFileSync(join(PAGES, '.vite/manifest.json'), 'utf8'));

/** What a table of its own takes besides, by its ruleset: its script and its styles. */
const tables = Object.entries(manifest).flatMap(([source, { file, css = [] }]) => {
  const [, ruleset] = /tables\/([^/]+)\/table\.tsx$/.exec(source) ?? [];
  return ruleset === undefined ? [] : [{ name: `table of ${ruleset}`, files: [file, ...css], limit: LIMITS.table }];
});
const ofTables = new Set(tables.flatMap(({ files }) => files));
const css = readdirSync(join(PAGES, 'assets'))
  .filter((file) => file.endsWith('.css'))
  .map((file) => `assets/${file}`)
  .filter((file) => !ofTables.has(file));

const measured = [
  { name: 'entry', files: entry, limit: LIMITS.entry },
  { name: 'styles of pages', files: css, limit: LIMITS.css },
  ...tables,
].map(({ name, files, limit }) => ({ name, bytes: sum(files), limit }));
for (const { name, bytes, limit } of measured) {
  console.log(`${bytes > limit ? 'TOO LARGE ' : ''}${name}: ${bytes} of ${limit} bytes`);
}
process.exitCode = measured.some(({ bytes, limit }) => bytes > limit) ? 1 : 0;
