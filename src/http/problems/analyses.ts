import type { ProblemKind } from './problem-kind.ts';

/** What can be wrong with calls about analyses. */
export const ANALYSIS_PROBLEMS = {
  'analysis-not-found': {
    status: 404,
    title: 'The game has not been analysed',
    remedy: '`analyseGame` begins it.',
  },
  'too-many-analyses': {
    status: 429,
    retryAfter: 60,
    title: 'You wait for as many analyses as one player may',
    remedy: 'Ask again when one of them is done; one that others asked for can be read at any time.',
  },
  'analyses-off': {
    status: 501,
    title: 'This server analyses no games',
    remedy: 'Its operator has turned analyses off. `getTranscript` has all that it takes to make one.',
  },
  'analyses-full': {
    status: 503,
    retryAfter: 60,
    title: 'Too many analyses wait',
    remedy: 'Ask again after as many seconds as the `Retry-After` header says.',
  },
} as const satisfies Record<string, ProblemKind>;
