import type { Json } from '#rules/kernel/json.ts';
import { Prisma, type RatedGame as RatedGameModel, type RatingPool } from '../generated/prisma/client.ts';
import { type Db, sql } from './db.ts';

/** A pool: games whose results can be compared, because they have the same rules, options and number of seats. */
export interface PoolRow extends Pick<RatingPool, 'id' | 'ruleset' | 'rulesVersion' | 'seats'> {
  options: Json;
}

export interface RatedGameRow extends Omit<RatedGame, 'nth'> {
  pool: PoolRow;
}

/** A game in a pool. `nth` counts the pool's games without gaps. */
export type RatedGame = Omit<RatedGameModel, 'poolId'>;

/** A stored pool with the number of its games. A cache with another number of games is out of date. */
export type RatingPoolRow = PoolRow & Pick<RatingPool, 'games' | 'createdAt'>;

export interface RatingPoolQuery {
  ruleset?: string | undefined;
  rulesVersion?: number | undefined;
  seats?: number | undefined;
  after?: string | undefined;
  limit: number;
}

const POOL = sql`id, ruleset, rules_version as "rulesVersion", options, seats, games, created_at as "createdAt"`;

const IN_ORDER = sql`order by ruleset, rules_version desc, seats, id`;

export function ratingStore(db: Db) {
  return {
    pools(query: RatingPoolQuery): Promise<RatingPoolRow[]> {
      const { ruleset = null, rulesVersion = null, seats = null, after = null, limit } = query;
      return db.rows(sql`
      select ${POOL} from rating_pool
      where (${ruleset}::text is null or ruleset = ${ruleset})
        and (${rulesVersion}::int is null or rules_version = ${rulesVersion}::int)
        and (${seats}::int is null or seats = ${seats}::int)
        and (${after}::text is null or (ruleset, -rules_version, seats, id) > (
          select ruleset, -rules_version, seats, id from rating_pool where id = ${after}))
      ${IN_ORDER} limit ${limit}::int`);
    },
    async pool(poolId: string): Promise<RatingPoolRow | null> {
      return db.first<RatingPoolRow>(sql`select ${POOL} from rating_pool where id = ${poolId}`);
    },
    games(poolId: string, after: number, limit: number): Promise<RatedGame[]> {
      return db.rows(sql`
      select game_id as "gameId", nth, competition_id as "competitionId", board, players, shares, at from rated_game
      where pool_id = ${poolId} and nth > ${after}::int order by nth limit ${limit}::int`);
    },
    /** Returns the pools in which a player has games. `player` is a player's id, or `bot:` and a policy. */
    poolsOf(player: string): Promise<RatingPoolRow[]> {
      return db.rows(sql`
      select ${POOL} from rating_pool
      where id in (select pool_id from rating_pool_player where player = ${player}) ${IN_ORDER}`);
    },
    /** Returns by `<competitionId>/<board>` the share of the win that random play gets on each seat. The map has only
     * finished boards. */
    async pars(boards: readonly string[]): Promise<ReadonlyMap<string, readonly number[]>> {
      const competitions = new Set(boards.map((board) => board.split('/')[0] as string));
      if (competitions.size === 0) return new Map();
      const closed = await db.rows<{ board: string; shares: number[] }>(sql`
      select competition_id || '/' || (data->>'board') as board, data->'par'->'shares' as shares from competition_event
      where competition_id = any(${`{${[...competitions].join(',')}}`}::uuid[]) and type = 'boardClosed'
        and json_typeof(data->'par') = 'object'`);
      const asked = new Set(boards);
      return new Map(closed.filter(({ board }) => asked.has(board)).map(({ board, shares }) => [board, shares]));
    },
  };
}

export type RatingStore = ReturnType<typeof ratingStore>;

/** Returns SQL that stores rated games. `nth` is the index of the change within its statement, from 1.
 *
 * The row of a pool stays locked from the numbering of its games until the commit, so that numbers become visible in
 * order. Pools are locked last and in order of their ids, to avoid deadlocks. */
export function ratedGames(rated: readonly (RatedGameRow & { nth?: number })[], gate: Prisma.Sql): Prisma.Sql {
  const rows = rated.map(({ pool: { id: poolId, ...pool }, ...game }, place) => {
    return { ...game, poolId, ...pool, options: JSON.stringify(pool.options), place };
  });
  return Prisma.sql`,
    rating as materialized (
      select rating.* from json_to_recordset(${JSON.stringify(rows)}::json) as rating (
        nth int, place int, "gameId" uuid, "poolId" text, ruleset text, "rulesVersion" int, options text, seats int,
        "competitionId" uuid, board text, players text[], shares float8[], at timestamptz)
      ${gate}
    ),
    pooled as (
      insert into rating_pool (id, ruleset, rules_version, options, seats, games, created_at)
      select "poolId", min(ruleset), min("rulesVersion"), min(options)::json, min(seats), count(*), min(at)
      from rating group by "poolId" order by "poolId"
      on conflict (id) do update set games = rating_pool.games + excluded.games
      returning id, games
    ),
    pooled_player as (
      insert into rating_pool_player (player, pool_id)
      select distinct player, pooled.id from pooled join rating on rating."poolId" = pooled.id, unnest(players) as player
      on conflict do nothing
    ),
    rated as (
      insert into rated_game (game_id, pool_id, nth, competition_id, board, players, shares, at)
      select "gameId", "poolId", games - count(*) over (partition by "poolId") + row_number() over (partition by "poolId" order by place),
        "competitionId", board, players, shares, at
      from rating join pooled on pooled.id = rating."poolId"
    )`;
}
