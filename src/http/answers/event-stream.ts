import { Readable } from 'node:stream';
import type { Known, Subscriptions, Watch } from '../../eventlog/subscriptions.ts';
import type { Reader } from '../../games/model/access.ts';
import { type Game, type GameHeader, isOver } from '../../games/model/game.ts';
import type { SeenEvent } from '../../games/model/house-events.ts';
import type { EventPosition, EventReader, Rewound } from '../../games/queries/event-reader.ts';
import type { GameReader } from '../../games/queries/game-reader.ts';
import { HEAD_CHARACTERS } from './bodies.ts';
import type { ChatLine } from './chat-line.ts';

export const EVENT_STREAM = 'text/event-stream';
const REWOUND = 'rewound';

const RECONNECT_MS = 1_000;
/** A reader that takes nothing for this long is disconnected; it can resume. */
const STUCK_MS = 60_000;
/** Most events in memory per reader. */
export const EVENTS_AT_ONCE = 100;
const POSITION = new RegExp(`^(\\d{1,10})(?:\\.(\\d{1,10}))?(?:\\.([0-9a-f]{${HEAD_CHARACTERS}}))?$`);

export function positionIn(lastEventId: string): EventPosition | null {
  const [, version, index, head = null] = POSITION.exec(lastEventId) ?? [];
  if (version === undefined) return null;
  return { version: Number(version), index: index === undefined ? null : Number(index), head };
}

export interface Pace {
  subscriptions: Subscriptions;
  /** milliseconds without an event until a keep-alive comment */
  quietMs: number;
  gone: AbortSignal;
  giveUp(): void;
}

/** `known`: what the next news must differ from; null: look again at once. */
interface News {
  text: string;
  known: Known | null;
}

/** Fetches nothing before the reader has room for it. Ends when `next` returns null. */
export async function* newsStream(
  first: string,
  pace: Pace,
  { watch, next }: { watch(): Watch; next(watch: Watch): Promise<News | null> },
): AsyncGenerator<string> {
  const { subscriptions, quietMs, gone } = pace;
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
}

export interface StreamParts extends Pace {
  gameReader: GameReader;
  reader: Reader;
  eventReader: EventReader;
  /** null: no chat events */
  chat: ChatLine | null;
  opening: { rewound: Rewound | null; events: readonly SeenEvent[] };
}

/** Holds at most one page in memory. Ends with the game. */
export function eventStream(game: Game, parts: StreamParts): Readable {
  const text = async function* () {
    try {
      yield* textOf(game, parts);
    } finally {
      parts.chat?.stop();
    }
  };
  return Readable.from(text(), { objectMode: false });
}

function textOf({ header }: Game, parts: StreamParts): AsyncGenerator<string> {
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
  });
}

/** Each event names its ruleset, because it stands alone. */
function textOfEvents({ ruleset }: GameHeader, events: readonly SeenEvent[]): string {
  const played = { ruleset: ruleset.id, rulesVersion: ruleset.rulesVersion };
  return events
    .map((event) => `id: ${event.id}.${beginningOf(event.head)}\ndata: ${JSON.stringify({ ...played, ...event })}\n\n`)
    .join('');
}

/** Tells the reader that everything after that version never happened. */
function textOfLoss(rewound: Rewound | null): string {
  if (rewound === null) return '';
  const { version, head } = rewound;
  const id = head === null ? `${version}` : `${version}.${beginningOf(head)}`;
  return `event: ${REWOUND}\nid: ${id}\ndata: ${JSON.stringify({ version, head })}\n\n`;
}

function beginningOf(head: string): string {
  return head.slice(0, HEAD_CHARACTERS);
}

export function* unlessStuck(text: string, { giveUp }: { giveUp(): void }): Generator<string> {
  const timer = setTimeout(giveUp, STUCK_MS);
  try {
    yield text;
  } finally {
    clearTimeout(timer);
  }
}
