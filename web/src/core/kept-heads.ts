import { browserStorage } from './storage.ts';
import type { KeptHead } from './verification.ts';

/** One origin may serve several services under different paths. */
const KEY = `croupier-heads ${new URL('.', document.baseURI).pathname}`;
/** Each head binds everything before it, so a few per game are enough. */
const MOST_A_GAME = 20;
const MOST_GAMES = 100;

type Kept = Record<string, KeptHead[]>;

/** Heads shown in this browser during the game, lowest version first. */
export function keptHeads(gameId: string): KeptHead[] {
  return read()[gameId] ?? [];
}

/** Keeps only the first head shown for a version. */
export function keepHead(gameId: string, shown: KeptHead): void {
  const { [gameId]: known = [], ...others } = read();
  if (known.some(({ version }) => version === shown.version)) return;
  const heads = [...known, { version: shown.version, head: shown.head }].sort((a, b) => a.version - b.version);
  const newestGames = Object.entries({ ...others, [gameId]: thinned(heads) }).slice(-MOST_GAMES);
  browserStorage.write(KEY, Object.fromEntries(newestGames));
}

/** Removes every other head of the older half, so that all parts of the game stay covered. */
function thinned(heads: KeptHead[]): KeptHead[] {
  if (heads.length <= MOST_A_GAME) return heads;
  const half = heads.length / 2;
  return heads.filter((_, i) => i >= half || i % 2 === 0);
}

function read(): Kept {
  const kept = browserStorage.read(KEY);
  return typeof kept === 'object' && kept !== null ? (kept as Kept) : {};
}
