import type { RequestRow } from './requests.ts';
import type { Notice } from './webhooks.ts';

/** When a player has time, from a moment on: a decision goes by what holds when it opens. */
export interface CalendarRow {
  playerId: string;
  since: Date;
  timeZone: string;
  /** from 1, Monday, to 7, Sunday */
  workingDays: number[];
  /** minutes after midnight; null: no quiet hours */
  quietFrom: number | null;
  quietTo: number | null;
  /** null: as the house has it */
  reminderSeconds: number | null;
}

/** Days on which a player does not play, both included, as dates in that zone. */
export interface VacationRow {
  id: string;
  playerId: string;
  timeZone: string;
  /** such as `2026-12-24` */
  firstDay: string;
  lastDay: string;
}

/** A game whose calendars are to be looked at, as it was when it was found. */
export interface DueLook {
  gameId: string;
  version: number;
  lookAt: Date;
  /** the open decisions of which their players have been reminded, as `seat.since` */
  reminded: string[];
}

/** What came of a look. Nothing of it is kept unless the game and the time of the look are as they were when it was found. */
export interface Looked {
  found: DueLook;
  now: Date;
  /** null: not before the next change */
  lookAt: Date | null;
  reminded: string[];
  /** written with it */
  notices: readonly Notice[];
}

/** When players have time, and the games to which that matters. */
export interface CalendarStore {
  /** Of these players: every row of theirs, newest first, and all their vacations that were not called off, earliest first. */
  of(playerIds: readonly string[]): Promise<{ calendars: CalendarRow[]; vacations: VacationRow[] }>;
  /**
   * Changes what a player has, as one: `change` is given it, with when vacations were called off, and says what to write;
   * null: nothing. The games that wait for them are looked at anew. Resolves with what `change` returned; with
   * null when the request that it would have kept was there: nothing is written.
   */
  change<T>(
    playerId: string,
    now: Date,
    change: (own: { calendars: CalendarRow[]; vacations: VacationRow[]; calledOff: Date[] }) => {
      write: CalendarChange | null;
      answer: T;
      request?: RequestRow | null;
    },
  ): Promise<T | null>;
  /** Games that are to be looked at by then, longest due first. */
  due(by: Date, limit: number): Promise<DueLook[]>;
  /** Keeps what came of a look. False: another server has looked, or the game has changed. */
  looked(looked: Looked): Promise<boolean>;
}

/** What is written of a player’s time. */
export type CalendarChange =
  /** takes the place of the row of `since`, if there is one */
  | { calendar: CalendarRow }
  /** takes the place of the vacation of that id, if there is one */
  | { vacation: VacationRow }
  /** the vacation of that id counts no more */
  | { calledOff: string };
