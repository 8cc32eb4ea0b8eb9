import { browserStorage } from '../../core/storage.ts';

/** The browser stores the last read message of at most this many games. */
const MOST = 100;
const KEY = 'croupier heard';

type Heard = [gameId: string, messageId: string][];

export function lastHeard(gameId: string): string | null {
  return kept().find(([id]) => id === gameId)?.[1] ?? null;
}

export function heard(gameId: string, messageId: string): void {
  const others = kept().filter(([id]) => id !== gameId);
  browserStorage.write(KEY, [[gameId, messageId], ...others].slice(0, MOST));
}

function kept(): Heard {
  const value = browserStorage.read(KEY);
  return Array.isArray(value) ? (value as Heard) : [];
}
