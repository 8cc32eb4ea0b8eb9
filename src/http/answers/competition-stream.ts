import { Readable } from 'node:stream';
import type { CompetitionEvent } from '../../competitions/model/events.ts';
import type { CompetitionReader } from '../../competitions/queries/competition-reader.ts';
import type { CompetitionEventReader, EventPlace, NextEvents } from '../../competitions/queries/event-reader.ts';
import type { Reader } from '../../games/model/access.ts';
import { HEAD_CHARACTERS } from './bodies.ts';
import { EVENTS_AT_ONCE, newsStream, type Pace } from './event-stream.ts';

export interface CompetitionStreamParts extends Pace {
  reader: CompetitionReader;
  caller: Reader;
  eventReader: CompetitionEventReader;
  opening: NextEvents;
}

/** Ends when the competition is complete. */
export function competitionStream(competitionId: string, parts: CompetitionStreamParts): Readable {
  const { reader, subscriptions, caller, eventReader, opening } = parts;
  const text = newsStream(textOfTold(opening), parts, {
    watch: () => subscriptions.watch(competitionId),
    next: async () => {
      const opened = await reader.open(caller, competitionId);
      if (!opened.ok) return null;
      const { value: competition } = opened;
      const told = textOfTold(await eventReader.next(competition, EVENTS_AT_ONCE));
      if (told !== '') return { text: told, known: null };
      return competition.seedPublished ? null : { text: '', known: competition };
    },
  });
  return Readable.from(text, { objectMode: false });
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
