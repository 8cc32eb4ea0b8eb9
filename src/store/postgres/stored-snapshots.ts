import { Prisma } from '../../generated/prisma/client.ts';
import type { SnapshotRow, Snapshots } from '../contract/store.ts';
import type { QueryTracker } from './query-tracker.ts';
import { UUID } from './rows.ts';
import type { Statements } from './statements.ts';

/** The snapshots on the database of a `PrismaStore`. */
export class StoredSnapshots implements Snapshots {
  readonly #statements: Statements;
  readonly #queryTracker: QueryTracker;

  constructor(statements: Statements, queryTracker: QueryTracker) {
    this.#statements = statements;
    this.#queryTracker = queryTracker;
  }

  async find(gameId: string, code: string): Promise<SnapshotRow | null> {
    if (!UUID.test(gameId)) return null;
    const rows = await this.#queryTracker.ask(() =>
      this.#statements.rows<SnapshotRow>(Prisma.sql`
        select game_id as "gameId", version, code, game from game_snapshot
        where game_id = ${gameId}::uuid and code = ${code}`),
    );
    return rows[0] ?? null;
  }

  async keep({ gameId, version, code, game }: SnapshotRow): Promise<void> {
    await this.#queryTracker.ask(() =>
      this.#statements.rows(Prisma.sql`
        insert into game_snapshot (game_id, version, code, game)
        values (${gameId}::uuid, ${version}, ${code}, ${game})
        on conflict (game_id) do update
          set version = excluded.version, code = excluded.code, game = excluded.game
          where game_snapshot.version < excluded.version or game_snapshot.code <> excluded.code`),
    );
  }
}
