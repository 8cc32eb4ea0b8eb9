import type { Line } from './api.ts';

/** How news come, or `offline`: they do not, and the browser says that it has no network. */
export function lineNow<L extends Line>(line: L): L | 'offline' {
  return line === 'waiting' && !navigator.onLine ? 'offline' : line;
}
