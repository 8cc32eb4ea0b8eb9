import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes longest begins first, or all would wait for it in the end: a fresh clone knows no durations to go by. */
const LONGEST = [
  'process/life',
  'laws.test',
  'process/',
  'cli/simulate',
  'laws/',
  'earlier-database',
  'documents/commands',
  'store/migrations',
  'cli/',
  'store/',
  'http/',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = LONGEST.findIndex((part) => moduleId.includes(`/test/${part}`));
      return found === -1 ? LONGEST.length : found;
    };
    return files.toSorted((one, other) => rank(one) - rank(other));
  }
}
