import { type Static, Type } from '@sinclair/typebox';
import { dayOf, startOfDay } from './local-time.ts';

/** Hours of every day in which a player is not to be disturbed, in minutes after midnight; `to` may be of the next day. */
export interface QuietHours {
  from: number;
  to: number;
}

/** When a player has time, by the clocks where they are. */
export interface Calendar {
  timeZone: string;
  /** from 1, Monday, to 7, Sunday */
  workingDays: readonly number[];
  quietHours: QuietHours | null;
  /** so long before a deadline a reminder comes; 0: none does; null: after three quarters of the time */
  reminderSeconds: number | null;
}

/** A day, such as `2026-12-24`. */
export const DATE = Type.String({ format: 'date' });

/** Days on which a player does not play at all, both included, by the clocks where they were when they said so. */
export const Vacation = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Names the vacation in paths: `/v1/me/vacations/{vacationId}`.' }),
    from: { ...DATE, description: 'Its first day.' },
    to: { ...DATE, description: 'Its last day.' },
    timeZone: Type.String({ description: 'Where its days begin and end: where you were when you took it.' }),
  },
  { $id: 'Vacation', description: 'Days on which your clocks stand still.' },
);
export type Vacation = Static<typeof Vacation>;

/** A player who has said nothing plays whenever it is their turn. */
export const NO_CALENDAR: Calendar = {
  timeZone: 'UTC',
  workingDays: [1, 2, 3, 4, 5, 6, 7],
  quietHours: null,
  reminderSeconds: null,
};

/** A stretch of time, its end not included, in milliseconds since 1970. */
export interface Span {
  from: number;
  to: number;
}

/** From the first moment of a vacation to the first after it. */
export function spanOf({ timeZone, from, to }: Vacation): Span {
  return { from: startOfDay(timeZone, dayNumber(from)), to: startOfDay(timeZone, dayNumber(to) + 1) };
}

/** Of a date that was checked when it came. */
export function dayNumber(date: string): number {
  const day = dayOf(date);
  if (day === null) throw new Error(`${date} is no date`);
  return day;
}
