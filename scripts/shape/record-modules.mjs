// Preloaded into a server by modules-at-start.mjs: writes the path of each module that it loads to the file MODULES.
import { appendFileSync } from 'node:fs';
import Module, { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';

const list = process.env.MODULES;

/** Called by Node.js in a thread of its own, for what is imported. */
export async function load(url, context, next) {
  if (url.startsWith('file:')) appendFileSync(list, `${fileURLToPath(url)}\n`);
  return next(url, context);
}

if (isMainThread && process.argv[1] !== undefined) {
  register(import.meta.url);
  process.on('exit', () => appendFileSync(list, `${Object.keys(Module._cache).join('\n')}\n`));
}
