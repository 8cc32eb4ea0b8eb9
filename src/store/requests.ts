import type { Json } from '#rules/kernel/json.ts';
import { Prisma, type Request } from '../generated/prisma/client.ts';
import { type Db, sql, type Transaction } from './db.ts';

export interface RequestRow extends Omit<Request, 'bodyHash' | 'answer'> {
  bodyHash: Uint8Array;
  /** the data from which a repeated request is answered */
  answer: Json;
}

export function requestStore(db: Db) {
  const found = db.batched(lookUp);
  return {
    find(playerId: string, operation: string, key: string): Promise<RequestRow | null> {
      return found({ playerId, operation, key });
    },
    async keep(request: RequestRow): Promise<void> {
      const kept = { data: [requestColumns(request)], skipDuplicates: true };
      await db.ask(() => db.prisma.request.createMany(kept));
    },
    async forget(before: Date): Promise<number> {
      const { count } = await db.ask(() => db.prisma.request.deleteMany({ where: { at: { lt: before } } }));
      return count;
    },
  };
  async function lookUp(names: Pick<Request, 'playerId' | 'operation' | 'key'>[]): Promise<(RequestRow | null)[]> {
    const rows = await db.send<RequestRow & { nth: number }>(sql`
      select ask.nth::int, request.player_id as "playerId", request.operation, request.key,
        request.body_hash as "bodyHash", request.answer, request.at
      from unnest(
        ${names.map(({ playerId }) => playerId)}::uuid[],
        ${names.map(({ operation }) => operation)}::text[],
        ${names.map(({ key }) => key)}::text[]
      ) with ordinality as ask (player_id, operation, key, nth)
      join request using (player_id, operation, key)`);
    const found = new Map(
      rows.map(({ nth, ...row }) => [nth - 1, { ...row, bodyHash: Uint8Array.from(row.bodyHash) }]),
    );
    return names.map((_, i) => found.get(i) ?? null);
  }
}

export type RequestStore = ReturnType<typeof requestStore>;

function requestColumns(request: RequestRow): Prisma.RequestCreateManyInput {
  const answer = request.answer ?? Prisma.JsonNull; // SQL null is not the JSON value null
  return { ...request, bodyHash: Uint8Array.from(request.bodyHash), answer };
}

/** Writes once. `work` returns the number of rows that it wrote. False: `work` wrote nothing, or all was rolled back,
 * because the request was carried out before. */
export function once(db: Db, request: RequestRow | null, work: (tx: Transaction) => Promise<number>): Promise<boolean> {
  const write = async (tx: Transaction) => {
    const isDone = (await work(tx)) > 0;
    if (isDone) await keepRequest(tx, request);
    return isDone;
  };
  return db.transact(write, () => false);
}

export async function keepRequest({ prisma }: Transaction, request: RequestRow | null): Promise<void> {
  if (request !== null) await prisma.request.create({ data: requestColumns(request) });
}
