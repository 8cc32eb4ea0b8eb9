import { answered } from './answer.ts';
import type { Connection } from './connection.ts';
import { follow, type Listener } from './follow.ts';
import { ProblemError } from './problem-error.ts';
import type { GameEvent, TurnList, TurnsAsked, Viewer } from './types.ts';

export interface GameListener extends Listener {
  /** called with events, the oldest first, each once */
  onEvents(events: GameEvent[]): void;
  /** called when the database was restored: events after this version no longer count */
  onRewound(version: number): void;
  /** called with the id of the newest chat message while the stream is live; if omitted, the chat is not followed */
  onChat?(newest: string): void;
}

export interface FollowedGame {
  gameId: string;
  /** the seat or spectator for whom events are reported */
  viewer: Viewer;
  /** reports events after this version */
  version: number;
  /** `text`: events have sentences; `names`: sentences name players. By default true */
  text?: boolean;
  names?: boolean;
  /** additional headers, such as the invite code of a private game */
  headers?: Record<string, string>;
}

export function followGame(connection: Connection, game: FollowedGame, listener: GameListener): Promise<void> {
  const { gameId, viewer, version, text = true, names = true, headers = {} } = game;
  const { signal, onEvents, onRewound, onChat } = listener;
  const chat = onChat === undefined ? '' : '&chat=true';
  return follow(connection, {
    ...listener,
    path: `/v1/games/${gameId}/events/stream?seat=${viewer}&text=${text}&names=${names}${chat}`,
    headers,
    lastId: String(version),
    onMessage({ event, data }) {
      if (event === 'rewound') onRewound((JSON.parse(data) as { version: number }).version);
      else if (event === 'chat') onChat?.((JSON.parse(data) as { newest: string }).newest);
      else onEvents([JSON.parse(data) as GameEvent]);
    },
    async poll(lastId, wait) {
      const { after, isTold } = toldUntil(lastId);
      const query = { seat: viewer, after, wait, text, names };
      const params = { path: { gameId }, query, header: headers };
      const page = await answered(connection.api.GET('/v1/games/{gameId}/events', { params, signal }));
      if (page.next !== null && page.next < after) onRewound(page.next);
      const events = page.events.filter((event) => !isTold(event));
      if (events.length > 0) onEvents(events);
      return String(page.next ?? page.events.at(-1)?.version ?? after);
    },
  });
}

/** Parses a last event id: a complete version, or `version.index.head` if the stream broke within a version. A poll
 * then repeats events of that version; `isTold` is true for those that the stream has reported. */
function toldUntil(lastId: string | null): {
  after: number;
  isTold(event: { version: number; index: number }): boolean;
} {
  const [version = 0, index] = (lastId ?? '0').split('.', 2).map(Number);
  if (index === undefined) return { after: version, isTold: () => false };
  return { after: Math.max(version - 1, 0), isTold: (event) => event.version === version && event.index <= index };
}

export interface TurnsListener extends Listener {
  onTurns(turns: TurnList): void;
  /** the query of `listTurns`; by default the first 500 */
  asked?: TurnsAsked;
}

/** The longest list that the service returns. */
const MOST = 500;

/** Reports the games that wait for the caller, now and after each change. */
export function followTurns(connection: Connection, listener: TurnsListener): Promise<void> {
  const { signal, onTurns, asked = { limit: MOST } } = listener;
  const query = new URLSearchParams(asked as Record<string, string>).toString();
  return follow(connection, {
    ...listener,
    path: `/v1/me/turns/stream?${query}`,
    lastId: null,
    isWhole: true,
    onMessage: ({ data }) => onTurns(JSON.parse(data) as TurnList),
    async poll(etag, wait) {
      const header = etag === null ? {} : { 'if-none-match': etag };
      const params = { query: { ...asked, wait }, header };
      const { data, error, response } = await connection.api.GET('/v1/me/turns', { params, signal });
      if (error !== undefined) throw new ProblemError(error);
      if (data !== undefined) onTurns(data);
      return response.headers.get('etag') ?? etag;
    },
  });
}
