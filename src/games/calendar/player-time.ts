import type { Json } from '#rules/kernel/json.ts';
import type { CalendarRow, VacationRow } from '../../store/calendars.ts';
import { followed } from '../commands/bot-turns.ts';
import { type ExtendedBecause, type ExtendedTime, plainDeadline } from '../model/clock.ts';
import { timeExtended } from '../model/fold.ts';
import { type Game, goesByCalendar, nextRow, type Proposal } from '../model/game.ts';
import { type Calendar, NO_CALENDAR, spanOf, type Vacation } from './calendar.ts';
import { dueTime } from './working-time.ts';

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
