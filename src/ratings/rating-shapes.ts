import { type TProperties, Type } from '@sinclair/typebox';
import { Nullable, Ref } from '#rules/kernel/schema.ts';
import { count, Moment, numbered, RulesetId, RulesVersion } from '../games/model/game-fields.ts';
import { SeatedPlayer } from '../games/model/seat-shapes.ts';
import { COMPARISON } from '../statistics/comparison.ts';
import { FIGURES, RATING } from '../statistics/rating-table.ts';

export const RATED = {
  player: Nullable(Ref(SeatedPlayer), { description: 'The rated player; null: a bot.' }),
  bot: Nullable(Type.String(), { description: 'The name of the bot; null: a player.' }),
};

export const Participant = Type.Object(RATED, { $id: 'RatedParticipant', description: 'A rated player or bot.' });

const POOL = {
  id: Type.String({ description: 'The id of the pool, derived from the four fields below; it never changes.' }),
  ruleset: RulesetId,
  rulesVersion: RulesVersion,
  options: Type.Unsafe<unknown>(
    Type.Object({}, { additionalProperties: true, description: 'The options of every game, including defaults.' }),
  ),
  seats: numbered('How many sit at the table.'),
};

export const Pool = Type.Object(POOL, {
  $id: 'RatingPool',
  description: 'Games with comparable results: of one ruleset, rules version, set of options and number of seats.',
});

const ListedPool = Type.Object(
  {
    ...POOL,
    games: count('The number of counted games.'),
    createdAt: { ...Moment, description: 'When the first of them was counted.' },
  },
  { $id: 'ListedRatingPool', description: 'A pool with counted games.' },
);

const NextCursor = Nullable(Type.String(), {
  description: 'Send it as `cursor` for the next page; null on the last page.',
});

export const RatingPoolList = Type.Object(
  {
    pools: Type.Array(Ref(ListedPool), { description: 'By ruleset, the newest rules first, then by seats.' }),
    next: NextCursor,
  },
  { $id: 'RatingPoolList', description: 'A page of the pools with counted games.' },
);

const RATING_VIEW = { ...RATING, lastGameAt: { ...Moment, description: 'When the last of these games ended.' } };

const Rating = Type.Object(
  { ...RATED, ...RATING_VIEW },
  { $id: 'Rating', description: 'The rating of a player or bot in a pool, with its interval.' },
);

export const VERSION = {
  version: count(
    'The number of games of the pool in these figures: the same number means the same figures, on every server.',
  ),
  behind: count(
    'The number of counted games not yet in these figures, as a new fit may wait. 0: the figures are the newest.',
  ),
};

export const RatingList = Type.Object(
  {
    pool: Ref(Pool),
    ...VERSION,
    rated: count('The number of rated players and bots in the pool, on all pages.'),
    ratings: Type.Array(Ref(Rating), {
      description: 'Best rating first; provisional ratings are included, with `rank` null.',
    }),
    note: Nullable(Type.String(), { description: 'Why the page is empty and what would fill it; null if it is not.' }),
    next: NextCursor,
  },
  { $id: 'RatingList', description: 'A page of the ratings of a pool.' },
);

export function ofParticipant<P extends TProperties>($id: string, fields: P, description: string) {
  return Type.Object({ ...RATED, ...fields }, { $id, description });
}

const RatingInPool = Type.Object(
  { pool: Ref(Pool), ...VERSION, ...RATING_VIEW },
  { $id: 'RatingInPool', description: 'A rating and its pool.' },
);

export const PlayerRatings = ofParticipant(
  'PlayerRatings',
  {
    ratings: Type.Array(Ref(RatingInPool), { description: 'One per pool, in the order of `listRatingPools`.' }),
    note: Nullable(Type.String(), { description: 'Why something is missing on the page; null if nothing is.' }),
    next: NextCursor,
  },
  'The ratings of a player or bot in all pools.',
);

export const RatingHistory = ofParticipant(
  'RatingHistory',
  {
    pool: Ref(Pool),
    ...VERSION,
    points: Type.Array(
      Type.Object({
        games: numbered('The number of games of the pool, earliest first, that the rating uses.'),
        at: { ...Moment, description: 'When the last of these ended.' },
        ...FIGURES,
      }),
      { description: 'Oldest first, at round numbers of games and at the present one; from their first game.' },
    ),
  },
  'The history of a rating.',
);

export const Comparison = Type.Object(
  {
    pool: Ref(Pool),
    ...VERSION,
    one: Ref(Participant),
    other: Ref(Participant),
    ...COMPARISON,
    text: Type.String({ description: 'The same in plain words.' }),
  },
  { $id: 'Comparison', description: 'The comparison of two ratings.' },
);
