import { Prisma } from '../../generated/prisma/client.ts';
import type { PlanRow, PlanStore, PlanWrite } from '../contract/plans.ts';
import type { SealedRows, StoredPlan } from '../sealing/sealed-rows.ts';
import { areAlive, assertAlive } from './living.ts';
import { writtenPlans } from './log-statements.ts';
import type { QueryTracker } from './query-tracker.ts';
import { UUID } from './rows.ts';
import type { Statements } from './statements.ts';

const MARKED = Prisma.sql`cross join marked`;

/** The plans on the database of a `PrismaStore`. */
export class StoredPlans implements PlanStore {
  readonly #statements: Statements;
  readonly #queryTracker: QueryTracker;
  readonly #seals: SealedRows;

  constructor(statements: Statements, queryTracker: QueryTracker, seals: SealedRows) {
    this.#statements = statements;
    this.#queryTracker = queryTracker;
    this.#seals = seals;
  }

  async of(gameId: string): Promise<PlanRow[]> {
    if (!UUID.test(gameId)) return [];
    const rows = await this.#queryTracker.ask(() =>
      this.#statements.rows<StoredPlan>(Prisma.sql`
        select game_id as "gameId", seat, player_id as "playerId", running, content, sealed from game_plan
        where game_id = ${gameId}::uuid order by seat`),
    );
    return rows.map((row) => this.#seals.openPlan(row));
  }

  async gamesOf(playerId: string): Promise<string[]> {
    const rows = await this.#queryTracker.ask(() =>
      this.#statements.rows<{ gameId: string }>(Prisma.sql`
        select distinct game_id::text as "gameId" from game_plan where player_id = ${playerId}::uuid and running`),
    );
    return rows.map(({ gameId }) => gameId);
  }

  /** The game's row is changed by the same statement, so that no append made on the earlier mark comes after it. */
  async write({ plan, version, mark, nextMark, deadline }: PlanWrite): Promise<boolean> {
    const marked = await this.#queryTracker.ask(() =>
      this.#statements.rows(Prisma.sql`
        with marked as (
          update game set plan_mark = ${nextMark}::int, deadline = ${deadline?.toISOString() ?? null}::timestamptz
          where ${areAlive([plan.playerId])} and id = ${plan.gameId}::uuid and version = ${version}::int and plan_mark = ${mark}::int
          returning true
        ),
        planned as (${writtenPlans([{ nth: 1, plan }], this.#seals, MARKED)})
        select true from marked`),
    );
    if (marked.length === 0) {
      await this.#queryTracker.ask(() => assertAlive([plan.playerId], (sql) => this.#statements.rows(sql)));
    }
    return marked.length === 1;
  }
}
