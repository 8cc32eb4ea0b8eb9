import type { CalendarRow, VacationRow } from '../../store/calendars.ts';
import { followed } from '../commands/actions.ts';
import { type ExtendedBecause, type ExtendedTime, plainDeadline } from '../model/clock.ts';
import { appended } from '../model/fold.ts';
import { type Game, goesByCalendar, type Proposal } from '../model/game.ts';
import { MOST_MOVED_MS } from '../model/more-time.ts';
import {
  type Calendar,
  dayAt,
  NO_CALENDAR,
  type QuietHours,
  type Span,
  spanOf,
  startOfDay,
  timeOfDay,
  type Vacation,
  weekdayOf,
} from './calendar.ts';

/** A time in milliseconds since 1970. `because` says what extended it; null: nothing did. */
export interface DueTime {
  at: number;
  because: ExtendedBecause | null;
}

/** Returns when `ms` from `openedAt` are used up. Days off do not count. A time in quiet hours moves to their end. */
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

export function quietEndAt({ timeZone, quietHours }: Calendar, at: number): number | null {
  return quietHours === null ? null : (quietSpanAt(timeZone, quietHours, at)?.to ?? null);
}

/** Returns the quiet hours that include the time; null: there are none. */
export function quietSpanAt(zone: string, { from, to }: QuietHours, at: number): Span | null {
  const today = dayAt(zone, at);
  for (const day of [today - 1, today, today + 1]) {
    const span = { from: timeOfDay(zone, day, from), to: timeOfDay(zone, from < to ? day : day + 1, to) };
    if (span.from <= at && at < span.to) return span;
  }
  return null;
}

class Walk {
  at: number;
  /** why days were skipped: `vacation` if at least one was skipped for a vacation; null: no day was skipped */
  because: 'vacation' | 'daysOff' | null = null;
  readonly #calendar: Calendar;
  readonly #vacations: readonly Span[];

  constructor(calendar: Calendar, vacations: readonly Vacation[], at: number) {
    this.#calendar = calendar;
    this.#vacations = vacations.map(spanOf);
    this.at = at;
  }

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

  /** Returns the end of the day, or the start of a vacation if that is earlier. */
  nextChange(): number {
    const begins = this.#vacations.map(({ from }) => from).filter((from) => from > this.at);
    return Math.min(startOfDay(this.#calendar.timeZone, this.#day() + 1), ...begins);
  }

  quietEnd(): number | null {
    return quietEndAt(this.#calendar, this.at);
  }

  /** Returns the day. If clocks go back over midnight, the repeated end of the old day counts as the new day. */
  #day(): number {
    const { timeZone } = this.#calendar;
    const read = dayAt(timeZone, this.at);
    return this.at < startOfDay(timeZone, read + 1) ? read : read + 1;
  }
}

const LEAST_LEFT_MS = 60 * 60 * 1000;

export interface PlayerTime {
  /** newest first */
  calendars: readonly CalendarRow[];
  vacations: readonly Vacation[];
}

export const NO_TIME_SAID: PlayerTime = { calendars: [], vacations: [] };

export interface Move {
  seat: number;
  deadline: Date;
  because: ExtendedBecause;
}

export function timesIn(rows: { calendars: CalendarRow[]; vacations: VacationRow[] }): Map<string, PlayerTime> {
  const ids = new Set([...rows.calendars, ...rows.vacations].map(({ playerId }) => playerId));
  const ofPlayer = (id: string): PlayerTime => ({
    calendars: rows.calendars.filter(({ playerId }) => playerId === id),
    vacations: rows.vacations.filter(({ playerId }) => playerId === id).map(vacationOf),
  });
  return new Map([...ids].map((id) => [id, ofPlayer(id)]));
}

export function vacationOf({ id, timeZone, firstDay, lastDay }: VacationRow): Vacation {
  return { id, timeZone, from: firstDay, to: lastDay };
}

export function calendarNow({ calendars: [newest] }: Pick<PlayerTime, 'calendars'>): Calendar {
  if (newest === undefined) return NO_CALENDAR;
  const { timeZone, workingDays, quietFrom, quietTo, reminderSeconds } = newest;
  const quietHours = quietFrom === null || quietTo === null ? null : { from: quietFrom, to: quietTo };
  return { timeZone, workingDays, quietHours, reminderSeconds };
}

/** Returns a new deadline for each decision whose player's calendar moves it. */
export function movesIn(game: Game, times: ReadonlyMap<string, PlayerTime>, now: Date): Move[] {
  const { clock } = game.header;
  if (!goesByCalendar(game) || clock === null || !('perAction' in clock) || game.status !== 'playing') return [];
  return game.decisions.flatMap((decision): Move[] => {
    const { seat, openedAt, deadline, because } = decision;
    const holder = game.seats[seat];
    if (deadline === null || holder?.kind !== 'player') return [];
    const time = times.get(holder.player.id) ?? NO_TIME_SAID;
    const ms = plainDeadline(clock, decision).getTime() - openedAt.getTime();
    // uses the calendar from the opening of the decision, because later changes do not apply to it
    const then = calendarNow({ calendars: time.calendars.filter(({ since }) => since <= openedAt) });
    const due = dueTime(openedAt.getTime(), ms, then, time.vacations);
    if (due.because !== null && due.at > deadline.getTime() && due.at > now.getTime()) {
      return [{ seat, deadline: new Date(due.at), because: due.because }];
    }
    const back = Math.max(due.at, now.getTime() + (isAway(time, now) ? LEAST_LEFT_MS : 0));
    const wasAway = because === 'vacation' || because === 'vacationEnded';
    if (!wasAway || back >= deadline.getTime()) return [];
    return [{ seat, deadline: new Date(back), because: 'vacationEnded' }];
  });
}

/** True during a vacation. Vacations that were called off do not count. */
function isAway({ vacations }: PlayerTime, now: Date): boolean {
  return vacations.map(spanOf).some(({ from, to }) => from <= now.getTime() && now.getTime() < to);
}

export function withMoves<Change extends Proposal>(change: Change, moves: readonly Move[], now: Date): Change {
  let after: Proposal = change;
  for (const { seat, deadline, because } of moves) {
    const action: ExtendedTime = { deadline: deadline.toISOString(), because };
    after = followed(after, appended(after.game, now, 'timeExtended', { seat, action }));
  }
  return { ...change, ...after };
}
