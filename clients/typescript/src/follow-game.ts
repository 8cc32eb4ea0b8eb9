import { answerOf } from './answer.ts';
import type { Connection } from './connection.ts';
import { follow, type Line } from './follow.ts';
import type { GameEvent, TurnList, Viewer } from './types.ts';

interface Listener {
  signal: AbortSignal;
  onLine(line: Line): void;
}

export interface GameListener extends Listener {
  /** some events, oldest first, each told once unless the line breaks between two of one version */
  onEvents(events: GameEvent[]): void;
  /** the database was put back: what was told after this version never happened */
  onTakenBack(version: number): void;
}

export interface FollowedGame {
  gameId: string;
  /** through whose eyes */
  viewer: Viewer;
  /** the version that is known already */
  version: number;
  /** besides those that say who calls, such as the invite code of a private game */
  headers?: Record<string, string>;
}

const WAIT_SECONDS = 25;

/** Tells what happens in a game, with a sentence for each event in which players are named. */
export function followGame(connection: Connection, game: FollowedGame, listener: GameListener): Promise<void> {
  const { gameId, viewer, version, headers = {} } = game;
  const { signal, onEvents, onTakenBack, onLine } = listener;
  return follow(connection, {
    path: `/v1/games/${gameId}/events?seat=${viewer}&text=true&names=true`,
    headers,
    lastId: String(version),
    signal,
    onLine,
    onMessage({ event, data }) {
      if (event === 'takenBack') onTakenBack((JSON.parse(data) as { version: number }).version);
      else onEvents([JSON.parse(data) as GameEvent]);
    },
    async poll(lastId) {
      const after = Number.parseInt(lastId ?? '0', 10);
      const query = { seat: viewer, after, wait: WAIT_SECONDS, text: true, names: true };
      const params = { path: { gameId }, query, header: headers };
      const answer = await answerOf(connection.api.GET('/v1/games/{gameId}/events', { params, signal }));
      if (!answer.ok) throw new Error(answer.refusal.detail);
      const page = answer.value;
      if (typeof page === 'string') throw new Error('a stream where a page was asked for');
      if (page.next !== null && page.next < after) onTakenBack(page.next);
      if (page.events.length > 0) onEvents(page.events);
      return String(page.next ?? page.events.at(-1)?.version ?? after);
    },
  });
}

export interface TurnsListener extends Listener {
  /** all that waits for the caller now */
  onTurns(turns: TurnList): void;
}

/** Tells which games wait for the caller, now and whenever that changes. */
export function followTurns(connection: Connection, { signal, onTurns, onLine }: TurnsListener): Promise<void> {
  let etag: string | null = null;
  return follow(connection, {
    path: '/v1/me/turns/stream',
    lastId: null,
    signal,
    onLine,
    onMessage: ({ data }) => onTurns(JSON.parse(data) as TurnList),
    async poll(lastId) {
      const header = etag === null ? {} : { 'if-none-match': etag };
      const params = { query: { wait: WAIT_SECONDS }, header };
      const { data, response } = await connection.api.GET('/v1/me/turns', { params, signal });
      if (!response.ok && response.status !== 304) throw new Error(`refused with ${response.status}`);
      etag = response.headers.get('etag') ?? etag;
      if (data !== undefined) onTurns(data);
      return lastId;
    },
  });
}
