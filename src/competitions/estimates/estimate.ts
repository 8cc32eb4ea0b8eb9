import { type Static, Type } from '@sinclair/typebox';
import { Nullable } from '#rules/kernel/schema.ts';
import { count, numbered } from '../../games/model/game-fields.ts';
import { NewCompetition } from '../model/settings.ts';

const MOST_SECONDS = 30 * 24 * 60 * 60;

export const NewCompetitionEstimate = Type.Object(
  {
    ...NewCompetition.properties,
    entries: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        description: 'How many are expected to enter. Without it as many as may.',
      }),
    ),
    secondsPerDecision: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MOST_SECONDS,
        description: 'How many seconds whoever plays takes for a decision, on average. Without it 5.',
      }),
    ),
  },
  {
    $id: 'NewCompetitionEstimate',
    additionalProperties: false,
    description: 'A competition that may be created: the body of `createCompetition`, and what is expected of it.',
  },
);
export type NewCompetitionEstimate = Static<typeof NewCompetitionEstimate>;

function difference(description: string) {
  return Type.Object(
    {
      rating: Nullable(Type.Integer({ minimum: 0 }), { description: 'In points of rating; null in a cup.' }),
      share: Nullable(Type.Number({ minimum: 0.5, maximum: 1 }), {
        description: 'What the better of the two wins of what the two win, where 0.5 is no difference; null in a cup.',
      }),
      score: Nullable(Type.Number({ minimum: 0 }), {
        description: 'Of a cup: in points of the game, on average of the boards; null elsewhere.',
      }),
    },
    { description },
  );
}

export const CompetitionEstimate = Type.Object(
  {
    entries: numbered('How many are expected to enter.'),
    roundsPlanned: Nullable(Type.Integer({ minimum: 0 }), {
      description: 'Rounds that there will be; null in a ladder, which has none that all wait for.',
    }),
    games: Type.Object(
      { least: count('At least.'), most: count('At most.') },
      { description: 'Games in all. The two differ on a ladder at tables of three to five alone.' },
    ),
    gamesEach: Type.Number({ minimum: 0, description: 'Games of one entry, on average.' }),
    decisions: Nullable(
      Type.Object({
        mean: Type.Number({ minimum: 0, description: 'On average.' }),
        deviation: Type.Number({ minimum: 0, description: 'The standard deviation.' }),
        games: numbered('So many games were played by lot to see it.'),
      }),
      { description: 'Decisions of all seats in one game; null: by these options a game need never end.' },
    ),
    seconds: Nullable(
      Type.Object({
        expected: count('Where each decision takes `secondsPerDecision`.'),
        byClock: count('Where each decision takes all the time that the clock gives: hardly ever more.'),
      }),
      { description: 'From the start to the end; null where `decisions` is.' },
    ),
    difference: Nullable(
      Type.Object({
        interval: difference('How far the 95 % interval of the difference of two entries will reach to each side.'),
        shown: difference('A true difference of that size is shown four times in five.'),
        boards: Type.Number({ minimum: 0, description: 'Boards of one entry, on average: what counts as evidence.' }),
      }),
      {
        description:
          'How small a difference between two entries the results can show; null: none, or above 1,000 points of rating.',
      },
    ),
    secondsPerDecision: numbered('Seconds for a decision, as was asked.'),
    assumptions: Type.Array(Type.String(), { description: 'What the figures rest on, in sentences.' }),
  },
  { $id: 'CompetitionEstimate', description: 'What a competition would be like.' },
);

export type CompetitionEstimate = Static<typeof CompetitionEstimate>;
export type Differences = NonNullable<CompetitionEstimate['difference']>;

export const ESTIMATE_PARTS = [NewCompetitionEstimate, CompetitionEstimate];
