import { Prisma } from '../../generated/prisma/client.ts';
import type { RatedGame, RatingPoolQuery, RatingPoolRow, RatingStore } from '../contract/ratings.ts';

const POOL = Prisma.sql`id, ruleset, rules_version as "rulesVersion", options, seats, games, created_at as "createdAt"`;
const IN_ORDER = Prisma.sql`order by ruleset, rules_version desc, seats, id`;

/** Sends a statement to the database and turns its errors into those of the store. */
type Ask = <T extends object>(statement: Prisma.Sql) => Promise<T[]>;

/** The games that count in the ratings, by pool. */
export class PostgresRatings implements RatingStore {
  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  pools(query: RatingPoolQuery): Promise<RatingPoolRow[]> {
    const conditions = conditionsOf(query);
    const where = conditions.length === 0 ? Prisma.empty : Prisma.sql`where ${Prisma.join(conditions, ' and ')}`;
    return this.#ask(Prisma.sql`select ${POOL} from rating_pool ${where} ${IN_ORDER} limit ${query.limit}::int`);
  }

  async pool(poolId: string): Promise<RatingPoolRow | null> {
    const [pool] = await this.#ask<RatingPoolRow>(Prisma.sql`select ${POOL} from rating_pool where id = ${poolId}`);
    return pool ?? null;
  }

  games(poolId: string, after: number, limit: number): Promise<RatedGame[]> {
    return this.#ask(Prisma.sql`
      select game_id as "gameId", nth, competition_id as "competitionId", board, players, shares, at from rated_game
      where pool_id = ${poolId} and nth > ${after}::int order by nth limit ${limit}::int`);
  }

  poolsOf(player: string): Promise<RatingPoolRow[]> {
    return this.#ask(Prisma.sql`
      select ${POOL} from rating_pool
      where id in (select pool_id from rating_pool_player where player = ${player}) ${IN_ORDER}`);
  }

  async pars(boards: readonly string[]): Promise<ReadonlyMap<string, readonly number[]>> {
    const competitions = new Set(boards.map((board) => board.split('/')[0] as string));
    if (competitions.size === 0) return new Map();
    const closed = await this.#ask<{ board: string; shares: number[] }>(Prisma.sql`
      select competition_id || '/' || (data->>'board') as board, data->'par'->'shares' as shares from competition_event
      where competition_id = any(${`{${[...competitions].join(',')}}`}::uuid[]) and type = 'boardClosed'
        and json_typeof(data->'par') = 'object'`);
    const asked = new Set(boards);
    return new Map(closed.filter(({ board }) => asked.has(board)).map(({ board, shares }) => [board, shares]));
  }
}

function conditionsOf({ ruleset, rulesVersion, seats, after }: RatingPoolQuery): Prisma.Sql[] {
  const all: Prisma.Sql[] = [];
  if (ruleset !== undefined) all.push(Prisma.sql`ruleset = ${ruleset}`);
  if (rulesVersion !== undefined) all.push(Prisma.sql`rules_version = ${rulesVersion}::int`);
  if (seats !== undefined) all.push(Prisma.sql`seats = ${seats}::int`);
  if (after !== undefined) {
    all.push(Prisma.sql`(ruleset, -rules_version, seats, id) > (
      select ruleset, -rules_version, seats, id from rating_pool where id = ${after})`);
  }
  return all;
}
