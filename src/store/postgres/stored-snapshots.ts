import { Prisma } from '../../generated/prisma/client.ts';
import type { SnapshotRow, Snapshots } from '../contract/snapshots.ts';
import type { SealedRows, StoredSnapshot } from '../sealing/sealed-rows.ts';
import type { QueryTracker } from './query-tracker.ts';
import { UUID } from './rows.ts';
import type { Statements } from './statements.ts';

/** The snapshots on the database of a `PrismaStore`. */
export class StoredSnapshots implements Snapshots {
  readonly #statements: Statements;
  readonly #queryTracker: QueryTracker;
  readonly #seals: SealedRows;

  constructor(statements: Statements, queryTracker: QueryTracker, seals: SealedRows) {
    this.#statements = statements;
    this.#queryTracker = queryTracker;
    this.#seals = seals;
  }

  async find(gameId: string, code: string): Promise<SnapshotRow | null> {
    if (!UUID.test(gameId)) return null;
    const rows = await this.#queryTracker.ask(() =>
      this.#statements.rows<StoredSnapshot>(Prisma.sql`
        select game_id as "gameId", version, code, game, sealed from game_snapshot
        where game_id = ${gameId}::uuid and code = ${code}`),
    );
    return rows[0] === undefined ? null : this.#seals.openSnapshot(rows[0]);
  }

  async keep(snapshot: SnapshotRow, erased = 0): Promise<void> {
    const { gameId, version, code } = snapshot;
    const { game, sealed } = this.#seals.snapshot(snapshot);
    await this.#queryTracker.ask(() =>
      this.#statements.rows(Prisma.sql`
        insert into game_snapshot (game_id, version, code, game, sealed)
        select id, ${version}::int, ${code}, ${game}, ${sealed}::bytea from game
        where id = ${gameId}::uuid and erased = ${erased}::int for share
        on conflict (game_id) do update
          set version = excluded.version, code = excluded.code, game = excluded.game, sealed = excluded.sealed
          where game_snapshot.version < excluded.version or game_snapshot.code <> excluded.code`),
    );
  }
}
