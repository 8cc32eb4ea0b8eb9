import { browserStorage } from './storage.ts';
import type { KeptHead } from './verification.ts';

/** One origin may hold several services, each below a path of its own. */
const KEY = `croupier-heads ${new URL('.', document.baseURI).pathname}`;
/** One head binds all that came before it: a few from the whole course of a game are more than enough. */
const MOST_A_GAME = 20;
const MOST_GAMES = 100;

type Kept = Record<string, KeptHead[]>;

/** The heads that this browser was shown while a game was played, lowest version first. */
export function keptHeads(gameId: string): KeptHead[] {
  return read()[gameId] ?? [];
}

/** Keeps the head of a version that was shown, and of each version the first that was. */
export function keepHead(gameId: string, shown: KeptHead): void {
  const { [gameId]: known = [], ...others } = read();
  if (known.some(({ version }) => version === shown.version)) return;
  const heads = [...known, { version: shown.version, head: shown.head }].sort((a, b) => a.version - b.version);
  const newestGames = Object.entries({ ...others, [gameId]: thinned(heads) }).slice(-MOST_GAMES);
  browserStorage.write(KEY, Object.fromEntries(newestGames));
}

/** Every other one of the older half goes, so that some of each part of the game stay. */
function thinned(heads: KeptHead[]): KeptHead[] {
  if (heads.length <= MOST_A_GAME) return heads;
  const half = heads.length / 2;
  return heads.filter((_, i) => i >= half || i % 2 === 0);
}

function read(): Kept {
  const kept = browserStorage.read(KEY);
  return typeof kept === 'object' && kept !== null ? (kept as Kept) : {};
}
