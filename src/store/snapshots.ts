import { type Db, sql } from './db.ts';
import { UUID } from './game-rows.ts';
import type { Sealed } from './sealing/secrets.ts';

/** A game at one version as some code made it from the log. */
export interface SnapshotRow {
  gameId: string;
  version: number;
  /** names that code */
  code: string;
  game: string;
}

/** Short cuts through long logs; each can be made again, so that losing one costs time only. */
export function snapshotStore(db: Db) {
  return {
    /** The newest of a game that this code made. */
    async find(gameId: string, code: string): Promise<SnapshotRow | null> {
      if (!UUID.test(gameId)) return null;
      const rows = await db.rows<Omit<SnapshotRow, 'game'> & Sealed<'game_snapshot'>>(sql`
        select game_id as "gameId", version, code, game, sealed from game_snapshot
        where game_id = ${gameId}::uuid and code = ${code}`);
      return rows[0] === undefined ? null : db.seals.open('game_snapshot', rows[0]);
    },
    /**
     * Keeps it in the place of an older one, or of one by other code. `erased`: how often a name was taken out of the log that
     * it was made from, 0 when it is left out; it is not kept if another was meanwhile.
     */
    async keep(snapshot: SnapshotRow, erased = 0): Promise<void> {
      const { gameId, version, code } = snapshot;
      const { game, sealed } = db.seals.seal('game_snapshot', snapshot);
      await db.rows(sql`
        insert into game_snapshot (game_id, version, code, game, sealed)
        select id, ${version}::int, ${code}, ${game}, ${sealed}::bytea from game
        where id = ${gameId}::uuid and erased = ${erased}::int for share
        on conflict (game_id) do update
          set version = excluded.version, code = excluded.code, game = excluded.game, sealed = excluded.sealed
          where game_snapshot.version < excluded.version or game_snapshot.code <> excluded.code`);
    },
  };
}
