import { describe, expect, test } from 'vitest';
import {
  type Calendar,
  dateOfDay,
  dayOf,
  knownZone,
  momentOf,
  NO_CALENDAR,
  startOfDay,
  type Vacation,
} from '../../src/games/calendar/calendar.ts';
import { reminderTime } from '../../src/games/calendar/looks.ts';
import { dueTime } from '../../src/games/calendar/working-time.ts';
import { MOST_MOVED_MS } from '../../src/games/model/more-time.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NIGHT = { from: 22 * 60, to: 7 * 60 };
const WEEK = [1, 2, 3, 4, 5];

const at = (text: string) => Date.parse(text);
const text = (moment: number) => new Date(moment).toISOString();
const calendar = (changes: Partial<Calendar>): Calendar => ({ ...NO_CALENDAR, ...changes });
const vacation = (timeZone: string, from: string, to: string): Vacation => ({ id: 'v', timeZone, from, to });

describe('the time of a place', () => {
  test.each([
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z'],
    ['Europe/Berlin', '2026-03-30', '2026-03-29T22:00:00.000Z'],
    ['America/New_York', '2026-11-02', '2026-11-02T05:00:00.000Z'],
    ['Africa/Cairo', '2024-04-26', '2024-04-25T22:00:00.000Z'], // this zone skipped midnight
    ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00.000Z'], // this zone skipped a day
  ])('begins a day of %s at its first moment: %s', (zone, date, expected) => {
    expect(text(startOfDay(zone, dayOf(date) as number))).toBe(expected);
  });

  test('takes the first of two equal local times, and skips missing ones', () => {
    const reading = (local: string) => momentOf('Europe/Berlin', at(`${local}Z`));
    expect(text(reading('2026-10-25T02:30:00'))).toBe('2026-10-25T00:30:00.000Z');
    expect(text(reading('2026-03-29T02:30:00'))).toBe('2026-03-29T01:00:00.000Z');
  });

  test('accepts only names of the IANA', () => {
    expect(knownZone('europe/berlin')).toBe('Europe/Berlin');
    expect(knownZone('UTC')).toBe('UTC');
    for (const name of ['+02:00', 'Mars/Olympus', '', 'Europe/Berlin; drop', '../UTC'])
      expect(knownZone(name)).toBeNull();
  });

  test('accepts only existing dates', () => {
    expect(dateOfDay(dayOf('2028-02-29') as number)).toBe('2028-02-29');
    for (const none of ['2026-02-29', '2026-13-01', '2026-1-1', 'tomorrow']) expect(dayOf(none)).toBeNull();
  });
});

describe('a deadline', () => {
  test('is that of the clock for a player without a calendar', () => {
    expect(dueTime(at('2026-11-20T15:00Z'), 2 * DAY, NO_CALENDAR, [])).toEqual({
      at: at('2026-11-22T15:00Z'),
      because: null,
    });
  });

  test("skips days off, complete in the player's time zone when summer time ends", () => {
    const due = dueTime(at('2026-10-23T15:00Z'), DAY, calendar({ timeZone: 'Europe/Berlin', workingDays: WEEK }), []);
    expect(due).toEqual({ at: at('2026-10-26T16:00Z'), because: 'daysOff' });
  });

  test('says vacation if both reasons held it up', () => {
    const own = calendar({ timeZone: 'America/New_York', workingDays: WEEK });
    const due = dueTime(at('2026-11-19T17:00Z'), 3 * DAY, own, [
      vacation('America/New_York', '2026-11-23', '2026-11-25'),
    ]);
    expect(due).toEqual({ at: at('2026-11-27T17:00Z'), because: 'vacation' });
  });

  test('that would fall into quiet hours is at their end, or at the end of the following days off', () => {
    const own = calendar({ timeZone: 'Europe/Berlin', quietHours: NIGHT });
    expect(dueTime(at('2026-11-16T22:30Z'), DAY, own, [])).toEqual({
      at: at('2026-11-18T06:00Z'),
      because: 'quietHours',
    });
    const week = { ...own, workingDays: WEEK };
    expect(dueTime(at('2026-11-19T21:30Z'), DAY, week, []).at).toBe(at('2026-11-23T06:00Z'));
  });

  test('moves by at most a hundred days', () => {
    const years = [2026, 2027].map((year) => vacation('UTC', `${year}-01-01`, `${year}-12-31`));
    const opened = at('2026-06-01T00:00Z');
    expect(dueTime(opened, DAY, NO_CALENDAR, years).at).toBe(opened + DAY + MOST_MOVED_MS);
  });
});

describe('a reminder', () => {
  const opened = at('2026-11-16T12:00Z');
  const decision = (ms: number) => ({ openedAt: opened, deadline: opened + ms, ms });

  test('comes when a quarter of the time is left, at most twelve hours before, and never for less than an hour', () => {
    expect(reminderTime(decision(4 * HOUR), NO_CALENDAR)).toBe(opened + 3 * HOUR);
    expect(reminderTime(decision(10 * DAY), NO_CALENDAR)).toBe(opened + 10 * DAY - 12 * HOUR);
    expect(reminderTime(decision(HOUR - 1), NO_CALENDAR)).toBeNull();
  });

  test('comes at the requested time before, but not in the first half, and not at all if declined', () => {
    expect(reminderTime(decision(DAY), calendar({ reminderSeconds: 600 }))).toBe(opened + DAY - 10 * MINUTE);
    expect(reminderTime(decision(DAY), calendar({ reminderSeconds: 86_400 }))).toBe(opened + DAY / 2);
    expect(reminderTime(decision(DAY), calendar({ reminderSeconds: 0 }))).toBeNull();
  });

  test('waits for the end of quiet hours if time is left then, and otherwise comes before them', () => {
    const quiet = calendar({ quietHours: NIGHT });
    const late = { openedAt: opened, deadline: at('2026-11-17T12:00Z'), ms: DAY };
    expect(text(reminderTime(late, { ...quiet, reminderSeconds: 8 * 3600 }) as number)).toBe(
      '2026-11-17T07:00:00.000Z',
    );
    const early = { ...late, deadline: at('2026-11-17T07:00Z') };
    expect(text(reminderTime(early, { ...quiet, reminderSeconds: 3600 }) as number)).toBe('2026-11-16T21:45:00.000Z');
  });
});

class MinuteBook {
  readonly start: number;
  readonly readings: number[] = [];

  constructor(zone: string, start: number, minutes: number) {
    this.start = start;
    const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
    for (let i = 0; i < minutes; i++) {
      this.readings.push(Date.parse(`${clock.format(start + i * MINUTE).replace(' ', 'T')}Z`));
    }
  }

  marked(spans: (day: number) => [number, number] | null): boolean[] {
    const marks = this.readings.map(() => false);
    const first = Math.floor((this.readings[0] as number) / DAY) - 1;
    const last = Math.floor((this.readings.at(-1) as number) / DAY) + 1;
    for (let day = first; day <= last; day++) {
      const span = spans(day);
      if (span === null) continue;
      const [from, to] = span.map((reading) => {
        const found = this.readings.findIndex((read) => read >= reading);
        return found === -1 ? marks.length : found;
      }) as [number, number];
      marks.fill(true, from, to);
    }
    return marks;
  }
}

function slowDue(book: MinuteBook, opened: number, minutes: number, own: Calendar, away: Vacation[]): number {
  const isOff = (day: number) => {
    const date = new Date(day * DAY);
    const weekday = date.getUTCDay() === 0 ? 7 : date.getUTCDay();
    const iso = date.toISOString().slice(0, 10);
    return !own.workingDays.includes(weekday) || away.some(({ from, to }) => from <= iso && iso <= to);
  };
  const off = book.marked((day) => (isOff(day) ? [day * DAY, (day + 1) * DAY] : null));
  const quiet = book.marked((day) => {
    if (own.quietHours === null) return null;
    const { from, to } = own.quietHours;
    return [day * DAY + from * MINUTE, (from < to ? day : day + 1) * DAY + to * MINUTE];
  });
  let minute = opened;
  for (let left = minutes; left > 0; minute++) if (!off[minute]) left--;
  if (quiet[minute]) while (quiet[minute] || off[minute]) minute++;
  return book.start + minute * MINUTE;
}

test.each([
  ['Europe/Berlin', '2026-03-22T23:00Z'],
  ['Europe/Berlin', '2026-10-18T22:00Z'],
  ['America/New_York', '2026-03-02T05:00Z'],
  ['America/New_York', '2026-10-26T04:00Z'],
])('deadlines in %s from %s on equal those found by counting minutes', (zone, from) => {
  const book = new MinuteBook(zone, at(from), 24 * 24 * 60);
  let seed = 7;
  const below = (n: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * n);
  };
  for (let n = 0; n < 60; n++) {
    const opened = below(9 * 24 * 60);
    const minutes = 24 * 60 + below(2 * 24 * 60);
    const quietHours = below(3) === 0 ? null : { from: below(1440), to: below(1440) };
    const workingDays = [1, 2, 3, 4, 5, 6, 7].filter((_, i) => i < 2 || below(3) > 0);
    if (quietHours?.from === quietHours?.to) continue;
    const first = Math.floor((book.readings[opened] as number) / DAY) + below(4);
    const away = below(2) === 0 ? [] : [vacation(zone, dateOfDay(first), dateOfDay(first + below(3)))];
    const own = calendar({ timeZone: zone, workingDays, quietHours });
    const due = dueTime(book.start + opened * MINUTE, minutes * MINUTE, own, away);
    const told = { n, opened, minutes, own, away };
    expect({ ...told, due: text(due.at) }).toEqual({ ...told, due: text(slowDue(book, opened, minutes, own, away)) });
  }
});
