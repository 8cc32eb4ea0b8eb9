import type { PrismaClient } from '../../generated/prisma/client.ts';
import type { CommitmentRow, FairnessStore } from '../contract/fairness.ts';
import type { RequestRow } from '../contract/requests.ts';
import type { SealedRows } from '../sealing/sealed-rows.ts';
import { wasThere } from './failures.ts';
import { assertHeld, heldPlayer } from './living.ts';
import type { QueryTracker } from './query-tracker.ts';
import { requestColumns, UUID } from './rows.ts';

/** Server seeds to which the server has bound itself. */
export class PrismaFairness implements FairnessStore {
  readonly #prisma: PrismaClient;
  readonly #queryTracker: QueryTracker;
  readonly #seals: SealedRows;

  constructor(prisma: PrismaClient, queryTracker: QueryTracker, seals: SealedRows) {
    this.#prisma = prisma;
    this.#queryTracker = queryTracker;
    this.#seals = seals;
  }

  /** False: a request of that key was there. */
  async addCommitment(row: CommitmentRow, request: RequestRow | null): Promise<boolean> {
    const { plain, sealed } = this.#seals.bytes('commitment', row.id, row.serverSeed);
    const data = { ...row, serverSeed: plain, sealed };
    return this.#queryTracker.ask(async () => {
      try {
        await this.#prisma.$transaction(async (transaction) => {
          assertHeld(row.playerId, await transaction.$queryRaw(heldPlayer(row.playerId)));
          if (request !== null) await transaction.request.create({ data: requestColumns(request) });
          await transaction.commitment.create({ data });
        });
        return true;
      } catch (error) {
        if (wasThere(error)) return false;
        throw error;
      }
    });
  }

  async commitment(id: string): Promise<CommitmentRow | null> {
    if (!UUID.test(id)) return null;
    const row = await this.#queryTracker.ask(() => this.#prisma.commitment.findUnique({ where: { id } }));
    if (row === null) return null;
    const { sealed, serverSeed: plain, ...open } = row;
    return { ...open, serverSeed: this.#seals.openBytes('commitment', row.id, { plain, sealed }) };
  }

  async unused(playerId: string, limit: number): Promise<number> {
    const [row] = await this.#queryTracker.ask(
      () => this.#prisma.$queryRaw<{ unused: number }[]>`
        select count(*)::int as unused
        from (select id from commitment where player_id = ${playerId}::uuid order by id desc limit ${limit}::int) as newest
        where not exists (select from game where game.commitment_id = newest.id)`,
    );
    return row?.unused ?? 0;
  }

  async isUsed(commitmentId: string): Promise<boolean> {
    const query = { where: { commitmentId }, select: { id: true } };
    return (await this.#queryTracker.ask(() => this.#prisma.game.findUnique(query))) !== null;
  }
}
