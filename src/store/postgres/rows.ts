import type { Json } from '#rules/kernel/json.ts';
import type { BoardPlace } from '#rules/kernel/place.ts';
import type { Game } from '../../generated/prisma/client.ts';
import type { GameRow, GameStatus } from '../contract/games.ts';
import type { Seals } from '../sealing/secrets.ts';

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The game as it is known outside: the mark of its plans, when its calendars are looked at, and what is asked, are for others. */
export function gameRowOf(
  { sealed, planMark: _, lookAt: __, reminded: ___, asks: ____, ...columns }: Game,
  seals: Seals,
): GameRow {
  const { competitionId, round, tableNo, board, copy, sealedBoard, ...row } = columns;
  return {
    ...row,
    place: placeIn({ competitionId, round, tableNo, board, copy, sealedBoard }),
    ...seals.open('game', { ...row, sealed }),
    status: row.status as GameStatus,
    options: row.options as Json,
    seats: row.seats as Json,
    clock: row.clock as Json,
    outcome: row.outcome as Json,
  };
}

type PlaceColumns = Pick<Game, 'competitionId' | 'round' | 'tableNo' | 'board' | 'copy' | 'sealedBoard'>;

/** All of the columns are there, or none: the database sees to it. */
function placeIn({ competitionId, round, tableNo, board, copy, sealedBoard }: PlaceColumns): BoardPlace | null {
  if (competitionId === null || round === null || tableNo === null || board === null || copy === null) return null;
  return { competitionId, round, table: tableNo, board, copy, sealed: sealedBoard === true };
}
