import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Fault } from './agents/kept-program.ts';
import type { RuleLoss } from './result.ts';

/** A fact about a competition that the database does not store. Times are ISO 8601. */
export type JournalEntry =
  | { type: 'run'; at: string }
  | { type: 'alive'; at: string }
  | { type: 'started'; entry: number; at: string }
  | { type: 'ended'; entry: number; fault: Fault; at: string }
  | ({ type: 'loss' } & RuleLoss);

/** Appends each entry at once, so that no entry is lost if the run is killed. */
export class Journal {
  readonly entries: JournalEntry[];
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
    this.entries = existsSync(file) ? entriesIn(readFileSync(file, 'utf8')) : [];
    if (this.entries.length > 0) appendFileSync(file, '\n');
  }

  add(entry: JournalEntry): void {
    this.entries.push(entry);
    appendFileSync(this.#file, `${JSON.stringify(entry)}\n`);
  }

  of<T extends JournalEntry['type']>(type: T): Extract<JournalEntry, { type: T }>[] {
    return this.entries.filter((entry): entry is Extract<JournalEntry, { type: T }> => entry.type === type);
  }
}

function entriesIn(text: string): JournalEntry[] {
  return text.split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line) as JournalEntry];
    } catch {
      return []; // the line is incomplete, because the run ended while it wrote the line
    }
  });
}
