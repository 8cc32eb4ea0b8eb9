import { Prisma } from '../../generated/prisma/client.ts';
import type { RequestRow } from '../requests.ts';
import { wasThere } from './failures.ts';

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
