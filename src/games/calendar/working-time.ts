import type { Json } from '#rules/kernel/json.ts';
import type { CalendarRow, VacationRow } from '../../store/calendars.ts';
import { followed } from '../commands/bot-turns.ts';
import { type ExtendedBecause, type ExtendedTime, plainDeadline } from '../model/clock.ts';
import { timeExtended } from '../model/fold.ts';
import { type Game, goesByCalendar, nextRow, type Proposal } from '../model/game.ts';
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

/** A player who comes back early has at least so long for what waits for them. */
const LEAST_LEFT_MS = 60 * 60 * 1000;

/** All that is known of when a player has time. */
export interface PlayerTime {
  /** newest first */
  calendars: readonly CalendarRow[];
  vacations: readonly Vacation[];
}

export const NO_TIME_SAID: PlayerTime = { calendars: [], vacations: [] };

/** A deadline that is to be another. */
export interface Move {
  seat: number;
  deadline: Date;
  because: ExtendedBecause;
}

/** What the rows of some players say, by their ids. */
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

/** The calendar of a player now. */
export function calendarNow({ calendars: [newest] }: Pick<PlayerTime, 'calendars'>): Calendar {
  return newest === undefined ? NO_CALENDAR : calendarOf(newest);
}

/** The calendar of a player as it was then: what they change later moves no deadline of what was open. */
function calendarAt({ calendars }: PlayerTime, at: Date): Calendar {
  const row = calendars.find(({ since }) => since <= at);
  return row === undefined ? NO_CALENDAR : calendarOf(row);
}

function calendarOf({ timeZone, workingDays, quietFrom, quietTo, reminderSeconds }: CalendarRow): Calendar {
  const quietHours = quietFrom === null || quietTo === null ? null : { from: quietFrom, to: quietTo };
  return { timeZone, workingDays, quietHours, reminderSeconds };
}

/** The deadlines in a game that its players’ calendars have elsewhere. */
export function movesIn(game: Game, times: ReadonlyMap<string, PlayerTime>, now: Date): Move[] {
  const { clock } = game.header;
  if (!goesByCalendar(game.header) || clock === null || !('perAction' in clock) || game.status !== 'playing') return [];
  return game.decisions.flatMap((decision): Move[] => {
    const { seat, openedAt, deadline, because } = decision;
    const holder = game.seats[seat];
    if (deadline === null || holder?.kind !== 'player') return [];
    const time = times.get(holder.player.id) ?? NO_TIME_SAID;
    const ms = plainDeadline(clock, decision).getTime() - openedAt.getTime();
    const due = dueTime(openedAt.getTime(), ms, calendarAt(time, openedAt), time.vacations);
    if (due.because !== null && due.at > deadline.getTime() && due.at > now.getTime()) {
      return [{ seat, deadline: new Date(due.at), because: due.because }];
    }
    const back = Math.max(due.at, now.getTime() + (isAway(time, now) ? LEAST_LEFT_MS : 0));
    const wasAway = because === 'vacation' || because === 'vacationEnded';
    if (!wasAway || back >= deadline.getTime()) return [];
    return [{ seat, deadline: new Date(back), because: 'vacationEnded' }];
  });
}

/** Whether a vacation has begun that is not over: one that is called off before gives nothing. */
function isAway({ vacations }: PlayerTime, now: Date): boolean {
  return vacations.map(spanOf).some(({ from, to }) => from <= now.getTime() && now.getTime() < to);
}

/** The change with deadlines moved at the end of it. */
export function withMoves<Change extends Proposal>(change: Change, moves: readonly Move[], now: Date): Change {
  let after: Proposal = change;
  for (const { seat, deadline, because } of moves) {
    const action: ExtendedTime = { deadline: deadline.toISOString(), because };
    const row = nextRow(after.game, now, 'timeExtended', { seat, action: action as unknown as Json });
    after = followed(after, { ...timeExtended(after.game, row), rows: [row] });
  }
  return { ...change, ...after };
}
