import type { CompeteResult } from '../result.ts';
import { csvFiles } from './csv-files.ts';
import { reportPage } from './page.ts';

/** What a result is told as, by the names of the files: tables for spreadsheets, and a page for people. */
export function reportFiles(result: CompeteResult): Map<string, string> {
  return new Map([...csvFiles(result), ['report.html', reportPage(result)]]);
}
