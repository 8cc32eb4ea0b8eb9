import { type Static, Type } from '@sinclair/typebox';
import { LRUCache } from 'lru-cache';
import { uuidv7 } from 'uuidv7';
import { Ref } from '#rules/kernel/schema.ts';
import { type Idempotency, inFlight, type Keyed, type RowFor } from '../../eventlog/carry-out.ts';
import { done, type Result, refused, wrong } from '../../eventlog/result.ts';
import type { CalendarRow, CalendarStore } from '../../store/calendars.ts';
import type { ServerClock } from '../../store/game-rows.ts';
import { capReached, capRefused } from '../model/caps.ts';
import { awaitedPlayers, type Completed, type Game, goesByCalendar, type Proposal } from '../model/game.ts';
import { count } from '../model/game-fields.ts';
import { type Calendar, DATE, dateOfDay, dayAt, dayNumber, dayOf, daysIn, knownZone, Vacation } from './calendar.ts';
import {
  calendarNow,
  type Move,
  movesIn,
  NO_TIME_SAID,
  type PlayerTime,
  quietEndAt,
  timesIn,
  vacationOf,
  withMoves,
} from './working-time.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** A change of a calendar within this time after another one counts as the same change. */
const SAME_CHANGE_MS = HOUR_MS;
const MOST_CHANGES = 12;
const CHANGES_WITHIN_MS = 30 * DAY_MS;
/** A player who has called off this many vacations within the time below cannot take another. Calling one off writes to
 * the log of every game that waits for the player. */
const MOST_CALLED_OFF = 12;
const CALLED_OFF_WITHIN_MS = 30 * DAY_MS;
/** For this long, the cache may miss a change that another server made. A later check then corrects the deadlines. */
const KNOWN_MS = 10_000;
const KNOWN_PLAYERS = 10_000;
const FARTHEST_DAYS = 730;

const VacationYear = Type.Object(
  {
    year: Type.Integer({ description: 'A calendar year.' }),
    days: count('The number of vacation days taken, weekends included.'),
    left: count('The number of days left.'),
  },
  { $id: 'VacationYear', description: 'The vacation of a year.' },
);

export const VacationList = Type.Object(
  {
    vacations: Type.Array(Ref(Vacation), { description: 'Those of this year and later, earliest first.' }),
    today: { ...DATE, description: 'Today in your time zone.' },
    years: Type.Array(Ref(VacationYear), { description: 'This year and the next.' }),
  },
  { $id: 'VacationList', description: 'Your vacations, and how many days are left.' },
);
type Vacations = Static<typeof VacationList>;

interface CalendarParts {
  store: CalendarStore;
  idempotency: Idempotency;
  clock: ServerClock;
  vacationDays: number;
}

export class Calendars {
  readonly #parts: CalendarParts;
  readonly #known = new LRUCache<string, { time: PlayerTime; at: number }>({ max: KNOWN_PLAYERS });
  readonly follows = goesByCalendar;

  constructor(parts: CalendarParts) {
    this.#parts = parts;
  }

  async of(playerId: string): Promise<Calendar> {
    return calendarNow(await this.#parts.store.of([playerId]));
  }

  /** Sets a calendar. Its days and hours apply to decisions that open from now on; its reminders apply at once. */
  async set(playerId: string, asked: Calendar): Promise<Result<Calendar>> {
    const timeZone = knownZone(asked.timeZone);
    if (timeZone === null) return misfit('/timeZone', 'must be the name of a time zone, like Europe/Berlin');
    const { quietHours } = asked;
    if (quietHours !== null && quietHours.from === quietHours.to) {
      return misfit('/quietHours', 'must begin and end at different times');
    }
    const now = this.#parts.clock.now();
    const row: CalendarRow = {
      playerId,
      since: now,
      timeZone,
      workingDays: [...asked.workingDays].sort(),
      quietFrom: quietHours?.from ?? null,
      quietTo: quietHours?.to ?? null,
      reminderSeconds: asked.reminderSeconds,
    };
    return this.#change(playerId, now, ({ calendars }) => {
      const since = sinceOf(row, calendars);
      if (since === null) return { write: null, answer: tooManyChanges() };
      return { write: { calendar: { ...row, since } }, answer: done(calendarNow({ calendars: [row] })) };
    });
  }

  async vacations(playerId: string): Promise<Vacations> {
    return this.#shown(await this.#parts.store.of([playerId]));
  }

  takeVacation(
    playerId: string,
    { from, to }: { from: string; to: string },
    request: Keyed,
  ): Promise<Result<Vacation>> {
    const attempt = async (rowFor: RowFor): Promise<Result<Vacation>> => {
      const [first, last] = [dayOf(from), dayOf(to)];
      if (first === null) return misfit('/from', 'must be a date such as 2026-01-31');
      if (last === null || last < first) return misfit('/to', 'must be a date such as 2026-01-31, not before `from`');
      const now = this.#parts.clock.now();
      const taken = await this.#change<Result<Vacation> | null>(playerId, now, (own) => {
        const { timeZone } = calendarNow(own);
        const lately = own.calledOff.filter((at) => at.getTime() > now.getTime() - CALLED_OFF_WITHIN_MS);
        if (lately.length >= MOST_CALLED_OFF) return { write: null, answer: tooManyCalledOff() };
        const today = dayAt(timeZone, now.getTime());
        const refusal = this.#unfit(own.vacations.map(vacationOf), { first, last, today });
        if (refusal !== null) return { write: null, answer: refusal };
        const row = { id: uuidv7(), playerId, timeZone, firstDay: from, lastDay: to };
        const vacation = vacationOf(row);
        return { write: { vacation: row }, answer: done(vacation), request: rowFor({ ...vacation }, now) };
      });
      return taken ?? inFlight(); // null: another server is carrying out the same request
    };
    return this.#parts.idempotency.once(request, attempt, async (vacation) => done(vacation as unknown as Vacation));
  }

  /** Ends a vacation today, or calls it off before it begins. The unused days can be taken again. */
  async endVacation(playerId: string, id: string): Promise<Result<Vacations>> {
    const now = this.#parts.clock.now();
    return this.#change<Result<Vacations>>(playerId, now, (own) => {
      const known = own.vacations.find((vacation) => vacation.id === id);
      const today = dateOfDay(dayAt(known?.timeZone ?? 'UTC', now.getTime()));
      if (known === undefined || known.lastDay < today) {
        return { write: null, answer: refused('vacation-not-found', `You have no vacation ${id} that is not over.`) };
      }
      const others = own.vacations.filter((vacation) => vacation !== known);
      if (known.firstDay > today) {
        return { write: { calledOff: id }, answer: done(this.#shown({ ...own, vacations: others })) };
      }
      if (known.lastDay === today) return { write: null, answer: done(this.#shown(own)) };
      const shorter = { ...known, lastDay: today };
      return { write: { vacation: shorter }, answer: done(this.#shown({ ...own, vacations: [...others, shorter] })) };
    });
  }

  /** Returns the time at which to send a notification: `at`, or the end of quiet hours. */
  async heldUntil(playerId: string, at: Date): Promise<Date> {
    const time = (await this.#knownOf([playerId])).get(playerId) ?? NO_TIME_SAID;
    return new Date(quietEndAt(calendarNow(time), at.getTime()) ?? at);
  }

  /** Adds log entries that move the deadlines of new decisions as the calendars of their players require. */
  async follow(before: Game, change: Completed, now: Date): Promise<Completed> {
    const { game } = change;
    if (game.decisions.every((open) => before.decisions.includes(open))) return change;
    return withMoves(change, movesIn(game, await this.#knownOf(awaitedPlayers(game)), now), now);
  }

  /** Returns a change that gives overdue decisions more time; null: none gets it. Reads the store, not the cache. */
  async moreTime(game: Game, now: Date): Promise<Proposal | null> {
    const moves = movesIn(game, await this.times(game), now);
    const overdue = game.decisions.filter(({ deadline }) => deadline !== null && deadline <= now);
    const isUp = ({ seat }: Move) => overdue.some((open) => open.seat === seat);
    return moves.some(isUp) ? withMoves({ game, events: [], rows: [] }, moves, now) : null;
  }

  async times(game: Game): Promise<Map<string, PlayerTime>> {
    return timesIn(await this.#parts.store.of(awaitedPlayers(game)));
  }

  async #knownOf(playerIds: readonly string[]): Promise<Map<string, PlayerTime>> {
    const now = this.#parts.clock.now().getTime();
    const isFresh = (id: string) => {
      const at = this.#known.get(id)?.at;
      return at !== undefined && at <= now && now < at + KNOWN_MS;
    };
    const unknown = playerIds.filter((id) => !isFresh(id));
    if (unknown.length > 0) {
      const asked = timesIn(await this.#parts.store.of(unknown));
      for (const id of unknown) this.#known.set(id, { time: asked.get(id) ?? NO_TIME_SAID, at: now });
    }
    return new Map(playerIds.map((id) => [id, this.#known.get(id)?.time ?? NO_TIME_SAID]));
  }

  async #change<T>(playerId: string, now: Date, change: Parameters<CalendarStore['change']>[2]): Promise<T> {
    const answer = await this.#parts.store.change(playerId, now, change);
    this.#known.delete(playerId);
    return answer as T;
  }

  #unfit(
    taken: readonly Vacation[],
    { first, last, today }: { first: number; last: number; today: number },
  ): ReturnType<typeof refused> | null {
    if (first < today) return misfit('/from', `must be today, which is ${dateOfDay(today)}, or later`);
    if (first > today + FARTHEST_DAYS) return misfit('/from', `must be within the next ${FARTHEST_DAYS} days`);
    const most = this.#parts.vacationDays;
    if (last - first >= 2 * most) return capReached('vacationDays', most);
    const wanted = { from: dateOfDay(first), to: dateOfDay(last) };
    const other = taken.find(({ from, to }) => from <= wanted.to && wanted.from <= to);
    if (other !== undefined) {
      return refused('vacation-overlaps', `You have a vacation from ${other.from} to ${other.to}.`);
    }
    const all = [...taken, wanted];
    return [wanted.from, wanted.to].some((date) => daysIn(all, Number(date.slice(0, 4))) > most)
      ? capReached('vacationDays', most)
      : null;
  }

  #shown({ calendars, vacations: rows }: Awaited<ReturnType<CalendarStore['of']>>): Vacations {
    const today = dateOfDay(dayAt(calendarNow({ calendars }).timeZone, this.#parts.clock.now().getTime()));
    const thisYear = Number(today.slice(0, 4));
    const all = rows.map(vacationOf).sort((one, other) => dayNumber(one.from) - dayNumber(other.from));
    const years = [thisYear, thisYear + 1].map((year) => {
      const days = daysIn(all, year);
      return { year, days, left: Math.max(0, this.#parts.vacationDays - days) };
    });
    return { vacations: all.filter(({ to }) => Number(to.slice(0, 4)) >= thisYear), today, years };
  }
}

/** Returns the time from which a calendar applies; null: the player has changed it too often. */
function sinceOf(row: CalendarRow, [newest, ...older]: readonly CalendarRow[]): Date | null {
  if (newest === undefined) return row.since;
  const { timeZone, quietFrom, quietTo } = newest;
  const isSame =
    timeZone === row.timeZone &&
    quietFrom === row.quietFrom &&
    quietTo === row.quietTo &&
    newest.workingDays.join() === row.workingDays.join();
  if (isSame || row.since.getTime() < newest.since.getTime() + SAME_CHANGE_MS) return newest.since;
  const lately = [newest, ...older].filter(({ since }) => since.getTime() > row.since.getTime() - CHANGES_WITHIN_MS);
  return lately.length < MOST_CHANGES ? row.since : null;
}

function misfit(pointer: string, message: string) {
  return wrong(`\`${pointer.slice(1)}\` ${message}.`, pointer, message);
}

function tooManyChanges() {
  return capRefused(
    'calendarChanges',
    `You have changed your calendar ${MOST_CHANGES} times within 30 days.`,
    'You can change it again 30 days after the first of these changes. Until then you can change only reminders. For days off, use `takeVacation`.',
  );
}

function tooManyCalledOff() {
  return capRefused(
    'vacationsCalledOff',
    `You have canceled ${MOST_CALLED_OFF} vacations within 30 days.`,
    'You can take another vacation 30 days after the first of these cancellations. Until then you can only end or cancel vacations: `endVacation`.',
  );
}
