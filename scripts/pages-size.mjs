// Holds the built pages against their limits, in bytes as they are sent by gzip: `npm run pages:size`. What a first visit
// takes counts as the entry: index.html, its scripts, and those that it preloads.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

const PAGES = join(dirname(import.meta.dirname), 'dist/pages');
const KB = 1_000;
const LIMITS = { entry: 25 * KB, table: 8 * KB, css: 8 * KB };

const sizeOf = (file) => gzipSync(readFileSync(join(PAGES, file)), { level: 9 }).length;
const sum = (files) => files.reduce((bytes, file) => bytes + sizeOf(file), 0);

const index = readFileSync(join(PAGES, 'index.html'), 'utf8');
const entry = [...index.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file);
if (entry.length === 0) throw new Error('index.html names no script');
const css = readdirSync(join(PAGES, 'assets'))
  .filter((file) => file.endsWith('.css'))
  .map((file) => `assets/${file}`);

/** What a table of its own takes beside the entry, by its ruleset: the build says which files are whose. */
const manifest = JSON.parse(readFileSync(join(PAGES, '.vite/manifest.json'), 'utf8'));
const tables = Object.entries(manifest).flatMap(([source, { file }]) => {
  const [, ruleset] = /tables\/([^/]+)\/table\.tsx$/.exec(source) ?? [];
  return ruleset === undefined ? [] : [{ name: `table of ${ruleset}`, bytes: sizeOf(file), limit: LIMITS.table }];
});

const measured = [
  { name: 'entry', bytes: sum(entry), limit: LIMITS.entry },
  { name: 'styles', bytes: sum(css), limit: LIMITS.css },
  ...tables,
];
for (const { name, bytes, limit } of measured) {
  console.log(`${bytes > limit ? 'TOO LARGE ' : ''}${name}: ${bytes} of ${limit} bytes`);
}
process.exitCode = measured.some(({ bytes, limit }) => bytes > limit) ? 1 : 0;
