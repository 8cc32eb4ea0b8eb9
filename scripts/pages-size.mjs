// Checks the gzipped size of the built pages: `npm run check -- pages`. Measures the scripts that index.html loads; for
// each page, the files that no other page needs, and all files that it loads besides those of index.html.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';

parseArgs({ options: {} }); // rejects all arguments

const PAGES = join(dirname(import.meta.dirname), 'dist/pages');
const KB = 1_000;
const LIMITS = { entry: 25 * KB, styles: 12 * KB, page: 14 * KB, visit: 34 * KB, table: 12 * KB, cloths: 20 * KB };
const PAGE = /^src\/pages\/([^/]+)\/\1\.tsx$/;
const TABLE = /^src\/tables\/([^/]+)\/table\.tsx$/;
const PAGE_OF_GAMES = 'src/pages/table/table.tsx';

const manifest = JSON.parse(readFileSync(join(PAGES, '.vite/manifest.json'), 'utf8'));
const index = readFileSync(join(PAGES, 'index.html'), 'utf8');

const sizeOf = (file) => gzipSync(readFileSync(join(PAGES, file)), { level: 9 }).length;
const sum = (files) => files.reduce((bytes, file) => bytes + sizeOf(file), 0);
const isStyle = (file) => file.endsWith('.css');

function filesOf(source, seen = new Set()) {
  if (seen.has(source)) return [];
  seen.add(source);
  const { file, css = [], imports = [] } = manifest[source];
  return [file, ...css, ...imports.flatMap((each) => filesOf(each, seen))];
}

const named = [...index.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, file]) => file);
if (named.length === 0) throw new Error('index.html names no script');
const entry = new Set([...named, ...filesOf('index.html')]);

const beyond = (there, source) => [...new Set(filesOf(source))].filter((file) => !there.has(file));

const pages = Object.keys(manifest)
  .filter((source) => PAGE.test(source))
  .map((source) => ({ name: PAGE.exec(source)[1], files: beyond(entry, source) }));
const isShared = (file) => pages.filter(({ files }) => files.includes(file)).length > 1;

const commonStyles = new Set([...entry, ...pages.flatMap(({ files }) => files.filter(isShared))].filter(isStyle));

const withGame = new Set([...entry, ...filesOf(PAGE_OF_GAMES)]);
const tables = Object.keys(manifest).flatMap((source) => {
  const [, ruleset] = TABLE.exec(source) ?? [];
  return ruleset === undefined ? [] : [{ name: `table of ${ruleset}`, files: beyond(withGame, source) }];
});
const cloths = [...new Set(tables.flatMap(({ files }) => files.filter(isStyle)))];

const measured = [
  { name: 'entry', files: [...entry].filter((file) => !isStyle(file)), limit: LIMITS.entry },
  { name: 'styles of several pages', files: [...commonStyles], limit: LIMITS.styles },
  ...pages.flatMap(({ name, files }) => [
    { name: `page ${name} by itself`, files: files.filter((file) => !isShared(file)), limit: LIMITS.page },
    { name: `page ${name} with what it shares`, files, limit: LIMITS.visit },
  ]),
  ...tables.map(({ name, files }) => ({ name, files: files.filter((file) => !isStyle(file)), limit: LIMITS.table })),
  { name: 'styles of all tables', files: cloths, limit: LIMITS.cloths },
].map(({ name, files, limit }) => ({ name, bytes: sum(files), limit }));
for (const { name, bytes, limit } of measured) {
  console.log(`${bytes > limit ? 'TOO LARGE ' : ''}${name}: ${bytes} of ${limit} bytes`);
}
process.exitCode = measured.some(({ bytes, limit }) => bytes > limit) ? 1 : 0;
