import type { RefusalKind } from '../eventlog/result.ts';

export const RATING_REFUSALS = {
  'pool-not-found': {
    status: 404,
    title: 'There is no such rating pool',
    remedy:
      '`listRatingPools` lists the pools with rated games. To find the pool of a game, send its `ruleset` instead of `pool`.',
  },
  'pool-too-large': {
    status: 422,
    title: 'The pool has more players than the server can rate',
    remedy:
      'You can still read its games and competitions. To be rated, play with other options: their games form another pool.',
  },
  'not-rated': {
    status: 404,
    title: 'This player has no rated game in this pool',
    remedy: '`getPlayerRatings` lists the pools in which they have one.',
  },
} as const satisfies Record<string, RefusalKind>;

declare module '../eventlog/result.ts' {
  interface Refusals extends Readonly<typeof RATING_REFUSALS> {}
}
