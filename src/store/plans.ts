import { areNotDeleted, assertNotDeleted, type Db, sql } from './db.ts';
import { writtenPlans } from './event-log.ts';
import type { PlanRow } from './game-rows.ts';
import type { Sealed } from './sealing/secrets.ts';

/** A change of a plan. It is written only if the game has not changed. */
export interface PlanWrite {
  plan: PlanRow;
  version: number;
  mark: number;
  nextMark: number;
  /** the deadline to store with the game, because the stored one may belong to a plan that ends now */
  deadline: Date | null;
}

const MARKED = sql`cross join marked`;

/** Stores plans, at most one for each seat. When a plan acts, `EventLog.append` changes it. */
export function planStore(db: Db) {
  return {
    /** Returns the plans of a game, including those that have ended. */
    async of(gameId: string): Promise<PlanRow[]> {
      const rows = await db.of(gameId).rows<Omit<PlanRow, 'content'> & Sealed<'game_plan'>>(sql`
        select game_id as "gameId", seat, player_id as "playerId", running, content, sealed from game_plan
        where game_id = ${gameId}::uuid order by seat`);
      return rows.map((row) => db.seals.open('game_plan', row));
    },
    async gamesOf(playerId: string): Promise<string[]> {
      return db.ids(sql`
        select distinct game_id::text as id from game_plan where player_id = ${playerId}::uuid and running`);
    },
    /** Writes a plan. Also changes `plan_mark` of the game, so that no append that read the old value can follow. */
    async write({ plan, version, mark, nextMark, deadline }: PlanWrite): Promise<boolean> {
      const marked = await db.rows(sql`
        with marked as (
          update game set plan_mark = ${nextMark}::int, deadline = ${deadline?.toISOString() ?? null}::timestamptz
          where ${areNotDeleted([plan.playerId])} and id = ${plan.gameId}::uuid and version = ${version}::int and plan_mark = ${mark}::int
          returning true
        ),
        planned as (${writtenPlans([{ nth: 1, plan }], db.seals, MARKED)})
        select true from marked`);
      if (marked.length === 0) await assertNotDeleted([plan.playerId], db.rows);
      return marked.length === 1;
    },
  };
}
