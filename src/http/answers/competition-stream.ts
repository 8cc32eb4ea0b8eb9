import { Readable } from 'node:stream';
import type { CompetitionEvent } from '../../competitions/model/events.ts';
import type { CompetitionReader } from '../../competitions/queries/competition-reader.ts';
import type { CompetitionEventReader, EventPlace, NextEvents } from '../../competitions/queries/event-reader.ts';
import type { Subscriptions } from '../../eventlog/subscriptions.ts';
import type { Reader } from '../../games/model/access.ts';
import { HEAD_CHARACTERS } from './bodies.ts';
import { EVENTS_AT_ONCE, RECONNECT_MS, unlessStuck } from './event-stream.ts';

export interface CompetitionStreamParts {
  reader: CompetitionReader;
  subscriptions: Subscriptions;
  /** who asks */
  caller: Reader;
  eventReader: CompetitionEventReader;
  /** the first of what is told */
  opening: NextEvents;
  /** after so many milliseconds without an event comes a sign of life */
  quietMs: number;
  /** aborted when there is nobody left to tell */
  gone: AbortSignal;
  /** ends the connection of a reader that is stuck */
  giveUp(): void;
}

/** A competition's events as server-sent events, read at the reader's pace. The stream ends when the competition is complete. */
export function competitionStream(competitionId: string, parts: CompetitionStreamParts): Readable {
  return Readable.from(textOf(competitionId, parts), { objectMode: false });
}

async function* textOf(competitionId: string, parts: CompetitionStreamParts): AsyncGenerator<string> {
  const { reader, subscriptions, caller, eventReader, opening, quietMs, gone } = parts;
  yield* unlessStuck(`retry: ${RECONNECT_MS}\n\n${textOfTold(opening)}`, parts);
  while (!gone.aborted && !subscriptions.closed) {
    const watch = subscriptions.watch(competitionId);
    try {
      const opened = await reader.open(caller, competitionId);
      if (!opened.ok) return;
      const { value: competition } = opened;
      const told = await eventReader.next(competition, EVENTS_AT_ONCE);
      const text = textOfTold(told);
      if (text !== '') {
        yield* unlessStuck(text, parts);
        continue;
      }
      if (competition.seedPublished) return;
      const { version, head } = competition;
      const woken = await watch.until(quietMs, { version, head }, gone);
      if (woken === 'closing' || woken === 'gone') return;
      if (woken === 'time-up') yield* unlessStuck(': still here\n\n', parts);
    } finally {
      watch.stop();
    }
  }
}

function textOfTold({ rewound, events }: NextEvents): string {
  const lost = rewound === null ? '' : `event: rewound\nid: ${idOf(rewound)}\ndata: ${JSON.stringify(rewound)}\n\n`;
  return `${lost}${events.map(textOfEvent).join('')}`;
}

function textOfEvent(event: CompetitionEvent): string {
  return `id: ${idOf(event)}\ndata: ${JSON.stringify(event)}\n\n`;
}

function idOf({ version, head }: EventPlace): string {
  return head === null ? `${version}` : `${version}.${head.slice(0, HEAD_CHARACTERS)}`;
}
