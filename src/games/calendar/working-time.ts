import type { ExtendedBecause } from '../model/clock.ts';
import { MOST_MOVED_MS } from '../model/more-time.ts';
import { type Calendar, type QuietHours, type Span, spanOf, type Vacation } from './calendar.ts';
import { dayAt, startOfDay, timeOfDay, weekdayOf } from './local-time.ts';

/** When the time of a decision is up, and what of the calendar made it later; null: nothing did. */
export interface DueTime {
  at: number;
  because: ExtendedBecause | null;
}

/**
 * When somebody who got so many milliseconds at `openedAt` has had them: days off and vacations do not count, and if the end
 * falls into quiet hours it is the first moment after it at which they play.
 */
export function dueTime(openedAt: number, ms: number, calendar: Calendar, vacations: readonly Vacation[]): DueTime {
  const latest = openedAt + ms + MOST_MOVED_MS;
  const walk = new Walk(calendar, vacations, openedAt);
  for (let left = ms; ; ) {
    walk.skipDaysOff(latest);
    const until = walk.nextChange();
    if (walk.at + left <= until || walk.at >= latest) {
      walk.at = Math.min(walk.at + left, latest);
      break;
    }
    left -= until - walk.at;
    walk.at = until;
  }
  const worked = walk.at;
  for (let end = walk.quietEnd(); end !== null && walk.at < latest; end = walk.quietEnd()) {
    walk.at = Math.min(end, latest);
    walk.skipDaysOff(latest);
  }
  return { at: walk.at, because: walk.because ?? (walk.at > worked ? 'quietHours' : null) };
}

/** When the quiet hours end that are on at that moment; null: none are. */
export function quietEndAt({ timeZone, quietHours }: Calendar, at: number): number | null {
  return quietHours === null ? null : (quietSpanAt(timeZone, quietHours, at)?.to ?? null);
}

/** The quiet hours that are on at that moment; null: none are. */
export function quietSpanAt(zone: string, { from, to }: QuietHours, at: number): Span | null {
  const today = dayAt(zone, at);
  for (const day of [today - 1, today, today + 1]) {
    const span = { from: timeOfDay(zone, day, from), to: timeOfDay(zone, from < to ? day : day + 1, to) };
    if (span.from <= at && at < span.to) return span;
  }
  return null;
}

/** Goes along the time of one player. */
class Walk {
  at: number;
  /** why time was skipped: a vacation says more than a day off */
  because: 'vacation' | 'daysOff' | null = null;
  readonly #calendar: Calendar;
  readonly #vacations: readonly Span[];

  constructor(calendar: Calendar, vacations: readonly Vacation[], at: number) {
    this.#calendar = calendar;
    this.#vacations = vacations.map(spanOf);
    this.at = at;
  }

  /** To the first moment from here on that counts. */
  skipDaysOff(latest: number): void {
    while (this.at < latest) {
      const vacation = this.#vacations.find(({ from, to }) => from <= this.at && this.at < to);
      const day = this.#day();
      if (vacation !== undefined) {
        this.because = 'vacation';
        this.at = vacation.to;
      } else if (!this.#calendar.workingDays.includes(weekdayOf(day))) {
        this.because ??= 'daysOff';
        this.at = startOfDay(this.#calendar.timeZone, day + 1);
      } else return;
    }
  }

  /** Until when it goes on as it is now: to the end of the day, or to the beginning of a vacation. */
  nextChange(): number {
    const begins = this.#vacations.map(({ from }) => from).filter((from) => from > this.at);
    return Math.min(startOfDay(this.#calendar.timeZone, this.#day() + 1), ...begins);
  }

  quietEnd(): number | null {
    return quietEndAt(this.#calendar, this.at);
  }

  /** Where clocks are put back over midnight, the rest of the old day that they read again is of the new one. */
  #day(): number {
    const { timeZone } = this.#calendar;
    const read = dayAt(timeZone, this.at);
    return this.at < startOfDay(timeZone, read + 1) ? read : read + 1;
  }
}
