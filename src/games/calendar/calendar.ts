import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Ref } from '#rules/kernel/schema.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;

/** Matches IANA time zones. Rejects offsets such as `+02:00`, because they have no daylight saving time. */
const ZONE = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/;

const readers = new Map<string, Intl.DateTimeFormat>();

/** Returns the time zone's name in the spelling that this Node.js uses; null: there is no such zone. */
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

/** Returns the local time as milliseconds since 1970 as if it were UTC: divided by a day, it gives the local date. */
function readingAt(zone: string, at: number): number {
  const { year, month, day, hour, minute, second } = Object.fromEntries(
    readerOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>;
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((at % 1000) + 1000) % 1000);
}

/** Returns the first moment at which clocks in the zone show `reading` or later, even if they skip or repeat it. */
export function momentOf(zone: string, reading: number): number {
  // the zone's offsets surely before and surely after `reading`, because an offset is less than a day
  const offsets = [reading - DAY_MS, reading + DAY_MS].map((at) => readingAt(zone, at) - at);
  const [early, late] = offsets.map((offset) => reading - offset).sort((one, other) => one - other) as [number, number];
  if (readingAt(zone, early) >= reading) return early;
  return readingAt(zone, late) === reading ? late : leapBetween(zone, reading, early, late);
}

/** Finds the moment at which clocks skip `reading`, by halving the interval. */
function leapBetween(zone: string, reading: number, before: number, after: number): number {
  if (after - before <= 1) return after;
  const middle = Math.floor((before + after) / 2);
  return readingAt(zone, middle) >= reading
    ? leapBetween(zone, reading, before, middle)
    : leapBetween(zone, reading, middle, after);
}

/** Returns the date in the zone, in days since 1970. */
export function dayAt(zone: string, at: number): number {
  return Math.floor(readingAt(zone, at) / DAY_MS);
}

export function startOfDay(zone: string, day: number): number {
  return momentOf(zone, day * DAY_MS);
}

export function timeOfDay(zone: string, day: number, minutes: number): number {
  return momentOf(zone, day * DAY_MS + minutes * MINUTE_MS);
}

/** Returns the weekday, from 1 (Monday) to 7 (Sunday). */
export function weekdayOf(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

/** Returns a date such as `2026-11-23` as days since 1970; null: there is no such date. */
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
  { $id: 'QuietHours', additionalProperties: false, description: 'Hours of every day in `timeZone`.' },
);

const WorkingDays = Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
  minItems: 2,
  maxItems: 7,
  uniqueItems: true,
  description: 'The days of the week on which you play, from 1, Monday, to 7, Sunday: two at least.',
});

const ReminderSeconds = Nullable(Type.Integer({ minimum: 0, maximum: MOST_REMINDER_SECONDS }), {
  description:
    'Seconds before a deadline at which you are reminded, but not in the first half of the time; 0: no ' +
    'reminders. Null: when a quarter of the time is left, at most 12 hours. Decisions of less than an hour have ' +
    'no reminders.',
});

const TimeZone = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'Your time zone: an IANA name, like `Europe/Berlin`.',
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
  { $id: 'Calendar', description: 'Your calendar. Only you see it.' },
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
  { $id: 'NewCalendar', additionalProperties: false, description: 'Your whole calendar: omitted fields are reset.' },
);
type CalendarView = Static<typeof CalendarSchema>;

/** A span of each day in minutes after midnight. If `to` is less than `from`, it is on the next day. */
export interface QuietHours {
  from: number;
  to: number;
}

export interface Calendar extends Omit<CalendarView, 'quietHours'> {
  quietHours: QuietHours | null;
}

export const DATE = Type.String({ format: 'date' });

/** Days without play. The first and the last day are included, in the player's time zone at the time of the request. */
export const Vacation = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Names the vacation in paths: `/v1/me/vacations/{vacationId}`.' }),
    from: { ...DATE, description: 'Its first day.' },
    to: { ...DATE, description: 'Its last day.' },
    timeZone: Type.String({ description: 'The time zone of its days: yours when you took it.' }),
  },
  { $id: 'Vacation', description: 'Days on which your clocks stop.' },
);
export type Vacation = Static<typeof Vacation>;

export const NewVacation = Type.Object(
  {
    from: { ...DATE, description: 'The first day: today, by the clocks in your time zone, or later.' },
    to: { ...DATE, description: 'The last day, included.' },
  },
  { $id: 'NewVacation', additionalProperties: false, description: 'Days to take off.' },
);

export const NO_CALENDAR: Calendar = {
  timeZone: 'UTC',
  workingDays: [1, 2, 3, 4, 5, 6, 7],
  quietHours: null,
  reminderSeconds: null,
};

export function calendarView(calendar: Calendar): CalendarView {
  const { quietHours } = calendar;
  return { ...calendar, quietHours: quietHours && { from: timeText(quietHours.from), to: timeText(quietHours.to) } };
}

export function calendarIn({ quietHours: hours, ...asked }: Static<typeof NewCalendar>): Calendar {
  const quietHours = hours ? { from: minutesIn(hours.from), to: minutesIn(hours.to) } : null;
  return { ...NO_CALENDAR, ...asked, quietHours };
}

function minutesIn(time: string): number {
  const [hours, minutes] = time.split(':').map(Number) as [number, number];
  return hours * 60 + minutes;
}

function timeText(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

/** A span in milliseconds since 1970. The moment `to` is not included. */
export interface Span {
  from: number;
  to: number;
}

export function spanOf({ timeZone, from, to }: Vacation): Span {
  return { from: startOfDay(timeZone, dayNumber(from)), to: startOfDay(timeZone, dayNumber(to) + 1) };
}

export function dayNumber(date: string): number {
  const day = dayOf(date);
  if (day === null) throw new Error(`${date} is no date`);
  return day;
}

type Dates = Pick<Vacation, 'from' | 'to'>;

export function daysIn(vacations: readonly Dates[], year: number): number {
  const [first, last] = [dayNumber(`${year}-01-01`), dayNumber(`${year}-12-31`)];
  const days = vacations.map(({ from, to }) => Math.min(dayNumber(to), last) - Math.max(dayNumber(from), first) + 1);
  return days.reduce((sum, each) => sum + Math.max(0, each), 0);
}
