import type { Scoring } from '#rules/kernel/ruleset.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { type Db, sql } from './db.ts';
import { type GameRow, gameRowOf } from './game-rows.ts';

export interface DailyPlayed {
  daily: string;
  gameId: string;
  /** `conceded`: the player resigned or ran out of time */
  state: 'playing' | 'completed' | 'conceded';
  won: boolean;
  /** null if the game is not completed, like `ahead` */
  score: number | null;
  /** the number of completed games with a better result so far */
  ahead: number | null;
}

export interface DailyBest {
  game: GameRow;
  registeredAt: Date;
}

export function dailyStore(db: Db) {
  return {
    /** Returns the key with this name, which all servers share. If there is none, `fresh` becomes the key. */
    async key(name: string, fresh: Uint8Array): Promise<Uint8Array> {
      const { value, sealed } = db.seals.seal('secret', { name, value: fresh });
      await db.run(sql`
        insert into secret (name, value, sealed) values (${name}, ${value}, ${sealed}) on conflict do nothing`);
      const kept = await db.ask(() => db.prisma.secret.findUniqueOrThrow({ where: { name } }));
      return db.seals.open('secret', kept).value;
    },
    async entryOf(daily: string, playerId: string): Promise<string | null> {
      const query = { where: { daily_playerId: { daily, playerId } } };
      return (await db.ask(() => db.prisma.dailyEntry.findUnique(query)))?.gameId ?? null;
    },
    async isPlayed(daily: string): Promise<boolean> {
      const query = { where: { daily }, select: { gameId: true } };
      return (await db.ask(() => db.prisma.dailyEntry.findFirst(query))) !== null;
    },
    async now(): Promise<Date> {
      return (await db.value<Date>(sql`select clock_timestamp() as value`)) as Date;
    },
    /** Waits until no game is being created. True: the database's clock has reached `end`, so no game can follow. */
    async hasEnded(end: Date): Promise<boolean> {
      const ended = sql`
        select case when pg_advisory_xact_lock(${LOCK}) is not null then clock_timestamp() >= ${end}::timestamptz end as value`;
      return (await db.value<boolean>(ended)) === true;
    },
    async isOpen(daily: string): Promise<boolean> {
      const where = { daily, status: { in: ['open', 'playing'] } };
      return (await db.ask(() => db.prisma.game.findFirst({ where, select: { id: true } }))) !== null;
    },
    /** Returns completed games: first the won ones, then the others, each group sorted by score. */
    async best(daily: string, scoring: Scoring, limit: number): Promise<DailyBest[]> {
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
    async conceded(daily: string): Promise<number> {
      const games = await db.value<number>(sql`
        select count(*)::int as value from daily_entry join game on game.id = daily_entry.game_id
        where daily_entry.daily = ${daily}
          and (game.status = 'aborted' or (game.status = 'finished' and json_array_length(game.outcome->'left') > 0))`);
      return games ?? 0;
    },
    async playedBy(playerId: string, dailies: readonly string[], scoring: Scoring): Promise<DailyPlayed[]> {
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

/* The seed of a day is published once the day and its games are over, so no game of the day may appear after that.
 * Statements that create such a game take this lock shared and then check the clock. At the end of the day, a reader
 * takes the lock exclusively, so it waits for games that are being created. Later statements see the end of the day. */

const LOCK = Prisma.sql`814770263`;

/** Returns a condition that is true while the day lasts. The shared lock is held until the transaction ends. */
export function dayIsOn(end: Date): Prisma.Sql {
  return Prisma.sql`
    case when pg_advisory_xact_lock_shared(${LOCK}) is not null then clock_timestamp() < ${end}::timestamptz end`;
}
