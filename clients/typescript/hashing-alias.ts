import { join } from 'node:path';
import type { Alias } from 'vite';

/** Replaces the hashing module of the rules by one for browsers: the original needs Node.js. */
export const HASHING: Alias = {
  find: /^(\.|.*\/kernel)\/hashing\.ts$/,
  replacement: join(import.meta.dirname, 'src/hashing.ts'),
};
