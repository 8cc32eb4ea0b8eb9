// Preloaded by modules-at-start.mjs: appends the path of each loaded module to the file MODULES.
import { appendFileSync } from 'node:fs';
import Module, { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';

const list = process.env.MODULES;

/** Node.js calls this hook for imports, in another thread. */
export async function load(url, context, next) {
  if (url.startsWith('file:')) appendFileSync(list, `${fileURLToPath(url)}\n`);
  return next(url, context);
}

if (isMainThread && process.argv[1] !== undefined) {
  register(import.meta.url);
  process.on('exit', () => appendFileSync(list, `${Object.keys(Module._cache).join('\n')}\n`));
}
