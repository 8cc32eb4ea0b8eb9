import { join } from 'node:path';
import type { Alias } from 'vite';

/** Browsers lack the runtime's hashing that the rules use. */
export const HASHING: Alias = {
  find: /^(\.|.*\/kernel)\/hashing\.ts$/,
  replacement: join(import.meta.dirname, 'src/hashing.ts'),
};
