import { join } from 'node:path';
import type { Alias } from 'vite';

/** Replaces the hashing module of the rules, which browsers lack. */
export const HASHING: Alias = {
  find: /^(\.|.*\/kernel)\/hashing\.ts$/,
  replacement: join(import.meta.dirname, 'src/hashing.ts'),
};
