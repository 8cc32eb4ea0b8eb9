import { type Game, Prisma } from '../../generated/prisma/client.ts';
import type { Json } from '../../kernel/json.ts';
import type { GameRow, GameStatus } from '../contract/games.ts';
import type { RequestRow } from '../contract/requests.ts';
import type { SealedRows } from '../sealing/sealed-rows.ts';

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function gameRowOf({ sealed, ...row }: Game, seals: SealedRows): GameRow {
  return {
    ...row,
    ...seals.openGame({ ...row, sealed }),
    status: row.status as GameStatus,
    options: row.options as Json,
    seats: row.seats as Json,
    clock: row.clock as Json,
    outcome: row.outcome as Json,
  };
}

export function requestColumns(request: RequestRow): Prisma.RequestCreateManyInput {
  return { ...request, bodyHash: Uint8Array.from(request.bodyHash), answer: required(request.answer) };
}

/** Prisma tells a column that is null from one that holds the JSON value null. */
function required(json: Json): Prisma.InputJsonValue | typeof Prisma.JsonNull {
  return json === null ? Prisma.JsonNull : json;
}
