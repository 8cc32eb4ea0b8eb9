import { defineConfig } from 'vite';
import { HASHING } from '../clients/typescript/hashing-alias.ts';

/** The pages, made for browsers that are at most three years old; they work under any path. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  publicDir: 'public',
  // Never for development, so that the words have one runtime under each NODE_ENV.
  oxc: { jsx: { runtime: 'automatic', importSource: '#words', development: false } },
  resolve: { alias: [HASHING] },
  worker: { format: 'es' },
  build: {
    outDir: '../dist/pages',
    emptyOutDir: true,
    manifest: true, // which file is whose, for scripts/pages-size.mjs
    target: 'es2023',
    modulePreload: { polyfill: false }, // it would be a script in the page itself, which the policy refuses
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // most tables need all of these: one file is smaller than five
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: 'parts', test: /src\/(parts\/(card|offer|who)|core\/(table-props|use-narrow))\./ }],
        },
      },
    },
  },
});
