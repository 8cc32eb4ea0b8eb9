import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Ref } from '#rules/kernel/schema.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;

/** A name, as the IANA has them; never an offset such as `+02:00`, which knows no summer. */
const ZONE = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/;

const readers = new Map<string, Intl.DateTimeFormat>();

/** The zone as this build of Node.js spells it; null: it knows none of that name. */
export function knownZone(name: string): string | null {
  if (!ZONE.test(name)) return null;
  try {
    return readerOf(name).resolvedOptions().timeZone;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function readerOf(zone: string): Intl.DateTimeFormat {
  const known = readers.get(zone);
  if (known !== undefined) return known;
  const numeric = 'numeric' as const;
  const fields = { year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric, second: numeric };
  const reader = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', ...fields });
  const spelled = reader.resolvedOptions().timeZone;
  const kept = readers.get(spelled) ?? reader;
  readers.set(spelled, kept);
  return kept;
}

/**
 * What clocks in the zone read at that moment, in milliseconds as if they were in UTC: whole days of it are dates, and what
 * remains is the time of day.
 */
function readingAt(zone: string, at: number): number {
  const { year, month, day, hour, minute, second } = Object.fromEntries(
    readerOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>;
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((at % 1000) + 1000) % 1000);
}

/**
 * The first moment at which clocks in the zone read that much or more. Of a time that they read twice, when summer ends, it is
 * the first; of one that they skip, when it begins, the moment at which they do.
 */
export function momentOf(zone: string, reading: number): number {
  // no zone is a day from UTC, so that the offset at either end is the one before or the one after any change between
  const offsets = [reading - DAY_MS, reading + DAY_MS].map((at) => readingAt(zone, at) - at);
  const [early, late] = offsets.map((offset) => reading - offset).sort((one, other) => one - other) as [number, number];
  if (readingAt(zone, early) >= reading) return early;
  return readingAt(zone, late) === reading ? late : leapBetween(zone, reading, early, late);
}

/** When clocks leap over that reading: `before` they have not, and at `after` they have. */
function leapBetween(zone: string, reading: number, before: number, after: number): number {
  if (after - before <= 1) return after;
  const middle = Math.floor((before + after) / 2);
  return readingAt(zone, middle) >= reading
    ? leapBetween(zone, reading, before, middle)
    : leapBetween(zone, reading, middle, after);
}

/** The date in the zone at that moment, as a number of days since 1970. */
export function dayAt(zone: string, at: number): number {
  return Math.floor(readingAt(zone, at) / DAY_MS);
}

/** When that day begins in the zone. */
export function startOfDay(zone: string, day: number): number {
  return momentOf(zone, day * DAY_MS);
}

/** When clocks in the zone come to so many minutes after midnight on that day. */
export function timeOfDay(zone: string, day: number, minutes: number): number {
  return momentOf(zone, day * DAY_MS + minutes * MINUTE_MS);
}

/** From 1, Monday, to 7, Sunday. */
export function weekdayOf(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

/** A date such as `2026-11-23` as a number of days since 1970; null: there is no such date. */
export function dayOf(date: string): number | null {
  const at = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== date ? null : at / DAY_MS;
}

export function dateOfDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

const TIME = '^([01][0-9]|2[0-3]):[0-5][0-9]$';
const MOST_REMINDER_SECONDS = 7 * 86_400;

function TimeOfDay(description: string) {
  return Type.String({ pattern: TIME, description });
}

export const QuietHoursSchema = Type.Object(
  {
    from: TimeOfDay('When they begin, like `22:00`.'),
    to: TimeOfDay('When they end, like `07:00`: on the next day where that is not after `from`.'),
  },
  { $id: 'QuietHours', additionalProperties: false, description: 'Hours of every day, by the clocks in `timeZone`.' },
);

const WorkingDays = Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
  minItems: 2,
  maxItems: 7,
  uniqueItems: true,
  description: 'The days of the week on which you play, from 1, Monday, to 7, Sunday: two at least.',
});

const ReminderSeconds = Nullable(Type.Integer({ minimum: 0, maximum: MOST_REMINDER_SECONDS }), {
  description:
    'So many seconds before a deadline you are reminded, but never in the first half of the time; 0: not at all. Null: when a ' +
    'quarter of the time is left, twelve hours at most. Decisions of less than an hour have no reminders.',
});

const TimeZone = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'Where you are: the name of a time zone of the IANA, like `Europe/Berlin`.',
});

const ABOUT_QUIET =
  'Hours in which nothing disturbs you: notifications wait, and a deadline that would fall into them is their end.';

export const CalendarSchema = Type.Object(
  {
    timeZone: TimeZone,
    workingDays: WorkingDays,
    quietHours: Nullable(Ref(QuietHoursSchema), { description: `${ABOUT_QUIET} Null: you have none.` }),
    reminderSeconds: ReminderSeconds,
  },
  { $id: 'Calendar', description: 'When you have time. Nobody but you sees it.' },
);

export const NewCalendar = Type.Object(
  {
    timeZone: TimeZone,
    workingDays: Type.Optional({ ...WorkingDays, description: `${WorkingDays.description} Left out: all seven.` }),
    quietHours: Type.Optional(
      Nullable(Ref(QuietHoursSchema), { description: `${ABOUT_QUIET} Left out or null: none.` }),
    ),
    reminderSeconds: Type.Optional(ReminderSeconds),
  },
  {
    $id: 'NewCalendar',
    additionalProperties: false,
    description: 'When you have time: all of it, what you leave out too.',
  },
);
type CalendarView = Static<typeof CalendarSchema>;

/** Hours of every day in which a player is not to be disturbed, in minutes after midnight; `to` may be of the next day. */
export interface QuietHours {
  from: number;
  to: number;
}

/** When a player has time, by the clocks where they are. */
export interface Calendar extends Omit<CalendarView, 'quietHours'> {
  quietHours: QuietHours | null;
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

export const NewVacation = Type.Object(
  {
    from: { ...DATE, description: 'The first day: today, by the clocks in your time zone, or later.' },
    to: { ...DATE, description: 'The last day, which is vacation as well.' },
  },
  { $id: 'NewVacation', additionalProperties: false, description: 'Days to take off.' },
);

/** A player who has said nothing plays whenever it is their turn. */
export const NO_CALENDAR: Calendar = {
  timeZone: 'UTC',
  workingDays: [1, 2, 3, 4, 5, 6, 7],
  quietHours: null,
  reminderSeconds: null,
};

/** The calendar as it is sent: with times of day instead of minutes. */
export function calendarView(calendar: Calendar): CalendarView {
  const { quietHours } = calendar;
  return { ...calendar, quietHours: quietHours && { from: timeText(quietHours.from), to: timeText(quietHours.to) } };
}

/** The calendar that a player sends. */
export function calendarIn({
  timeZone,
  workingDays,
  quietHours,
  reminderSeconds,
}: Static<typeof NewCalendar>): Calendar {
  return {
    timeZone,
    workingDays: workingDays ?? NO_CALENDAR.workingDays,
    quietHours: quietHours ? { from: minutesIn(quietHours.from), to: minutesIn(quietHours.to) } : null,
    reminderSeconds: reminderSeconds ?? null,
  };
}

function minutesIn(time: string): number {
  const [hours, minutes] = time.split(':').map(Number) as [number, number];
  return hours * 60 + minutes;
}

function timeText(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

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

type Dates = Pick<Vacation, 'from' | 'to'>;

/** Whether both have a day. */
export function isOverlap(one: Dates, other: Dates): boolean {
  return one.from <= other.to && other.from <= one.to;
}

/** The years in which it has days. */
export function yearsOf({ from, to }: Dates): number[] {
  const first = Number(from.slice(0, 4));
  return Array.from({ length: Number(to.slice(0, 4)) - first + 1 }, (_, i) => first + i);
}

/** How many days of that year these have. */
export function daysIn(vacations: readonly Dates[], year: number): number {
  const [first, last] = [dayNumber(`${year}-01-01`), dayNumber(`${year}-12-31`)];
  const days = vacations.map(({ from, to }) => Math.min(dayNumber(to), last) - Math.max(dayNumber(from), first) + 1);
  return days.reduce((sum, each) => sum + Math.max(0, each), 0);
}
