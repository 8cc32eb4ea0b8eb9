import type { Decision } from './same-board.ts';
import type { TableRecord } from './table-record.ts';

export interface ComparedTable {
  gameId: string;
  name: string;
  who: string;
}

export interface DecidedTable extends ComparedTable {
  record: TableRecord;
  decisions: readonly Decision[];
}
