import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const READING = /readFileSync\(new URL\('(\.\/[\w.-]+)', import\.meta\.url\), 'utf8'\)/g;

/** Rulesets read their decks from the file beside them; in a browser the text of the file stands there itself. */
function texts(): Plugin {
  return {
    name: 'texts-beside-rules',
    enforce: 'pre',
    transform(code, id) {
      if (!id.includes('/src/rulesets/') || !code.includes('readFileSync(')) return null;
      const inlined = code.replace(READING, (_, file) => JSON.stringify(readFileSync(join(dirname(id), file), 'utf8')));
      return { code: inlined.replace(/^import .* from 'node:fs';$/m, ''), map: null };
    },
  };
}

/** The pages, made for browsers that are at most three years old; they work under any path. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  publicDir: 'public',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  // the runtime that hashes for the rules is not there in browsers
  resolve: {
    alias: [
      { find: /^(\.|.*\/kernel)\/hashing\.ts$/, replacement: join(import.meta.dirname, 'src/verify/hashing.ts') },
    ],
  },
  worker: { format: 'es', plugins: () => [texts()] },
  build: {
    outDir: '../dist/pages',
    emptyOutDir: true,
    manifest: true, // which file is whose, for scripts/pages-size.mjs
    target: 'es2023',
    modulePreload: { polyfill: false }, // it would be a script in the page itself, which the policy refuses
    assetsInlineLimit: 0,
  },
});
