import { defineConfig } from 'vite';
import { HASHING } from '../clients/typescript/hashing-alias.ts';

/** Builds the pages for browsers that are at most three years old. They work under any path. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  publicDir: 'public',
  // never for development, so that the words have the same runtime under each NODE_ENV
  oxc: { jsx: { runtime: 'automatic', importSource: '#words', development: false } },
  resolve: { alias: [HASHING] },
  worker: { format: 'es' },
  build: {
    outDir: '../dist/pages',
    emptyOutDir: true,
    manifest: true, // tells scripts/pages-size.mjs which file belongs to which page
    target: 'es2023',
    modulePreload: { polyfill: false }, // it would be a script in the page itself, which the policy forbids
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // most tables need all of these, and one file is smaller than five
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: 'parts', test: /src\/(parts\/(card|offer|who)|core\/(table-props|use-narrow))\./ }],
        },
      },
    },
  },
});
