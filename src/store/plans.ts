import { areNotDeleted, assertNotDeleted, type Db, sql } from './db.ts';
import { writtenPlans } from './event-log.ts';
import type { PlanRow } from './game-rows.ts';
import type { Sealed } from './sealing/secrets.ts';

/** A change of a plan during which the game stays as it is. */
export interface PlanWrite {
  plan: PlanRow;
  version: number;
  mark: number;
  nextMark: number;
  /** the game's new deadline, because the old one may be that of the plan that is removed */
  deadline: Date | null;
}

const MARKED = sql`cross join marked`;

/** Stores plans, at most one for each seat. If a plan acts, `EventLog.append` changes it. */
export function planStore(db: Db) {
  return {
    /** Returns plans, ended ones included. */
    async of(gameId: string): Promise<PlanRow[]> {
      const rows = await db.rowsOf<Omit<PlanRow, 'content'> & Sealed<'game_plan'>>(
        gameId,
        sql`
        select game_id as "gameId", seat, player_id as "playerId", running, content, sealed from game_plan
        where game_id = ${gameId}::uuid order by seat`,
      );
      return rows.map((row) => db.seals.open('game_plan', row));
    },
    async gamesOf(playerId: string): Promise<string[]> {
      return db.ids(sql`
        select distinct game_id::text as id from game_plan where player_id = ${playerId}::uuid and running`);
    },
    /** Changes the row of the game too, so that no append with the old mark follows. */
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
