import type { RefusalKind } from '../eventlog/result.ts';

export const RATING_REFUSALS = {
  'pool-not-found': {
    status: 404,
    title: 'There is no such rating pool',
    remedy: '`listRatingPools` lists the pools with rated games. `ruleset` instead of `pool` finds one by its game.',
  },
  'pool-too-large': {
    status: 422,
    title: 'The pool has more players than the server can rate',
    remedy: 'Its games and competitions stay readable; play in a pool of other options.',
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
