import { type PlayerCalendar, Prisma, type PrismaClient, type Vacation } from '../generated/prisma/client.ts';
import { UUID } from '../patterns.ts';
import { type Db, sql, type Transaction } from './db.ts';
import { insertDeliveries } from './deliveries.ts';
import type { Notification } from './game-rows.ts';
import { keepRequest, type RequestRow } from './requests.ts';

/** A calendar applies from `since` on. A decision uses the calendar that applies when it opens. */
export type CalendarRow = PlayerCalendar;

/** A vacation. Its first and last day are included; they are dates in the time zone of the row. */
export type VacationRow = Omit<Vacation, 'calledOffAt'>;

export interface DueLook {
  gameId: string;
  version: number;
  lookAt: Date;
  /** open decisions whose player got a reminder, as `<seat>.<version at which the decision opened>` */
  reminded: string[];
}

/** The result of checking a game for reminders and calendars. It is stored only if the game's version and the time of
 * its next check are still those in `found`. */
export interface Looked {
  found: DueLook;
  now: Date;
  /** the time of the next check; null: only after the next change */
  lookAt: Date | null;
  reminded: string[];
  notifications: readonly Notification[];
}

export type CalendarChange = { calendar: CalendarRow } | { vacation: VacationRow } | { calledOff: string };

type Reader = Pick<PrismaClient, 'playerCalendar' | 'vacation'>;

export function calendarStore(db: Db) {
  return {
    /** Returns calendars, newest first, and vacations that were not called off, earliest first. */
    of(playerIds: readonly string[]): Promise<{ calendars: CalendarRow[]; vacations: VacationRow[] }> {
      const known = playerIds.filter((id) => UUID.test(id));
      return db.ask(() => ownOf(db.prisma, known));
    },
    /** Locks the player, calls `change` and stores its `write`. Returns null if the request was carried out before. */
    change<T>(
      playerId: string,
      now: Date,
      change: (own: { calendars: CalendarRow[]; vacations: VacationRow[]; calledOff: Date[] }) => {
        write: CalendarChange | null;
        answer: T;
        request?: RequestRow | null;
      },
    ): Promise<T | null> {
      const carryOut = async (tx: Transaction) => {
        await tx.lockPlayer(playerId);
        const own = await ownOf(tx.prisma, [playerId]);
        const rows = await tx.prisma.vacation.findMany({ where: { playerId, calledOffAt: { not: null } } });
        const asked = change({ ...own, calledOff: rows.flatMap(({ calledOffAt }) => calledOffAt ?? []) });
        if (asked.write === null) return asked.answer;
        await written(tx.prisma, asked.write, now);
        await tx.run(lookedAtAnew(playerId, now));
        await keepRequest(tx, asked.request ?? null);
        return asked.answer;
      };
      return db.transact(carryOut, () => null);
    },
    due(by: Date, limit: number): Promise<DueLook[]> {
      return db.rows<DueLook>(sql`
        select id::text as "gameId", version, look_at as "lookAt", coalesce(reminded, '{}') as reminded from game
        where look_at <= ${by.toISOString()}::timestamptz order by look_at, id limit ${limit}::int`);
    },
    /** Stores the result of a check. False: another server has made the check, or the game has changed. */
    async looked({ found, now, lookAt, reminded, notifications }: Looked): Promise<boolean> {
      const { gameId, version } = found;
      const placed = notifications.map((notification) => ({ ...notification, gameId, version, at: now }));
      const gate = sql`join looked on looked.id = notification."gameId"`;
      const told = placed.length === 0 ? Prisma.empty : sql`, told as (${insertDeliveries(placed, gate)} returning 1)`;
      const rows = await db.rows<{ id: string }>(sql`
        with looked as (
          update game set look_at = ${lookAt?.toISOString() ?? null}::timestamptz, reminded = ${reminded}::text[]
          where id = ${gameId}::uuid and version = ${version}::int
            and look_at = ${found.lookAt.toISOString()}::timestamptz
          returning id
        )${told}
        select id::text from looked`);
      if (rows.length > 0 && placed.length > 0) db.deliveriesWritten();
      return rows.length > 0;
    },
  };
}

export type CalendarStore = ReturnType<typeof calendarStore>;

async function ownOf(reader: Reader, playerIds: readonly string[]) {
  const where = { playerId: { in: [...playerIds] } };
  const calendars = await reader.playerCalendar.findMany({ where, orderBy: { since: 'desc' } });
  const vacations = await reader.vacation.findMany({
    where: { ...where, calledOffAt: null },
    orderBy: [{ firstDay: 'asc' }, { id: 'asc' }],
    omit: { calledOffAt: true },
  });
  return { calendars, vacations };
}

async function written(writer: Reader, change: CalendarChange, now: Date): Promise<void> {
  if ('calledOff' in change) {
    await writer.vacation.updateMany({ where: { id: change.calledOff }, data: { calledOffAt: now } });
  } else if ('vacation' in change) {
    const { vacation } = change;
    await writer.vacation.upsert({ where: { id: vacation.id }, create: vacation, update: vacation });
  } else {
    const { playerId, since } = change.calendar;
    const where = { playerId_since: { playerId, since } };
    await writer.playerCalendar.upsert({ where, create: change.calendar, update: change.calendar });
  }
}

/** Returns a statement that makes the next check of the player's games due now. A running check then stores nothing. */
function lookedAtAnew(playerId: string, now: Date): Prisma.Sql {
  const at = sql`${now.toISOString()}::timestamptz`;
  return sql`
    update game set look_at = least(look_at, ${at}) - interval '1 millisecond'
    where id in (
      select game.id from game_player join game on game.id = game_player.game_id
      where game_player.player_id = ${playerId}::uuid and game_player.unfinished
        and game.status = 'playing' and game.clock is not null and ${playerId}::uuid = any(game.awaiting)
      order by game.id for no key update of game
    )`;
}
