import { join } from 'node:path';
import type { Alias } from 'vite';

/** The runtime that hashes for the rules is not there in browsers. */
export const HASHING: Alias = {
  find: /^(\.|.*\/kernel)\/hashing\.ts$/,
  replacement: join(import.meta.dirname, 'src/hashing.ts'),
};
