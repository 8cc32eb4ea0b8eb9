import type { Connection } from './connection.ts';
import { sleep, Unreachable } from './patient-fetch.ts';
import type { GameSummary } from './types.ts';

const WAIT_SECONDS = 25;
const PAUSE_MS = 5_000;
const GAMES = 20;

/** Reports the games with open seats, now and after each change. Resolves when the signal aborts. */
export async function followLobby(
  connection: Connection,
  { signal, onGames }: { signal: AbortSignal; onGames(games: GameSummary[]): void },
): Promise<void> {
  let etag: string | null = null;
  while (!signal.aborted) {
    try {
      const asked: Page = await pageOf(connection, etag, signal);
      if (asked.games !== null) onGames(asked.games);
      else if (!asked.isSame) await sleep(PAUSE_MS, signal);
      etag = asked.etag ?? etag;
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Unreachable)) throw error;
    }
  }
}

interface Page {
  /** null: the list has not changed, or could not be read */
  games: GameSummary[] | null;
  isSame: boolean;
  etag: string | null;
}

/** Returns the first page as soon as it differs from `etag`; at once if there is no `etag`. */
async function pageOf({ api }: Connection, etag: string | null, signal: AbortSignal): Promise<Page> {
  const query = { openSeats: true, limit: GAMES, ...(etag === null ? {} : { wait: WAIT_SECONDS }) };
  const header = etag === null ? {} : { 'if-none-match': etag };
  const { data, response } = await api.GET('/v1/games', { params: { query, header }, signal });
  return { games: data?.games ?? null, isSame: response.status === 304, etag: response.headers.get('etag') };
}
