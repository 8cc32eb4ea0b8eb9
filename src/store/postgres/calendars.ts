import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts';
import type { CalendarChange, CalendarStore, DueLook, Looked } from '../contract/calendars.ts';
import { wasThere } from './failures.ts';
import { keptRequest } from './kept-requests.ts';
import { assertHeld, heldPlayer } from './living.ts';
import { insertDeliveries } from './notices.ts';
import { UUID } from './rows.ts';

/** Whom they work with, and whom they tell. */
interface CalendarParts {
  prisma: PrismaClient;
  ask<T>(question: () => Promise<T>): Promise<T>;
  onDeliveries(): void;
}

type Reader = Pick<PrismaClient, 'playerCalendar' | 'vacation'>;

/** The calendars of players on the database of a `PrismaStore`. */
export class PostgresCalendars implements CalendarStore {
  readonly #prisma: PrismaClient;
  readonly #ask: CalendarParts['ask'];
  readonly #onDeliveries: () => void;

  constructor({ prisma, ask, onDeliveries }: CalendarParts) {
    this.#prisma = prisma;
    this.#ask = ask;
    this.#onDeliveries = onDeliveries;
  }

  of(playerIds: readonly string[]) {
    return this.#ask(() =>
      ownOf(
        this.#prisma,
        playerIds.filter((id) => UUID.test(id)),
      ),
    );
  }

  /** Who changes the same at once waits for the lock on the player. */
  change: CalendarStore['change'] = (playerId, now, change) =>
    this.#ask(() =>
      this.#changed(async (transaction) => {
        assertHeld(playerId, await transaction.$queryRaw(heldPlayer(playerId)));
        const own = await ownOf(transaction, [playerId]);
        const {
          write,
          answer,
          request = null,
        } = change({ ...own, calledOff: await calledOffBy(transaction, playerId) });
        if (write === null) return answer;
        await written(transaction, write, now);
        await transaction.$executeRaw(lookedAtAnew(playerId, now));
        if (request !== null) await transaction.$executeRaw(keptRequest(request, Prisma.sql`true`));
        return answer;
      }),
    );

  /** Null: a request that was to be kept was there. */
  async #changed<T>(write: (transaction: Prisma.TransactionClient) => Promise<T>): Promise<T | null> {
    try {
      return await this.#prisma.$transaction(write);
    } catch (error) {
      if (wasThere(error)) return null;
      throw error;
    }
  }

  due(by: Date, limit: number): Promise<DueLook[]> {
    return this.#ask(
      () => this.#prisma.$queryRaw<DueLook[]>`
        select id::text as "gameId", version, look_at as "lookAt", coalesce(reminded, '{}') as reminded from game
        where look_at <= ${by.toISOString()}::timestamptz order by look_at, id limit ${limit}::int`,
    );
  }

  async looked({ found, now, lookAt, reminded, notices }: Looked): Promise<boolean> {
    const { gameId, version } = found;
    const placed = notices.map((notice) => ({
      ...notice,
      nth: 1,
      gameId,
      competitionId: null,
      round: null,
      version,
      at: now,
    }));
    const gate = Prisma.sql`join looked on looked.id = notice.game_id`;
    const told =
      placed.length === 0 ? Prisma.empty : Prisma.sql`, told as (${insertDeliveries(placed, gate)} returning 1)`;
    const rows = await this.#ask(
      () => this.#prisma.$queryRaw<{ id: string }[]>`
        with looked as (
          update game set look_at = ${lookAt?.toISOString() ?? null}::timestamptz, reminded = ${reminded}::text[]
          where id = ${gameId}::uuid and version = ${version}::int
            and look_at = ${found.lookAt.toISOString()}::timestamptz
          returning id
        )${told}
        select id::text from looked`,
    );
    if (rows.length > 0 && placed.length > 0) this.#onDeliveries();
    return rows.length > 0;
  }
}

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
  const at = Prisma.sql`${now.toISOString()}::timestamptz`;
  return Prisma.sql`
    update game set look_at = least(look_at, ${at}) - interval '1 millisecond'
    where id in (
      select game.id from game_player join game on game.id = game_player.game_id
      where game_player.player_id = ${playerId}::uuid and game_player.unfinished
        and game.status = 'playing' and game.clock is not null and ${playerId}::uuid = any(game.awaiting)
      order by game.id for no key update of game
    )`;
}
