import { type TProperties, Type } from '@sinclair/typebox';
import { Nullable, Ref } from '#rules/kernel/schema.ts';
import { count, Moment, numbered, RulesetId, RulesVersion } from '../games/model/game-fields.ts';
import { SeatedPlayer } from '../games/model/seat-shapes.ts';
import { COMPARISON } from '../statistics/comparison.ts';
import { FIGURES, RATING } from '../statistics/rating-table.ts';

export const RATED = {
  player: Nullable(Ref(SeatedPlayer), { description: 'Who is rated; null: it is a bot of the house.' }),
  bot: Nullable(Type.String(), { description: 'The name of the bot of the house; null: it is a player.' }),
};

export const Participant = Type.Object(RATED, {
  $id: 'RatedParticipant',
  description: 'A player, or a bot of the house, that is rated.',
});

const POOL = {
  id: Type.String({
    description:
      'Names the pool wherever one can be asked for; it follows from the four fields below, and never changes.',
  }),
  ruleset: RulesetId,
  rulesVersion: RulesVersion,
  options: Type.Unsafe<unknown>(
    Type.Object({}, { additionalProperties: true, description: 'Of every game, complete with the defaults.' }),
  ),
  seats: numbered('How many sit at the table.'),
};

export const Pool = Type.Object(POOL, {
  $id: 'RatingPool',
  description:
    'Games whose results can be compared: of one ruleset, by one version of its rules, with the same options, on as many seats.',
});

const ListedPool = Type.Object(
  {
    ...POOL,
    games: count('How many games count in it.'),
    createdAt: { ...Moment, description: 'When the first of them counted.' },
  },
  { $id: 'ListedRatingPool', description: 'A pool in which somebody has played.' },
);

const NextCursor = Nullable(Type.String(), {
  description: 'Send it as `cursor` for the next page; null on the last one.',
});

export const RatingPoolList = Type.Object(
  {
    pools: Type.Array(Ref(ListedPool), { description: 'By ruleset, the newest rules first, then by seats.' }),
    next: NextCursor,
  },
  { $id: 'RatingPoolList', description: 'A page of the pools in which somebody has played.' },
);

const RATING_VIEW = {
  ...RATING,
  lastGameAt: { ...Moment, description: 'When the last of these games was over.' },
};

const Rating = Type.Object(
  { ...RATED, ...RATING_VIEW },
  { $id: 'Rating', description: 'How strong somebody is in a pool, with the certainty of it.' },
);

export const VERSION = {
  version: count(
    'How many games of the pool count in these figures, the first so many: the same number is the same figures, on every server.',
  ),
  behind: count(
    'How many more count by now: where a fit takes long, the next one waits for some time. 0: these figures are the newest.',
  ),
};

export const RatingList = Type.Object(
  {
    pool: Ref(Pool),
    ...VERSION,
    rated: count('How many are rated in the pool, on all pages.'),
    ratings: Type.Array(Ref(Rating), {
      description:
        'The best first, by rating; those whose rating is provisional stand among the others, with `rank` null.',
    }),
    note: Nullable(Type.String(), {
      description: 'Why there is nothing on the page, and what would be; null where there is something.',
    }),
    next: NextCursor,
  },
  { $id: 'RatingList', description: 'A page of the ratings of a pool.' },
);

export function ofParticipant<P extends TProperties>($id: string, fields: P, description: string) {
  return Type.Object({ ...RATED, ...fields }, { $id, description });
}

const RatingInPool = Type.Object(
  { pool: Ref(Pool), ...VERSION, ...RATING_VIEW },
  { $id: 'RatingInPool', description: 'How strong somebody is, and in which pool.' },
);

export const PlayerRatings = ofParticipant(
  'PlayerRatings',
  {
    ratings: Type.Array(Ref(RatingInPool), { description: 'A pool each, in the order of `listRatingPools`.' }),
    note: Nullable(Type.String(), {
      description: 'Why something, or all, is missing on the page; null where nothing is.',
    }),
    next: NextCursor,
  },
  'The ratings of a player or a bot of the house, in all pools.',
);

export const RatingHistory = ofParticipant(
  'RatingHistory',
  {
    pool: Ref(Pool),
    ...VERSION,
    points: Type.Array(
      Type.Object({
        games: numbered('The rating is that by so many games of the pool, the earliest.'),
        at: { ...Moment, description: 'When the last of these was over.' },
        ...FIGURES,
      }),
      {
        description:
          'Oldest first, after round numbers of games and after all of them; from the first point at which they had played.',
      },
    ),
  },
  'How a rating has come about.',
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
  { $id: 'Comparison', description: 'Which of two is stronger, and how certain that is.' },
);

export const RATING_PARTS = [
  Participant,
  Pool,
  ListedPool,
  RatingPoolList,
  Rating,
  RatingList,
  RatingInPool,
  PlayerRatings,
  RatingHistory,
  Comparison,
];
