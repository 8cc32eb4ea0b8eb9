import { Readable } from 'node:stream';
import type { Following } from '../games/following.ts';
import type { Gallery, Place, Seen } from '../games/gallery.ts';
import { isOver } from '../games/game.ts';
import type { Reader, SeenEvent } from '../games/table.ts';
import type { Viewer } from '../kernel/ruleset.ts';

export const EVENT_STREAM = 'text/event-stream';

/** A sign of life, since proxies and phones drop connections on which nothing is said. */
const KEEP_ALIVE_MS = 15_000;
/** What a browser waits before it connects again. */
const RECONNECT_MS = 1_000;
/** A reader that takes nothing for so long is let go; it resumes where it was. */
const STUCK_MS = 60_000;
const PLACE = /^(\d{1,10})(?:\.(\d{1,10}))?$/;

/** The place that a `Last-Event-ID` names; null when it names none. */
export function placeIn(lastEventId: string): Place | null {
  const [, version, index] = PLACE.exec(lastEventId) ?? [];
  if (version === undefined) return null;
  return { version: Number(version), index: index === undefined ? null : Number(index) };
}

export interface StreamParts {
  gallery: Gallery;
  following: Following;
  reader: Reader;
  viewer: Viewer;
  from: Place;
  /** aborted when the connection is gone */
  gone: AbortSignal;
  /** ends the connection of a reader that is stuck */
  giveUp(): void;
}

/**
 * A game's events as server-sent events, from a place on. The stream is read at the reader's pace: nothing is fetched
 * before there is room for it, so that a slow reader costs no memory. It ends with the game.
 */
export function eventStream(first: Seen, parts: StreamParts): Readable {
  return Readable.from(textOf(first, parts), { objectMode: false });
}

async function* textOf({ game: { header, version } }: Seen, parts: StreamParts): AsyncGenerator<string> {
  const { gallery, following, reader, viewer, gone } = parts;
  let place = parts.from;
  yield* unlessStuck(`retry: ${RECONNECT_MS}\n\n`, parts);
  for (let known = version; !gone.aborted; ) {
    const watch = following.watch(header.id, known);
    try {
      const opened = await gallery.open(reader, header.id);
      if (!opened.ok) return;
      const game = opened.value;
      known = game.version;
      const { events, reached } = await gallery.eventsSince(game, viewer, place);
      for (const event of events) yield* unlessStuck(textOfEvent(event), parts);
      place = reached;
      if (isOver(game)) return;
      const woken = await watch.until(KEEP_ALIVE_MS, gone);
      if (woken === 'closing' || woken === 'gone') return;
      if (woken === 'time-up') yield* unlessStuck(': still here\n\n', parts);
    } finally {
      watch.stop();
    }
  }
}

function textOfEvent(event: SeenEvent): string {
  return `id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`;
}

function* unlessStuck(text: string, { giveUp }: StreamParts): Generator<string> {
  const timer = setTimeout(giveUp, STUCK_MS);
  try {
    yield text;
  } finally {
    clearTimeout(timer);
  }
}
