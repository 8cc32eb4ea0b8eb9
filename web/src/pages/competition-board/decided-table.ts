import type { Decision } from './same-board.ts';
import type { TableRecord } from './table-record.ts';

/** A table that is compared: its game, and what it is called. */
export interface ComparedTable {
  gameId: string;
  name: string;
  /** who sat on the seat that is looked at, or all who sat there */
  who: string;
}

/** A table with what was decided there. */
export interface DecidedTable extends ComparedTable {
  record: TableRecord;
  decisions: readonly Decision[];
}
