import type { Commitment } from '../generated/prisma/client.ts';
import { UUID } from '../patterns.ts';
import { type Db, sql } from './db.ts';
import { once, type RequestRow } from './requests.ts';

export interface CommitmentRow extends Omit<Commitment, 'serverSeed' | 'sealed'> {
  serverSeed: Uint8Array;
}

export function fairnessStore(db: Db) {
  return {
    /** Stores a commitment. False: the request was carried out before. */
    async addCommitment(row: CommitmentRow, request: RequestRow | null): Promise<boolean> {
      const { serverSeed, sealed } = db.seals.seal('commitment', row);
      const data = { ...row, serverSeed: serverSeed && Uint8Array.from(serverSeed), sealed };
      return once(db, request, async (tx) => {
        await tx.lockPlayer(row.playerId);
        return (await tx.prisma.commitment.createMany({ data })).count;
      });
    },

    async commitment(id: string): Promise<CommitmentRow | null> {
      if (!UUID.test(id)) return null;
      const row = await db.ask(() => db.prisma.commitment.findUnique({ where: { id } }));
      return row && db.seals.open('commitment', row);
    },
    /** Returns how many of the player's newest `limit` commitments are unused. */
    async unused(playerId: string, limit: number): Promise<number> {
      const unused = await db.value<number>(sql`
        select count(*)::int as value
        from (select id from commitment where player_id = ${playerId}::uuid order by id desc limit ${limit}::int) as newest
        where not exists (select from game where game.commitment_id = newest.id)`);
      return unused ?? 0;
    },

    async isUsed(commitmentId: string): Promise<boolean> {
      const query = { where: { commitmentId }, select: { id: true } };
      return (await db.ask(() => db.prisma.game.findUnique(query))) !== null;
    },
  };
}
