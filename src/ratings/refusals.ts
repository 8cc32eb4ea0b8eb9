import { kinds } from '../eventlog/result.ts';

export const RATING_REFUSALS = {
  ...kinds(404, {
    'pool-not-found': [
      'There is no such rating pool',
      '`listRatingPools` lists the pools with rated games. To find the pool of a game, send its `ruleset` instead of `pool`.',
    ],
    'not-rated': [
      'This player has no rated game in this rating pool',
      '`getPlayerRatings` lists the pools in which they have one.',
    ],
  }),
  ...kinds(422, {
    'pool-too-large': [
      'The pool has more players than the server can rate',
      'You can still read the games of the pool. To be rated, play with other options: games with other options form another pool.',
    ],
  }),
};

declare module '../eventlog/result.ts' {
  interface Refusals extends Readonly<typeof RATING_REFUSALS> {}
}
