import type { WholeList } from '../../core/all-pages.ts';
import type { Answer } from '../../core/api.ts';
import type { WatchedCompetition } from '../../core/watched-competition.ts';
import { crossTableCsv, entriesCsv, gamesCsv, standingsCsv } from './competition-csv.ts';
import { readCrossTable, readEntries, readGames, readStandings } from './competition-lists.ts';

export async function tableOf(
  watched: WatchedCompetition,
  table: 'standings' | 'games' | 'crosstable' | 'entries',
): Promise<Answer<string>> {
  switch (table) {
    case 'standings':
      return written(await readStandings(watched), standingsCsv);
    case 'games':
      return written(await readGames(watched), gamesCsv);
    case 'crosstable':
      return written(await readCrossTable(watched), crossTableCsv);
    case 'entries':
      return written(await readEntries(watched), entriesCsv);
    default:
      return table satisfies never;
  }
}

function written<Item>(list: Answer<WholeList<Item>>, csv: (items: readonly Item[]) => string): Answer<string> {
  return list.ok ? { ok: true, value: csv(list.value.items) } : list;
}
