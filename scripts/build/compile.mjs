// Compiles the trees into `dist`: one file for each program, thread and module that is named somewhere, and chunks for what these
// share, so that a start loads few files. `npm run types` checks the types; the build does not, and so takes seconds.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesIn } from './files.mjs';

/** What is run, or imported, from `dist`: by package.json, by `src/places.ts`, and by programs that are not compiled themselves. */
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

/** The sources of which there is a file of that name in `dist`. */
export function entries() {
  const named = NAMING.filter((file) => existsSync(file)).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(NAMED)].map(([, name]) => name),
  );
  return [...new Set(named)].filter((name) => existsSync(`${name}.ts`)).sort();
}

/**
 * Writes the sources `names`, with all that they import, below `folder`. Returns the paths of all files. With `asModules` each module
 * is a file of its own. Throws if a source cannot be parsed or found, and then writes nothing.
 */
export async function compileInto(folder, names = entries(), { asModules = false } = {}) {
  const { build } = await import('vite'); // a build that finds all current does not need it
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
        // src/places.ts tells paths by its own, and so always is a file of its own
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
