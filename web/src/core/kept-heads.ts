import { browserStorage } from './storage.ts';
import type { KeptHead } from './verification.ts';

/** One origin may have several services under different paths, so the key contains the path. */
const KEY = `croupier-heads ${new URL('.', document.baseURI).pathname}`;
/** The hash of an event covers all events before it, so a few hashes for each game are enough. */
const MOST_A_GAME = 20;
const MOST_GAMES = 100;

type Kept = Record<string, KeptHead[]>;

/** Returns the stored heads (hashes of the last event that the player had seen), those of low versions first. */
export function keptHeads(gameId: string): KeptHead[] {
  return read()[gameId] ?? [];
}

/** Stores a head that the player has seen. For each version, only the first head is stored. */
export function keepHead(gameId: string, shown: KeptHead): void {
  const { [gameId]: known = [], ...others } = read();
  if (known.some(({ version }) => version === shown.version)) return;
  const heads = [...known, { version: shown.version, head: shown.head }].sort((a, b) => a.version - b.version);
  const newestGames = Object.entries({ ...others, [gameId]: thinned(heads) }).slice(-MOST_GAMES);
  browserStorage.write(KEY, Object.fromEntries(newestGames));
}

/** Removes every other head of the older half, so that heads of all parts of the game stay. */
function thinned(heads: KeptHead[]): KeptHead[] {
  if (heads.length <= MOST_A_GAME) return heads;
  const half = heads.length / 2;
  return heads.filter((_, i) => i >= half || i % 2 === 0);
}

function read(): Kept {
  const kept = browserStorage.read(KEY);
  return typeof kept === 'object' && kept !== null ? (kept as Kept) : {};
}
