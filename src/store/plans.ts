import { areAlive, assertAlive, type Db, sql } from './db.ts';
import { writtenPlans } from './event-log.ts';
import { type PlanRow, UUID } from './game-rows.ts';
import type { Sealed } from './sealing/secrets.ts';

/** A plan that is made or ended on its own, on a game that stays as it is. */
export interface PlanWrite {
  plan: PlanRow;
  /** the version of the game that it was decided on, and the mark of its plans there */
  version: number;
  mark: number;
  /** what the mark is from then on */
  nextMark: number;
  /** when the house has to act in the game by itself; it may have been to go on with a plan that goes now */
  deadline: Date | null;
}

const MARKED = sql`cross join marked`;

/** Plans of seats in games: at most one a seat. Those that act change with the game, by `EventLog.append`. */
export function planStore(db: Db) {
  return {
    /** Of every seat that has one, also those that have ended, by seat. */
    async of(gameId: string): Promise<PlanRow[]> {
      if (!UUID.test(gameId)) return [];
      const rows = await db.rows<Omit<PlanRow, 'content'> & Sealed<'game_plan'>>(sql`
        select game_id as "gameId", seat, player_id as "playerId", running, content, sealed from game_plan
        where game_id = ${gameId}::uuid order by seat`);
      return rows.map((row) => db.seals.open('game_plan', row));
    },
    /** The games in which a plan of this player runs. */
    async gamesOf(playerId: string): Promise<string[]> {
      return db.ids(sql`
        select distinct game_id::text as id from game_plan where player_id = ${playerId}::uuid and running`);
    },
    /**
     * False: the game is at another version, or its plans have another mark.
     * The game's row is changed by the same statement, so that no append made on the earlier mark comes after it.
     */
    async write({ plan, version, mark, nextMark, deadline }: PlanWrite): Promise<boolean> {
      const marked = await db.rows(sql`
        with marked as (
          update game set plan_mark = ${nextMark}::int, deadline = ${deadline?.toISOString() ?? null}::timestamptz
          where ${areAlive([plan.playerId])} and id = ${plan.gameId}::uuid and version = ${version}::int and plan_mark = ${mark}::int
          returning true
        ),
        planned as (${writtenPlans([{ nth: 1, plan }], db.seals, MARKED)})
        select true from marked`);
      if (marked.length === 0) {
        await assertAlive([plan.playerId], db.rows);
      }
      return marked.length === 1;
    },
  };
}
