import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest start first. They are named here, because a new clone knows no durations. */
const LONGEST = [
  'laws.test',
  'cli/simulate',
  'laws/',
  'earlier-database',
  'documents/commands',
  'store/migrations',
  'cli/',
  'store/',
  'http/',
];

/** Sorts test files by project, then the longest first. A worker that changes projects restarts and imports everything
 * again, so the files of a project stay together. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = LONGEST.findIndex((part) => moduleId.includes(`/test/${part}`));
      return found === -1 ? LONGEST.length : found;
    };
    const byProject = (one: TestSpecification, other: TestSpecification) =>
      other.project.name.localeCompare(one.project.name);
    return files.toSorted((one, other) => byProject(one, other) || rank(one) - rank(other));
  }
}
