import type { Result } from '../../eventlog/result.ts';
import type { Reader } from '../../games/model/game.ts';
import type { CompetitionQuery, ListedCompetition } from '../../store/competitions.ts';
import type { Competition } from '../model/competition.ts';
import type { CompetitionEvent } from '../model/events.ts';
import { nextHead } from '../model/fold.ts';

/** The last event that a reader knows. `head` is its hash, or the beginning of its hash; null: the hash is unknown. */
export interface EventPlace {
  version: number;
  head: string | null;
}

/** `rewound`: if the database has lost events, the last event known to the reader that still exists; else null. */
export interface NextEvents {
  rewound: EventPlace | null;
  events: CompetitionEvent[];
}

const HEADS_KEPT = 100;
const HEAD_CHARACTERS = 64;
const BEGINNING: EventPlace = { version: 0, head: null };

/** Reads events after a place in the log, in order and each once. Reports if the database has lost returned events. */
export class CompetitionEventReader {
  readonly #source: Pick<CompetitionSource, 'events'>;
  /** version and hash of the last events that were returned, oldest first */
  readonly #told: EventPlace[];

  constructor(source: Pick<CompetitionSource, 'events'>, from: EventPlace) {
    this.#source = source;
    this.#told = [from];
  }

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

  /** Returns the events after a place in the log; null: the log no longer contains that place. */
  async #eventsAfter(competition: Competition, place: EventPlace, most: number): Promise<CompetitionEvent[] | null> {
    if (place.version > competition.version || !(await this.#isNamed(competition, place))) return null;
    const events = await this.#source.events(competition, place.version, most);
    const { head } = this.#place;
    const [first] = events ?? [];
    if (head === null) return events;
    if (first === undefined) return competition.head === head ? events : null;
    return nextHead(head, first) === first.head ? events : null;
  }

  /** Completes an event's hash if only its beginning is known. False: the log has another hash at that version. */
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

/** The part of `Competitions` that queries need. */
export interface CompetitionSource {
  open(reader: Reader, competitionId: string): Promise<Result<Competition>>;
  events(competition: Competition, after: number, limit: number): Promise<CompetitionEvent[] | null>;
  list(query: CompetitionQuery): Promise<ListedCompetition[]>;
}
