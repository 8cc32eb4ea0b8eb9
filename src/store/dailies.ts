import { Prisma } from '../generated/prisma/client.ts';
import { type Db, sql } from './db.ts';
import { type GameRow, gameRowOf } from './game-rows.ts';

/** A game of somebody that counts. */
export interface DailyPlayed {
  daily: string;
  gameId: string;
  /** it goes on, was played to its end, or ended without its player */
  state: 'playing' | 'completed' | 'conceded';
  won: boolean;
  /** of a game that was played to its end; null: it was not */
  score: number | null;
  /** games that were played to a better end, by now; null where this one was not */
  ahead: number | null;
}

/** A game that counts, and when its player registered. */
export interface DailyBest {
  game: GameRow;
  registeredAt: Date;
}

/** The competitions of the day. */
export function dailyStore(db: Db) {
  return {
    /** The servers' shared key of that name; made from `fresh` by whoever asks first. */
    async key(name: string, fresh: Uint8Array): Promise<Uint8Array> {
      const { value, sealed } = db.seals.seal('secret', { name, value: fresh });
      await db.run(sql`
        insert into secret (name, value, sealed) values (${name}, ${value}, ${sealed}) on conflict do nothing`);
      const kept = await db.ask(() => db.prisma.secret.findUniqueOrThrow({ where: { name } }));
      return db.seals.open('secret', kept).value;
    },
    /** The player's game that counts. */
    async entryOf(daily: string, playerId: string): Promise<string | null> {
      const query = { where: { daily_playerId: { daily, playerId } } };
      return (await db.ask(() => db.prisma.dailyEntry.findUnique(query)))?.gameId ?? null;
    },
    /** Whether anybody has entered the competition. */
    async isPlayed(daily: string): Promise<boolean> {
      const query = { where: { daily }, select: { gameId: true } };
      return (await db.ask(() => db.prisma.dailyEntry.findFirst(query))) !== null;
    },
    /** The time of the database. */
    async now(): Promise<Date> {
      const [row] = await db.rows<{ now: Date }>(sql`select clock_timestamp() as now`);
      return (row as { now: Date }).now;
    },
    /**
     * Waits for all games of the day that are being created. True: by the database's clock it was then `end` or later, so
     * that no game is created any more that had to be created before `end`.
     */
    async hasEnded(end: Date): Promise<boolean> {
      const [row] = await db.rows<{ ended: boolean }>(dayHasEnded(end));
      return row?.ended === true;
    },
    /** Whether some game of the competition is not over. */
    async isOpen(daily: string): Promise<boolean> {
      const where = { daily, status: { in: ['open', 'playing'] } };
      return (await db.ask(() => db.prisma.game.findFirst({ where, select: { id: true } }))) !== null;
    },
    /** The games that count and were played to their end: those that were won first, each kind by its score. */
    async best(daily: string, scoring: 'highest' | 'lowest', limit: number): Promise<DailyBest[]> {
      const direction = scoring === 'highest' ? sql`desc` : sql`asc`;
      const ids = await db.rows<{ id: string; registeredAt: Date }>(sql`
        select game.id, player.created_at as "registeredAt"
        from daily_entry join game on game.id = daily_entry.game_id join player on player.id = daily_entry.player_id
        where daily_entry.daily = ${daily} and game.status = 'finished' and json_array_length(game.outcome->'left') = 0
        order by json_array_length(game.outcome->'winners') desc, (game.outcome->'scores'->>0)::float8 ${direction}, game.updated_at, game.id
        limit ${limit}`);
      const rows = await db.ask(() => db.prisma.game.findMany({ where: { id: { in: ids.map(({ id }) => id) } } }));
      const byId = new Map(rows.map((row) => [row.id, gameRowOf(row, db.seals)]));
      return ids.map(({ id, registeredAt }) => ({ game: byId.get(id) as GameRow, registeredAt }));
    },
    /** How many of the games that count ended before their end. */
    async conceded(daily: string): Promise<number> {
      const [row] = await db.rows<{ games: number }>(sql`
        select count(*)::int as games from daily_entry join game on game.id = daily_entry.game_id
        where daily_entry.daily = ${daily}
          and (game.status = 'aborted' or (game.status = 'finished' and json_array_length(game.outcome->'left') > 0))`);
      return row?.games ?? 0;
    },
    /** The player's games that count in these competitions, in no order, with how many games of others ended better. */
    async playedBy(
      playerId: string,
      dailies: readonly string[],
      scoring: 'highest' | 'lowest',
    ): Promise<DailyPlayed[]> {
      const sign = scoring === 'highest' ? 1 : -1;
      return db.rows<DailyPlayed>(sql`
        with ended as (
          select daily_entry.daily, daily_entry.player_id, game.id, game.status,
            game.status = 'finished' and json_array_length(game.outcome->'left') = 0 as whole,
            json_array_length(game.outcome->'winners') as wins, (game.outcome->'scores'->>0)::float8 as score
          from daily_entry join game on game.id = daily_entry.game_id
          where daily_entry.daily = any(${dailies}::text[])
            and daily_entry.daily in (
              select own.daily from daily_entry as own
              where own.player_id = ${playerId}::uuid and own.daily = any(${dailies}::text[])))
        select own.daily, own.id as "gameId",
          case when own.whole then 'completed' when own.status in ('open', 'playing') then 'playing' else 'conceded' end as state,
          coalesce(own.whole and own.wins > 0, false) as won,
          case when own.whole then own.score end as score,
          case when own.whole then (
            select count(*)::int from ended as other
            where other.daily = own.daily and other.whole
              and (other.wins, other.score * ${sign}::int) > (own.wins, own.score * ${sign}::int)) end as ahead
        from ended as own where own.player_id = ${playerId}::uuid`);
    },
  };
}

export type DailyStore = ReturnType<typeof dailyStore>;

/*
 * The seed of a day is published when the day and its games are over, so no game of the day may be created unnoticed at
 * its end. A statement that creates such games holds this lock with others of its kind, and looks at the clock once it has
 * it. A reader takes the lock alone at the end of the day: it waits for all that still create, and sees their games in its
 * next statement; all that take the lock later find the day over.
 */

/** The key of the lock. */
const LOCK = Prisma.sql`814770263`;

/** A condition: it is earlier than `end`. It stays locked until the transaction ends. */
export function dayIsOn(end: Date): Prisma.Sql {
  return Prisma.sql`
    case when pg_advisory_xact_lock_shared(${LOCK}) is not null then clock_timestamp() < ${end}::timestamptz end`;
}

/** Selects whether it is `end` or later, once no game of a day is being created. */
export function dayHasEnded(end: Date): Prisma.Sql {
  return Prisma.sql`
    select case when pg_advisory_xact_lock(${LOCK}) is not null then clock_timestamp() >= ${end}::timestamptz end as ended`;
}
