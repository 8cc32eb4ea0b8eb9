import { parentPort } from 'node:worker_threads';
import { crossTable, packedCells } from '../../standings/cross-table.ts';
import { standings } from '../../standings/standings.ts';
import type { StandingsQuestion } from './standings-thread.ts';

parentPort?.on('message', (question: StandingsQuestion) => {
  if ('standings' in question) {
    parentPort?.postMessage(standings(question.standings));
    return;
  }
  const cells = packedCells(crossTable(question.crossTable));
  parentPort?.postMessage(cells, [cells.buffer]);
});
