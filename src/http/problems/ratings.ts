import type { ProblemKind } from './problem-kind.ts';

/** What can be wrong with calls about ratings. */
export const RATING_PROBLEMS = {
  'pool-not-found': {
    status: 404,
    title: 'There is no such rating pool',
    remedy: '`listRatingPools` lists the pools with rated games. `ruleset` instead of `pool` finds one by its game.',
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
