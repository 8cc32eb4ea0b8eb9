import { stripVTControlCharacters } from 'node:util';

/** Matches the heading of a failed test in the output of vitest, Playwright and Python's unittest. The lines after a
 * heading describe the error. */
const HEADING = /^ *FAIL +\S|^ *\d+\) .*\.spec\.ts:\d+|^(FAIL|ERROR): |Unhandled (Errors?|Rejection|Exception)/;
const LINES_OF_ERROR = 3;
const LINES_OF_END = 60;

export function failuresIn(output: string): string[] {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const named = lines.flatMap((line, at) =>
    HEADING.test(line) ? [line, ...errorOf(lines.slice(at + 1, at + 1 + LINES_OF_ERROR))] : [],
  );
  return named.length > 0 ? named : lines.slice(-LINES_OF_END);
}

function errorOf(following: string[]): string[] {
  const next = following.findIndex((line) => HEADING.test(line));
  return next === -1 ? following : following.slice(0, next);
}
