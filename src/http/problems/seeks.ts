import type { ProblemKind } from './problem-kind.ts';

/** What can be wrong with calls about seeks. */
export const SEEK_PROBLEMS = {
  'seek-not-found': {
    status: 404,
    title: 'You have no such seek',
    remedy: '`listMySeeks` lists yours. Those that have ended are forgotten after seven days.',
  },
} as const satisfies Record<string, ProblemKind>;
