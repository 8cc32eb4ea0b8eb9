import { type PlayerCalendar, Prisma, type PrismaClient, type Vacation } from '../generated/prisma/client.ts';
import { type Db, sql, type Transaction } from './db.ts';
import { insertDeliveries } from './deliveries.ts';
import { type Notification, UUID } from './game-rows.ts';
import { keepRequest, type RequestRow } from './requests.ts';

/** When a player has time, from a moment on: a decision goes by what holds when it opens. */
export type CalendarRow = PlayerCalendar;

/** Days on which a player does not play, both included, as dates in that zone. */
export type VacationRow = Omit<Vacation, 'calledOffAt'>;

/** A game whose calendars are to be looked at, as it was when it was found. */
export interface DueLook {
  gameId: string;
  version: number;
  lookAt: Date;
  /** the open decisions of which their players have been reminded, as `seat.since` */
  reminded: string[];
}

/** What came of a look. Nothing of it is kept unless the game and the time of the look are as they were when it was found. */
export interface Looked {
  found: DueLook;
  now: Date;
  /** null: not before the next change */
  lookAt: Date | null;
  reminded: string[];
  /** written with it */
  notifications: readonly Notification[];
}

/** What is written of a player’s time. */
export type CalendarChange =
  /** takes the place of the row of `since`, if there is one */
  | { calendar: CalendarRow }
  /** takes the place of the vacation of that id, if there is one */
  | { vacation: VacationRow }
  /** the vacation of that id counts no more */
  | { calledOff: string };

type Reader = Pick<PrismaClient, 'playerCalendar' | 'vacation'>;

/** When players have time, and the games to which that matters. */
export function calendarStore(db: Db) {
  return {
    /** Of these players: every row of theirs, newest first, and all their vacations that were not called off, earliest first. */
    of(playerIds: readonly string[]): Promise<{ calendars: CalendarRow[]; vacations: VacationRow[] }> {
      return db.ask(() =>
        ownOf(
          db.prisma,
          playerIds.filter((id) => UUID.test(id)),
        ),
      );
    },
    /**
     * Changes what a player has, as one: `change` is given it, with when vacations were called off, and says what to write;
     * null: nothing. The games that wait for them are looked at anew. Resolves with what `change` returned; with
     * null when the request that it would have kept was there: nothing is written.
     * Who changes the same at once waits for the lock on the player.
     */
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
        await tx.hold(playerId);
        const own = await ownOf(tx.prisma, [playerId]);
        const asked = change({ ...own, calledOff: await calledOffBy(tx.prisma, playerId) });
        if (asked.write === null) return asked.answer;
        await written(tx.prisma, asked.write, now);
        await tx.run(lookedAtAnew(playerId, now));
        await keepRequest(tx, asked.request ?? null);
        return asked.answer;
      };
      return db.transact(carryOut, () => null);
    },
    /** Games that are to be looked at by then, longest due first. */
    due(by: Date, limit: number): Promise<DueLook[]> {
      return db.rows<DueLook>(sql`
        select id::text as "gameId", version, look_at as "lookAt", coalesce(reminded, '{}') as reminded from game
        where look_at <= ${by.toISOString()}::timestamptz order by look_at, id limit ${limit}::int`);
    },
    /** Keeps what came of a look. False: another server has looked, or the game has changed. */
    async looked({ found, now, lookAt, reminded, notifications }: Looked): Promise<boolean> {
      const { gameId, version } = found;
      const placed = notifications.map((notification) => ({
        ...notification,
        nth: 1,
        gameId,
        competitionId: null,
        round: null,
        version,
        at: now,
      }));
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

async function calledOffBy(reader: Reader, playerId: string): Promise<Date[]> {
  const rows = await reader.vacation.findMany({ where: { playerId, calledOffAt: { not: null } } });
  return rows.flatMap(({ calledOffAt }) => calledOffAt ?? []);
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

/**
 * Each time is another than before, also when it is the same moment by the clock: a look that began before this change
 * keeps nothing then. Games are locked in order of id, as by those who append to them.
 */
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
