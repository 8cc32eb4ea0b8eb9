import { answered } from './answer.ts';
import type { Connection } from './connection.ts';
import { sleep } from './patient-fetch.ts';
import { ProblemError } from './problem-error.ts';
import type { Game, NewGame, Schemas } from './types.ts';

/** What the player does. Without any of these fields the player plays all present and future games until the signal
 * aborts. */
export interface Career {
  /** games to create */
  create?: NewGame | readonly NewGame[];
  /** how many open seats to take, one in each game */
  join?: number;
  /** id of a competition to enter and play until it is complete */
  compete?: string;
  /** options of the entry, such as `concurrency`: the number of games at the same time */
  entry?: Schemas['NewEntry'];
  /** rated games to seek; the career ends when the seek is closed and its games are over */
  seek?: Schemas['NewSeek'];
}

/** The pause between two searches for open seats. */
const SEARCH_MS = 1_000;
const WAIT_SECONDS = 25;
const MOST = 100;

/** Creates, joins and enters what the career asks for. Returns a function that resolves when all of this is over; null:
 * only the signal ends the career. */
export async function begin(
  connection: Connection,
  { create = [], join = 0, compete, entry = {}, seek }: Career,
  signal: AbortSignal,
): Promise<(() => Promise<void>) | null> {
  const ids = [...(await created(connection, [create].flat(), signal)), ...(await joined(connection, join, signal))];
  const ends = ids.map((gameId) => () => gameOver(connection, gameId, signal));
  if (compete !== undefined) {
    const params = { path: { competitionId: compete } };
    await answered(connection.api.POST('/v1/competitions/{competitionId}/entries', { params, body: entry, signal }));
    ends.push(() => competitionOver(connection, compete, signal));
  }
  if (seek !== undefined) {
    const { id } = await answered(connection.api.POST('/v1/me/seeks', { body: seek, signal }));
    ends.push(() => seekOver(connection, id, signal));
  }
  if (ends.length === 0) return null;
  return async () => {
    for (const end of ends) await end();
  };
}

async function created({ api }: Connection, games: readonly NewGame[], signal: AbortSignal): Promise<string[]> {
  const ids: string[] = [];
  for (const body of games) ids.push((await answered(api.POST('/v1/games', { body, signal }))).id);
  return ids;
}

async function joined({ api }: Connection, most: number, signal: AbortSignal): Promise<string[]> {
  const ids = new Set<string>();
  while (ids.size < most) {
    const params = { query: { openSeats: true, limit: MOST } };
    const { games } = await answered(api.GET('/v1/games', { params, signal }));
    for (const { id } of games) {
      if (ids.size === most || ids.has(id)) continue;
      const sat = await api.POST('/v1/games/{gameId}/seats', { params: { path: { gameId: id } }, body: {}, signal });
      if (sat.error === undefined) ids.add(id); // another player may have been faster
    }
    if (ids.size < most) await sleep(SEARCH_MS, signal);
  }
  return [...ids];
}

async function gameOver({ api }: Connection, gameId: string, signal: AbortSignal): Promise<void> {
  for (let after = 0; ; ) {
    const game: Game = await answered(
      api.GET('/v1/games/{gameId}', {
        params: { path: { gameId }, query: { after, wait: WAIT_SECONDS } },
        signal,
      }),
    );
    if (game.status === 'finished' || game.status === 'aborted') return;
    after = game.version;
  }
}

async function competitionOver({ api }: Connection, competitionId: string, signal: AbortSignal): Promise<void> {
  for (let after = 0; ; ) {
    const params = { path: { competitionId }, query: { after, wait: WAIT_SECONDS } };
    const competition = await answered(api.GET('/v1/competitions/{competitionId}', { params, signal }));
    if (competition.complete) return;
    after = competition.version;
  }
}

async function seekOver({ api }: Connection, seekId: string, signal: AbortSignal): Promise<void> {
  for (let after = 0; ; ) {
    const params = { path: { seekId }, query: { after, wait: WAIT_SECONDS } };
    const seek = await answered(api.GET('/v1/me/seeks/{seekId}', { params, signal }));
    if (seek.status !== 'open' && seek.runningGames.length === 0) return;
    after = seek.version;
  }
}

/** Reads a game; null: the player may no longer see it. */
export async function gameNow({ api }: Connection, gameId: string): Promise<Game | null> {
  try {
    const params = { path: { gameId } };
    return await answered(api.GET('/v1/games/{gameId}', { params }));
  } catch (error) {
    if (error instanceof ProblemError && error.status === 404) return null;
    throw error;
  }
}
