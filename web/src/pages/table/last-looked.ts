import { browserStorage } from '../../core/storage.ts';

const MOST = 100;
const KEY = 'croupier looked';

type Looked = [gameId: string, version: number][];

export function lastLookedAt(gameId: string): number | null {
  return kept().find(([id]) => id === gameId)?.[1] ?? null;
}

export function lookedAt(gameId: string, version: number): void {
  const others = kept().filter(([id]) => id !== gameId);
  browserStorage.write(KEY, [[gameId, version], ...others].slice(0, MOST));
}

function kept(): Looked {
  const value = browserStorage.read(KEY);
  return Array.isArray(value) ? (value as Looked) : [];
}
