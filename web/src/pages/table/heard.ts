import { browserStorage } from '../../core/storage.ts';

/** For this many games, the message read last is remembered. */
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
