import type { CompeteResult } from '../result.ts';
import { csvFiles } from './csv-files.ts';
import { reportPage } from './page.ts';

/** What a result is written as, by the names of the files: for programs, for spreadsheets and for people. */
export function reportFiles(result: CompeteResult): Map<string, string> {
  return new Map([
    ['result.json', `${JSON.stringify(result, null, 2)}\n`],
    ...csvFiles(result),
    ['report.html', reportPage(result)],
  ]);
}
