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
export function readingAt(zone: string, at: number): number {
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
