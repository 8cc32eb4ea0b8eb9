import type { Findings } from './audit.ts';

interface Database {
  ask(sql: string): Promise<Record<string, unknown>[]>;
}

/** Selects games that must be rated: rated games, and games of public competitions in which a player acted. Leaves out
 * games with a bot on a board that the players have played before, because they know its cards. */
const DUE = `
  select id::text as id from game where rated and outcome is not null
  union all
  select event.data ->> 'gameId' from competition_event as event join competition on competition.id = event.competition_id
  where event.type = 'gameCounted' and event.data ->> 'counted' <> 'void'
    and json_array_length(event.data -> 'noShows') < json_array_length(event.data -> 'entries')
    and not (json_array_length(event.data -> 'entries') = 2 and (event.data -> 'entries')::text like '%null%')
    and not (
      competition.settings ->> 'duplicate' = 'permuted' and (event.data ->> 'copy')::int > 1 and exists (
        select from json_array_elements_text(event.data -> 'entries') as seated (entry)
        where seated.entry is null or exists (
          select from competition_event as made
          where made.competition_id = competition.id and made.type = 'entryMade'
            and made.data ->> 'entry' = seated.entry and made.data ->> 'bot' is not null
        )
      )
    )
    and competition.visibility = 'public' and (competition.settings ->> 'seats')::int > 1`;

const MISCOUNTED = `
  select pool.id from rating_pool as pool left join rated_game as game on game.pool_id = pool.id
  group by pool.id, pool.games having pool.games <> count(game.nth) or pool.games <> max(game.nth)`;

export async function auditRatings(database: Database, findings: Findings): Promise<number> {
  const [due, rated, miscounted] = await Promise.all(
    [DUE, 'select game_id::text as id from rated_game', MISCOUNTED].map((sql) => database.ask(sql)),
  );
  const idsOf = (rows: Record<string, unknown>[] = []) => rows.map(({ id }) => String(id));
  const [expected, found] = [new Set(idsOf(due)), idsOf(rated)];
  const counted = new Set(found);
  for (const id of expected) if (!counted.has(id)) findings.lost.push(`game ${id} in the ratings`);
  for (const id of counted)
    if (!expected.has(id)) findings.twice.push(`game ${id} counts in the ratings, and should not`);
  for (const id of idsOf(miscounted)) findings.unexplained.push(`the numbers of pool ${id} have a gap`);
  return found.length;
}
