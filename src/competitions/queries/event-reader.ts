import type { Result } from '../../eventlog/result.ts';
import type { Reader } from '../../games/model/access.ts';
import type { CompetitionQuery, ListedCompetition } from '../../store/competition-rows.ts';
import type { Competition } from '../model/competition.ts';
import type { CompetitionEvent } from '../model/events.ts';
import { nextHead } from '../model/fold.ts';

/** The event after which to go on; its head, or how that begins, where it is known. */
export interface EventPlace {
  version: number;
  head: string | null;
}

/** What is told next; `rewound`: first, how far what was told before still holds. */
export interface NextEvents {
  rewound: EventPlace | null;
  events: CompetitionEvent[];
}

/** So many versions back a reader knows what it has told. */
const HEADS_KEPT = 100;
const HEAD_CHARACTERS = 64;
const BEGINNING: EventPlace = { version: 0, head: null };

/** Tells what happened in a competition after a place: in order, each event once, and says when the database has lost some. */
export class CompetitionEventReader {
  readonly #source: Pick<CompetitionSource, 'events'>;
  /** what was told last, the newest at the end */
  readonly #told: EventPlace[];

  constructor(source: Pick<CompetitionSource, 'events'>, from: EventPlace) {
    this.#source = source;
    this.#told = [from];
  }

  /** The next events of the competition as it is now, at most so many. */
  async next(competition: Competition, most: number): Promise<NextEvents> {
    const place = this.#place;
    const events = await this.#eventsAfter(competition, place, most);
    if (events !== null) return { rewound: null, events: this.#tell(events) };
    const rewound = await this.#lastThatHolds(competition);
    this.#told.splice(0, this.#told.length, rewound);
    return { rewound, events: this.#tell((await this.#source.events(competition, rewound.version, most)) ?? []) };
  }

  get #place(): EventPlace {
    return this.#told.at(-1) ?? BEGINNING;
  }

  /** What follows the place; null when the history that it is of is no longer there. */
  async #eventsAfter(competition: Competition, place: EventPlace, most: number): Promise<CompetitionEvent[] | null> {
    if (place.version > competition.version || !(await this.#isNamed(competition, place))) return null;
    const events = await this.#source.events(competition, place.version, most);
    const { head } = this.#place;
    const [first] = events ?? [];
    if (head === null) return events;
    if (first === undefined) return competition.head === head ? events : null;
    return nextHead(head, first) === first.head ? events : null;
  }

  /** Completes a head of which only the beginning is known; false: the event of that version has another one. */
  async #isNamed(competition: Competition, { version, head }: EventPlace): Promise<boolean> {
    if (version === 0 || head === null || head.length === HEAD_CHARACTERS) return true;
    const [event] = (await this.#source.events(competition, version - 1, 1)) ?? [];
    if (event?.head.startsWith(head) !== true) return false;
    this.#told.splice(-1, 1, { version, head: event.head });
    return true;
  }

  async #lastThatHolds(competition: Competition): Promise<EventPlace> {
    for (const { version, head } of this.#told.toReversed()) {
      if (version === 0 || head === null || version > competition.version) continue;
      const [event] = (await this.#source.events(competition, version - 1, 1)) ?? [];
      if (event?.head === head) return { version, head };
    }
    return BEGINNING;
  }

  #tell(events: CompetitionEvent[]): CompetitionEvent[] {
    for (const { version, head } of events) this.#told.push({ version, head });
    if (this.#told.length > 2 * HEADS_KEPT) this.#told.splice(0, this.#told.length - HEADS_KEPT);
    return events;
  }
}

/** Where competitions and what happened in them are read. */
export interface CompetitionSource {
  open(reader: Reader, competitionId: string): Promise<Result<Competition>>;
  events(competition: Competition, after: number, limit: number): Promise<CompetitionEvent[] | null>;
  list(query: CompetitionQuery): Promise<ListedCompetition[]>;
}
