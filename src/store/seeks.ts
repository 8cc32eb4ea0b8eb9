import type { Prisma } from '../generated/prisma/client.ts';
import { type Db, sql } from './db.ts';
import { assertNext } from './event-log.ts';
import { assertHeld, heldPlayer } from './postgres/living.ts';
import { UUID } from './postgres/rows.ts';
import {
  beginSeekGameStatement,
  cancelSeeksStatement,
  changeSeeksStatement,
  createSeekStatement,
  SEEK,
} from './postgres/seek-statements.ts';
import type { RequestRow } from './requests.ts';
import type { MetLately, SeekChange, SeekGame, SeekGameOver, SeekingPlayer, SeekRow, SoughtRow } from './seek-rows.ts';

/** Whom somebody met is looked for in so many games. */
const MOST_SHARED = 1_000;

/**
 * Whom the seeks work with, and whom they tell.
 * Seeks and the games that they led to.
 */
export function seekStore(db: Db) {
  const store = {
    /** `cap-reached`: the player has `most` open ones. `repeated`: the request was carried out before. */
    async create(
      seek: SeekRow,
      most: number,
      request: RequestRow | null,
    ): Promise<'created' | 'cap-reached' | 'repeated'> {
      // The lock makes those who create for the same player at once count one after the other.
      const [held, [counted]] = await db.ask(() =>
        db.prisma.$transaction([
          db.prisma.$queryRaw(heldPlayer(seek.playerId)),
          db.prisma.$queryRaw<{ there: number; made: boolean }[]>(createSeekStatement(seek, most, request)),
        ]),
      );
      if (counted?.made) return 'created';
      assertHeld(seek.playerId, held);
      return (counted?.there ?? 0) < most ? 'repeated' : 'cap-reached';
    },
    /** Null: this player has no such seek. */
    async get(playerId: string, id: string): Promise<SeekRow | null> {
      const [row] = await rowsOf<SeekRow>(
        id,
        sql`select ${SEEK} from seek where id = ${id}::uuid and player_id = ${playerId}::uuid`,
      );
      return row ?? null;
    },
    /** Open ones first, then newest first. */
    of(playerId: string, limit: number): Promise<SeekRow[]> {
      return db.rows(sql`
      select ${SEEK} from seek where player_id = ${playerId}::uuid
      order by (status = 'open') desc, id desc limit ${limit}::int`);
    },
    /** How far a seek has come; null: there is none. */
    async version(id: string): Promise<number | null> {
      const found = await rowsOf<{ version: number }>(id, sql`select version from seek where id = ${id}::uuid`);
      return found[0]?.version ?? null;
    },
    /** Closes an open or paused seek. Null: this player has no such seek. */
    async cancel(playerId: string, id: string, now: Date): Promise<SeekRow | null> {
      await rowsOf(id, cancelSeeksStatement(playerId, now, id));
      return store.get(playerId, id);
    },
    /** Keeps that a seek was looked at; no change that anyone can see. */
    async seen(id: string, now: Date): Promise<void> {
      await rowsOf(
        id,
        sql`
        update seek set seen_at = ${now.toISOString()}::timestamptz
        where id = ${id}::uuid and status = 'open' and seen_at < ${now.toISOString()}::timestamptz`,
      );
    },
    /** First what most players seek with others of any rating, then what most seek; of one ruleset, or of all. */
    sought(ruleset: string | null, limit: number): Promise<SoughtRow[]> {
      return db.rows(sql`
      select (array_agg(ruleset))[1] as ruleset, (array_agg(rules_version))[1] as "rulesVersion",
        (array_agg(options))[1] as options, (array_agg(seats))[1] as seats, (array_agg(clock))[1] as clock,
        (array_agg(pool_id))[1] as "poolId",
        (count(distinct player_id) filter (where running < concurrency and played + running < games))::int as waiting,
        count(distinct player_id)::int as players
      from seek
      where status = 'open' and (${ruleset}::text is null or ruleset = ${ruleset}::text)
      group by fit
      order by count(distinct player_id) filter (where rating_within is null and opponents <> 'house') desc, players desc,
        waiting desc, fit
      limit ${limit}::int`);
    },
    /** All seeks that are open or have games under way. */
    alive(): Promise<SeekRow[]> {
      return db.rows(sql`select ${SEEK} from seek where status = 'open' or running > 0 order by id`);
    },

    gamesOver(limit: number): Promise<SeekGameOver[]> {
      return db.rows(sql`
      select seek_game.seek_id as "seekId", seek_game.game_id as "gameId", seek_game.seat, game.status, game.outcome,
        game.updated_at as "updatedAt"
      from seek_game join game on game.id = seek_game.game_id
      where not seek_game.over and game.status in ('finished', 'aborted')
      order by game.updated_at, seek_game.seat limit ${limit}::int`);
    },
    /** The policies of all bots that play in games of seeks under way. */
    async botsPlaying(): Promise<string[]> {
      const rows = await db.rows<{ bots: string[] }>(sql`
      select distinct on (game_id) bots from seek_game where not over and cardinality(bots) > 0 order by game_id`);
      return rows.flatMap(({ bots }) => bots);
    },

    async players(playerIds: readonly string[]): Promise<SeekingPlayer[]> {
      if (playerIds.length === 0) return [];
      return db.rows(sql`
      select player.id as "playerId", usage.games, usage."ratedGames"
      from unnest(${[...playerIds]}::uuid[]) as player (id), lateral (
        select count(*)::int as games, (count(*) filter (where game.rated))::int as "ratedGames"
        from game_player own join game on game.id = own.game_id
        where own.player_id = player.id and own.unfinished and own.standing = 'seated' and game.competition_id is null
      ) as usage`);
    },
    /**
     * The players of somebody's last games by seeking in a pool: of the last `games` in which anybody else sat, bots apart, and
     * of all that began in the last `ms`.
     */
    async met(of: readonly Omit<MetLately, 'met'>[], games: number, ms: number, now: Date): Promise<MetLately[]> {
      if (of.length === 0) return [];
      const ago = sql`extract(epoch from ${now.toISOString()}::timestamptz - game.created_at) * 1000`;
      return db.rows(sql`
      select one.player_id as "playerId", one.pool_id as "poolId",
        (
          select coalesce(jsonb_object_agg(other.player_id, ${ago} order by game.created_at), '{}')
          from (
            select shared.game_id, row_number() over (order by shared.game_id desc) as nth
            from (
              select own.game_id from seek join seek_game as own on own.seek_id = seek.id
              where seek.player_id = one.player_id and seek.pool_id = one.pool_id and exists (
                select from seek_game as beside where beside.game_id = own.game_id and beside.player_id <> one.player_id
              )
              order by own.game_id desc limit ${MOST_SHARED}::int
            ) as shared
          ) as last
          join game on game.id = last.game_id
            and (last.nth <= ${games}::int or ${ago} <= ${ms}::int)
          join seek_game as other on other.game_id = last.game_id and other.player_id <> one.player_id
        ) as met
      from unnest(${of.map(({ playerId }) => playerId)}::uuid[], ${of.map(({ poolId }) => poolId)}::text[])
        as one (player_id, pool_id)`);
    },
    /** Writes changes, each if its seek is still at its base; the ids of those that were written. */
    async change(changes: readonly SeekChange[]): Promise<string[]> {
      if (changes.length === 0) return [];
      const rows = await db.rows<{ id: string }>(changeSeeksStatement(changes));
      return rows.map(({ id }) => id);
    },
    /** False: one of the seeks is not at its base, or not open, any more, and nothing was written. */
    async begin(game: SeekGame): Promise<boolean> {
      const { game: row, events } = game.creation;
      assertNext(row.id, 0, row.version, events);
      const [made] = await db.rows<{ told: boolean }>(beginSeekGameStatement(game, db.seals));
      if (made?.told) db.deliveriesWritten();
      return made !== undefined;
    },
    /** Forgets seeks that ended before that time, at most so many; how many. */
    async forget(before: Date, limit: number): Promise<number> {
      const rows = await db.rows(sql`
      delete from seek where id in (
        select id from seek
        where status <> 'open' and running = 0 and updated_at < ${before.toISOString()}::timestamptz
        order by updated_at limit ${limit}::int
      )
      returning id`);
      return rows.length;
    },
  };
  return store;
  /** The rows of a seek; none when there can be none of this id. */
  async function rowsOf<T extends object>(id: string, statement: Prisma.Sql): Promise<T[]> {
    return UUID.test(id) ? db.rows<T>(statement) : [];
  }
}

export type SeekStore = ReturnType<typeof seekStore>;
