import type { Line } from './api.ts';

/** `offline`: no news, and the browser reports no network. */
export function lineNow<L extends Line>(line: L): L | 'offline' {
  return line === 'waiting' && !navigator.onLine ? 'offline' : line;
}
