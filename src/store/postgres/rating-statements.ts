import { Prisma } from '../../generated/prisma/client.ts';
import type { RatedGameRow } from '../ratings.ts';

/** A game that counts, and where it matters the place of the change that makes it count among those of its statement, from 1. */
type RatedChange = RatedGameRow & { nth?: number };

/**
 * What writes games that count in the ratings, behind the other parts of a statement; nothing where there are none. `gate`
 * joins `rating` with whatever lets them through.
 *
 * A pool's row is locked while its games are numbered, until they are committed, so that numbers become visible in their order.
 * Pools are locked after games and competitions, in order of their ids: servers wait for each other, and never in a circle.
 */
export function ratedGames(rated: readonly RatedChange[], gate = Prisma.empty): Prisma.Sql {
  if (rated.length === 0) return Prisma.empty;
  return Prisma.sql`,
    rating as materialized (
      select rating.* from json_to_recordset(${JSON.stringify(rated.map(ratedRecord))}::json) as rating (
        nth int, place int, game_id uuid, pool_id text, ruleset text, rules_version int, options text, seats int,
        competition_id uuid, board text, players text[], shares float8[], at timestamptz)
      ${gate}
    ),
    pooled as (
      insert into rating_pool (id, ruleset, rules_version, options, seats, games, created_at)
      select pool_id, min(ruleset), min(rules_version), min(options)::json, min(seats), count(*), min(at)
      from rating group by pool_id order by pool_id
      on conflict (id) do update set games = rating_pool.games + excluded.games
      returning id, games
    ),
    pooled_player as (
      insert into rating_pool_player (player, pool_id)
      select distinct player, pooled.id from pooled join rating on rating.pool_id = pooled.id, unnest(players) as player
      on conflict do nothing
    ),
    rated as (
      insert into rated_game (game_id, pool_id, nth, competition_id, board, players, shares, at)
      select game_id, pool_id, games - count(*) over (partition by pool_id) + row_number() over (partition by pool_id order by place),
        competition_id, board, players, shares, at
      from rating join pooled on pooled.id = rating.pool_id
    )`;
}

function ratedRecord({ nth, gameId, pool, competitionId, board, players, shares, at }: RatedChange, place: number) {
  const { id: pool_id, ruleset, rulesVersion: rules_version, options, seats } = pool;
  return {
    ...{ nth, place, game_id: gameId, competition_id: competitionId, board, players, shares, at },
    ...{ pool_id, ruleset, rules_version, options: JSON.stringify(options), seats },
  };
}
