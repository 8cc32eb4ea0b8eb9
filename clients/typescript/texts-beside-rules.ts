import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Alias, Plugin } from 'vite';

const READING = /readFileSync\(new URL\('(\.\/[\w.-]+)', import\.meta\.url\), 'utf8'\)/g;

/** Rulesets read their decks from the file beside them; where there are no files the text stands there itself. */
export function textsBesideRules(): Plugin {
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

/** The runtime that hashes for the rules is not there in browsers. */
export const HASHING: Alias = {
  find: /^(\.|.*\/kernel)\/hashing\.ts$/,
  replacement: join(import.meta.dirname, 'src/hashing.ts'),
};
