import { defineConfig } from 'vite';
import { HASHING } from '../clients/typescript/hashing-alias.ts';

/** Builds the pages for browsers that are at most three years old. They work under any path. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  publicDir: 'public',
  // no development mode, because it would need a second JSX runtime, `#words/jsx-dev-runtime`
  oxc: { jsx: { runtime: 'automatic', importSource: '#words', development: false } },
  resolve: { alias: [HASHING] },
  worker: { format: 'es' },
  build: {
    outDir: '../dist/pages',
    emptyOutDir: true,
    manifest: true, // tells scripts/pages-size.mjs which file belongs to which page
    target: 'es2023',
    modulePreload: { polyfill: false }, // the content security policy forbids this polyfill, an inline script
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // most game tables need all of these modules, and one file is smaller than five
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: 'parts', test: /src\/(parts\/(card|offer|who)|core\/(table-props|use-narrow))\./ }],
        },
      },
    },
  },
});
