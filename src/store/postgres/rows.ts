import type { Json } from '#rules/kernel/json.ts';
import type { Place } from '#rules/kernel/place.ts';
import { type Game, Prisma } from '../../generated/prisma/client.ts';
import type { GameRow, GameStatus } from '../contract/games.ts';
import type { RequestRow } from '../contract/requests.ts';
import type { SealedRows } from '../sealing/sealed-rows.ts';

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The game as it is known outside: the mark of its plans, when its calendars are looked at, and what is asked, are for others. */
export function gameRowOf(
  { sealed, planMark: _, lookAt: __, reminded: ___, asks: ____, ...columns }: Game,
  seals: SealedRows,
): GameRow {
  const { competitionId, round, tableNo, board, copy, sealedBoard, ...row } = columns;
  return {
    ...row,
    place: placeIn({ competitionId, round, tableNo, board, copy, sealedBoard }),
    ...seals.openGame({ ...row, sealed }),
    status: row.status as GameStatus,
    options: row.options as Json,
    seats: row.seats as Json,
    clock: row.clock as Json,
    outcome: row.outcome as Json,
  };
}

type PlaceColumns = Pick<Game, 'competitionId' | 'round' | 'tableNo' | 'board' | 'copy' | 'sealedBoard'>;

/** All of the columns are there, or none: the database sees to it. */
function placeIn({ competitionId, round, tableNo, board, copy, sealedBoard }: PlaceColumns): Place | null {
  if (competitionId === null || round === null || tableNo === null || board === null || copy === null) return null;
  return { competitionId, round, table: tableNo, board, copy, sealed: sealedBoard === true };
}

export function requestColumns(request: RequestRow): Prisma.RequestCreateManyInput {
  return { ...request, bodyHash: Uint8Array.from(request.bodyHash), answer: required(request.answer) };
}

/** Prisma tells a column that is null from one that holds the JSON value null. */
function required(json: Json): Prisma.InputJsonValue | typeof Prisma.JsonNull {
  return json === null ? Prisma.JsonNull : json;
}
