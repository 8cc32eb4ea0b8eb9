import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Journal, type JournalEntry } from '../../lab/arena/journal.ts';
import { temporaryFolder } from './held.ts';

test('a journal that was cut off within a line continues after the last whole line', () => {
  const file = join(temporaryFolder(), 'journal.ndjson');
  const [run, alive]: JournalEntry[] = [
    { type: 'run', at: '2026-11-22T12:00:00.000Z' },
    { type: 'alive', at: '2026-11-22T12:00:01.000Z' },
  ];
  if (run === undefined || alive === undefined) throw new Error('there are two');
  new Journal(file).add(run);
  appendFileSync(file, '{"type":"alive","at":"2026-');
  const resumed = new Journal(file);
  expect(resumed.entries).toEqual([run]);
  resumed.add(alive);
  expect(new Journal(file).entries).toEqual([run, alive]);
});
