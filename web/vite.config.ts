import { defineConfig } from 'vite';

/** The pages, made for browsers that are at most three years old; they work under any path. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  publicDir: 'public',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../dist/pages',
    emptyOutDir: true,
    manifest: true, // which file is whose, for scripts/pages-size.mjs
    target: 'es2023',
    modulePreload: { polyfill: false }, // it would be a script in the page itself, which the policy refuses
    assetsInlineLimit: 0,
  },
});
