import { join } from 'node:path';
import { defineConfig } from 'vite';
import { HASHING } from './hashing-alias.ts';

const source = (file: string) => join(import.meta.dirname, 'src', file);

/** Builds the published package: each entry and each ruleset is a file of its own. */
export default defineConfig({
  root: import.meta.dirname,
  resolve: { alias: [HASHING] },
  build: {
    lib: { entry: { index: source('croupier-client.ts'), rules: source('rules/index.ts') }, formats: ['es'] },
    outDir: 'dist',
    emptyOutDir: false, // the types are in the same folder
    target: 'es2023',
    sourcemap: true,
    rolldownOptions: { output: { minify: true, chunkFileNames: 'rules/[name]-[hash].js' } },
  },
});
