// Compiles into `dist`. Bundles modules into chunks, so that a start loads few files. `npm run types` checks types.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesIn } from './files.mjs';

/** Finds paths in `dist` that package.json, `src/places.ts` or uncompiled programs name. */
const NAMED = /\b((?:src|rules|lab)\/[\w/-]+)\.js\b/g;
export const NAMING = [
  'package.json',
  'clients/mcp/package.json',
  'src/places.ts',
  ...['bench', 'lab', 'scripts', 'test'].flatMap(programsIn),
];

function programsIn(folder) {
  return filesIn(folder, /\.mjs$/);
}

export function entries() {
  const named = NAMING.filter((file) => existsSync(file)).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(NAMED)].map(([, name]) => name),
  );
  return [...new Set(named)].filter((name) => existsSync(`${name}.ts`)).sort();
}

// Returns the paths of all files it has written. `asModules`: one file for each module. Throws before it writes if a
// source is missing or invalid.
export async function compileInto(folder, names = entries(), { asModules = false } = {}) {
  const { build } = await import('vite'); // imported late, because a build with nothing to do does not need it
  const { output } = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      ssr: true,
      write: false,
      target: 'es2023',
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        // src/places.ts computes paths from its own location, so it must not become part of another file
        input: Object.fromEntries([...names, 'src/places'].map((name) => [name, `${name}.ts`])),
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          ...(asModules ? { preserveModules: true, preserveModulesRoot: '.' } : {}),
        },
      },
    },
  });
  for (const { fileName, code, source } of output) {
    const file = join(folder, fileName);
    mkdirSync(dirname(file), { recursive: true });
    const text = code ?? source;
    if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
  }
  return output.map(({ fileName }) => join(folder, fileName));
}
