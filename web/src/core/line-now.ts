import type { Line } from './api.ts';

export function lineNow<L extends Line>(line: L): L | 'offline' {
  return line === 'waiting' && !navigator.onLine ? 'offline' : line;
}
