import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { done, type Result, wrong } from '../../eventlog/result.ts';
import type { Known, Subscriptions, Watch } from '../../eventlog/subscriptions.ts';
import type { Chat } from '../../games/chat/chat.ts';
import { type Game, type GameHeader, isOver, type Reader, seatsOf } from '../../games/model/game.ts';
import type { SeenEvent } from '../../games/model/house-events.ts';
import type { EventPosition, EventReader, Rewound } from '../../games/queries/event-reader.ts';
import type { GameReader } from '../../games/queries/game-reader.ts';
import { HEAD_CHARACTERS } from './bodies.ts';

export const EVENT_STREAM = 'text/event-stream';

const RECONNECT_MS = 1_000;
/** A reader that takes no data for this long is disconnected. It may reconnect and continue. */
const STUCK_MS = 60_000;
/** The number of events that may be in memory for each reader. */
export const EVENTS_AT_ONCE = 100;
const POSITION = new RegExp(`^(\\d{1,10})(?:\\.(\\d{1,10}))?(?:\\.([0-9a-f]{${HEAD_CHARACTERS}}))?$`);

/** Returns where a stream continues: after `Last-Event-ID`, or else after the version `after`. `example` is an event id
 * for the error. */
export function placeIn(request: FastifyRequest, after: number, example: string): Result<EventPosition> {
  const lastId = request.headers['last-event-id'];
  if (typeof lastId !== 'string') return done({ version: after, index: null, head: null });
  const [, version, index, head = null] = POSITION.exec(lastId) ?? [];
  if (version !== undefined) {
    return done({ version: Number(version), index: index === undefined ? null : Number(index), head });
  }
  return wrong(
    'The header `Last-Event-ID` does not have the form of an id of an event.',
    '/last-event-id',
    `must be the id of an event, such as ${example}`,
  );
}

export interface Pace {
  subscriptions: Subscriptions;
  /** milliseconds without an event until a keep-alive comment is sent */
  quietMs: number;
  gone: AbortSignal;
  giveUp(): void;
}

/** Text to send. Then the stream waits until there is something newer than `known`; null: it fetches more at once. */
interface News {
  text: string;
  known: Known | null;
}

interface Source {
  watch(): Watch;
  /** returns the next text to send; null: the stream ends */
  next(watch: Watch): Promise<News | null>;
  stop?: (() => void) | undefined;
}

/** Streams texts. Fetches the next text only when the reader can take it. */
export function newsStream(first: string, pace: Pace, source: Source): Readable {
  return Readable.from(textOf(first, pace, source), { objectMode: false });
}

async function* textOf(first: string, pace: Pace, { watch, next, stop }: Source): AsyncGenerator<string> {
  const { subscriptions, quietMs, gone } = pace;
  try {
    yield* unlessStuck(`retry: ${RECONNECT_MS}\n\n${first}`, pace);
    while (!gone.aborted && !subscriptions.closed) {
      const watching = watch();
      try {
        const news = await next(watching);
        if (news === null) return;
        if (news.text !== '') yield* unlessStuck(news.text, pace);
        if (news.known === null) continue;
        const woken = await watching.until(quietMs, news.known, gone);
        if (woken === 'closing' || gone.aborted) return;
        if (woken === 'time-up') yield* unlessStuck(': still here\n\n', pace);
      } finally {
        watching.stop();
      }
    }
  } finally {
    stop?.();
  }
}

interface StreamParts extends Pace {
  gameReader: GameReader;
  reader: Reader;
  eventReader: EventReader;
  /** the source of chat events; null: the stream has none */
  chat: ChatLine | null;
  opening: { rewound: Rewound | null; events: readonly SeenEvent[] };
}

/** Streams the events of a game and ends when the game ends. Has at most one page in memory. */
export function eventStream({ header }: Game, parts: StreamParts): Readable {
  const { gameReader, subscriptions, reader, eventReader, chat, opening } = parts;
  const first = `${textOfLoss(opening.rewound)}${textOfEvents(header, opening.events)}`;
  return newsStream(first, parts, {
    watch: () => subscriptions.watch(header.id),
    next: async (watch) => {
      const opened = await gameReader.open(reader, header.id);
      if (!opened.ok) return null;
      const game = opened.value;
      const said = (await chat?.news(game)) ?? '';
      chat?.wakes(watch);
      const besides = `${said}${textOfLoss(await eventReader.rewind(game))}`;
      const events = await eventReader.next(game, EVENTS_AT_ONCE);
      if (events !== null) return { text: `${besides}${textOfEvents(header, events)}`, known: null };
      if (!isOver(game)) return { text: besides, known: game };
      return besides === '' ? null : { text: besides, known: null };
    },
    stop: chat?.stop,
  });
}

/** Writes events. Each one names its ruleset, because clients handle events one by one. */
function textOfEvents({ ruleset }: GameHeader, events: readonly SeenEvent[]): string {
  const played = { ruleset: ruleset.id, rulesVersion: ruleset.rulesVersion };
  return events.map((event) => textOfEvent(event.id, event.head, { ...played, ...event })).join('');
}

/** Writes an event which says that the database has lost everything after a version; empty if nothing was lost. */
export function textOfLoss(rewound: Rewound | null): string {
  return rewound === null ? '' : `event: rewound\n${textOfEvent(rewound.version, rewound.head, rewound)}`;
}

export function textOfEvent(place: string | number, head: string | null, data: object): string {
  const id = head === null ? `${place}` : `${place}.${head.slice(0, HEAD_CHARACTERS)}`;
  return `id: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}

export function* unlessStuck(text: string, { giveUp }: { giveUp(): void }): Generator<string> {
  const timer = setTimeout(giveUp, STUCK_MS);
  try {
    yield text;
  } finally {
    clearTimeout(timer);
  }
}

const NEWEST = { limit: 1, peek: true };
/** With a longer delay, Node fires a timer at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

type ChatLine = ReturnType<typeof chatLine>;

/** Returns the source of `chat` events for one stream. Each event names the newest message that the reader may read. */
export function chatLine(chat: Chat, reader: Reader, gameId: string) {
  let watch: Watch | null = null;
  let isStale = true;
  let sat = false;
  let sent: string | null = null;
  let wake = () => {};
  return {
    wakes(streamWatch: Watch): void {
      wake = streamWatch.stop;
      if (isStale) streamWatch.stop();
    },

    /** returns an empty text if there is no new message that the reader may read */
    async news(game: Game): Promise<string> {
      const { playerId } = reader;
      const sits = playerId !== null && seatsOf(game, playerId).length > 0;
      if (!isStale && sits === sat) return '';
      sat = sits;
      watch?.stop();
      isStale = false;
      watch = chat.watch(gameId);
      const listed = await chat.list(reader, gameId, NEWEST);
      if (!listed.ok) return '';
      const { messages, mark } = listed.value;
      void watch.until(LONGEST_TIMER_MS, mark).then((woken) => {
        if (woken === 'gone') return;
        isStale = true;
        wake();
      });
      const newest = messages[0]?.id ?? null;
      if (newest === null || newest === sent) return '';
      sent = newest;
      return `event: chat\ndata: ${JSON.stringify({ newest })}\n\n`;
    },

    stop: (): void => watch?.stop(),
  };
}
