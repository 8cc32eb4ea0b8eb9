import { parentPort } from 'node:worker_threads';
import { crossTable, packedCells } from '../../statistics/cross-table.ts';
import type { Result, StandingsInput } from '../../statistics/results.ts';
import { standings } from '../../statistics/standings.ts';
import type { Field } from '../formats/format.ts';
import { formatOf } from '../formats/formats.ts';
import type { Settings } from '../model/settings.ts';

export interface PairingTask {
  settings: Settings;
  field: Field;
}

export type StandingsQuestion = { standings: StandingsInput } | { crossTable: Result[] };

parentPort?.on('message', (question: PairingTask | StandingsQuestion) => {
  if ('field' in question) {
    parentPort?.postMessage(formatOf(question.settings.format).pair(question.settings, question.field));
  } else if ('standings' in question) {
    parentPort?.postMessage(standings(question.standings));
  } else {
    const cells = packedCells(crossTable(question.crossTable));
    parentPort?.postMessage(cells, [cells.buffer]);
  }
});
