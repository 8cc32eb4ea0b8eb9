import type { Game } from '../../generated/prisma/client.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Json } from '../../kernel/json.ts';
import type { EventRow, GameRow, GameStatus, RequestRow } from '../contract/store.ts';

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function gameRowOf(row: Game): GameRow {
  return {
    ...row,
    status: row.status as GameStatus,
    options: row.options as Json,
    seats: row.seats as Json,
    clock: row.clock as Json,
    outcome: row.outcome as Json,
  };
}

export function gameColumns(game: GameRow): Prisma.GameCreateManyInput {
  return {
    ...game,
    options: required(game.options),
    seats: required(game.seats),
    clock: optional(game.clock),
    outcome: optional(game.outcome),
    serverSeed: game.serverSeed && Uint8Array.from(game.serverSeed),
    chainKey: Uint8Array.from(game.chainKey),
  };
}

export function eventColumns(event: EventRow): Prisma.GameEventCreateManyInput {
  return { ...event, action: optional(event.action) };
}

export function requestColumns(request: RequestRow): Prisma.RequestCreateManyInput {
  return { ...request, bodyHash: Uint8Array.from(request.bodyHash), answer: required(request.answer) };
}

/** Prisma tells a column that is null from one that holds the JSON value null. */
function required(json: Json): Prisma.InputJsonValue | typeof Prisma.JsonNull {
  return json === null ? Prisma.JsonNull : json;
}

function optional(json: Json | null): Prisma.InputJsonValue | typeof Prisma.DbNull {
  return json === null ? Prisma.DbNull : json;
}
