import type { Json } from '#rules/kernel/json.ts';
import { Prisma } from '../generated/prisma/client.ts';
import type { Db } from './db.ts';
import { wasThere } from './failures.ts';

/** What a request with an Idempotency-Key led to. */
export interface RequestRow {
  playerId: string;
  operation: string;
  key: string;
  bodyHash: Uint8Array;
  /** what the first answer is made of anew */
  answer: Json;
  at: Date;
}

interface Name {
  playerId: string;
  operation: string;
  key: string;
}

/** Requests that were made under an Idempotency-Key. */
export function requestStore(db: Db) {
  const found = db.batched(lookUp);
  return {
    find(playerId: string, operation: string, key: string): Promise<RequestRow | null> {
      return found({ playerId, operation, key });
    },
    /** Keeps one whose effect is there already. One of the same key stays as it was. */
    async keep(request: RequestRow): Promise<void> {
      const kept = { data: [requestColumns(request)], skipDuplicates: true };
      await db.ask(() => db.prisma.request.createMany(kept));
    },
    /** Forgets those that are older; says how many. */
    async forget(before: Date): Promise<number> {
      const { count } = await db.ask(() => db.prisma.request.deleteMany({ where: { at: { lt: before } } }));
      return count;
    },
  };
  async function lookUp(names: Name[]): Promise<(RequestRow | null)[]> {
    const rows = await db.prisma.$queryRaw<(Omit<RequestRow, 'answer'> & { nth: number; answer: Json })[]>`
      select ask.nth::int, request.player_id as "playerId", request.operation, request.key,
        request.body_hash as "bodyHash", request.answer, request.at
      from unnest(
        ${names.map(({ playerId }) => playerId)}::uuid[],
        ${names.map(({ operation }) => operation)}::text[],
        ${names.map(({ key }) => key)}::text[]
      ) with ordinality as ask (player_id, operation, key, nth)
      join request using (player_id, operation, key)`;
    const found = new Map(rows.map(({ nth, ...row }) => [nth - 1, row]));
    return names.map((_, i) => found.get(i) ?? null);
  }
}

export type RequestStore = ReturnType<typeof requestStore>;

export function requestColumns(request: RequestRow): Prisma.RequestCreateManyInput {
  return { ...request, bodyHash: Uint8Array.from(request.bodyHash), answer: required(request.answer) };
}

/** Prisma tells a column that is null from one that holds the JSON value null. */
function required(json: Json): Prisma.InputJsonValue | typeof Prisma.JsonNull {
  return json === null ? Prisma.JsonNull : json;
}

/** Keeps what a request led to, where its effect is there: the last statement of the transaction that writes that. */
export function keptRequest(request: RequestRow, effect: Prisma.Sql): Prisma.Sql {
  const { playerId, operation, key, bodyHash, answer, at } = request;
  return Prisma.sql`
    insert into request (player_id, operation, key, body_hash, answer, at)
    select ${playerId}::uuid, ${operation}, ${key}, ${Buffer.from(bodyHash)}, ${JSON.stringify(answer)}::json,
      ${at.toISOString()}::timestamptz
    where ${effect}`;
}

/** What a transaction led to that keeps a request; `otherwise` where another server has kept that request: nothing is written. */
export async function unlessKept<T, Otherwise>(
  request: RequestRow | null,
  write: () => Promise<T>,
  otherwise: Otherwise,
): Promise<T | Otherwise> {
  try {
    return await write();
  } catch (error) {
    if (request !== null && wasThere(error)) return otherwise;
    throw error;
  }
}
