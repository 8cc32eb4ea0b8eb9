import type { ProblemKind } from './problem-kind.ts';

/** What can be wrong with calls about ratings. */
export const RATING_PROBLEMS = {
  'pool-not-found': {
    status: 404,
    title: 'Nobody has played in such a pool',
    remedy:
      '`listRatingPools` lists those in which somebody has; `ruleset` in the place of `pool` finds one by what is played.',
  },
  'pool-too-large': {
    status: 422,
    title: 'More have played in the pool than one server can rate',
    remedy: 'Its games and competitions stay readable; play in a pool of other options.',
  },
  'not-rated': {
    status: 404,
    title: 'No game of theirs counts in this pool',
    remedy: '`getPlayerRatings` lists the pools in which one does.',
  },
} as const satisfies Record<string, ProblemKind>;
