import { type Static, Type } from '@sinclair/typebox';
import { Nullable } from '#rules/kernel/schema.ts';
import { count, numbered } from '../../games/model/game-fields.ts';
import { NewCompetition } from '../model/settings.ts';

const MOST_SECONDS = 30 * 24 * 60 * 60;

export const NewCompetitionEstimate = Type.Object(
  {
    ...NewCompetition.properties,
    entries: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1000, description: 'The expected number of entries. Default: the maximum.' }),
    ),
    secondsPerDecision: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MOST_SECONDS, description: 'The average seconds per decision. Default: 5.' }),
    ),
  },
  {
    $id: 'NewCompetitionEstimate',
    additionalProperties: false,
    description: 'A planned competition: the body of `createCompetition` and some expectations.',
  },
);
export type NewCompetitionEstimate = Static<typeof NewCompetitionEstimate>;

function difference(description: string) {
  return Type.Object(
    {
      rating: Nullable(Type.Integer({ minimum: 0 }), { description: 'Rating points; null in a cup.' }),
      share: Nullable(Type.Number({ minimum: 0.5, maximum: 1 }), {
        description:
          'The share that the better entry wins of what both win, where 0.5 is no difference; null in a cup.',
      }),
      score: Nullable(Type.Number({ minimum: 0 }), {
        description: 'Cups only: in points of the game, averaged over the boards; null in other formats.',
      }),
    },
    { description },
  );
}

export const CompetitionEstimate = Type.Object(
  {
    entries: numbered('The expected number of entries.'),
    roundsPlanned: Nullable(Type.Integer({ minimum: 0 }), {
      description: 'The number of rounds; null in a ladder, which has none.',
    }),
    games: Type.Object(
      { least: count('At least.'), most: count('At most.') },
      { description: 'The number of games. The two differ only in ladders with three to five seats.' },
    ),
    gamesEach: Type.Number({ minimum: 0, description: 'Games of one entry, on average.' }),
    decisions: Nullable(
      Type.Object({
        mean: Type.Number({ minimum: 0, description: 'On average.' }),
        deviation: Type.Number({ minimum: 0, description: 'The standard deviation.' }),
        games: numbered('The number of random games that were played to measure it.'),
      }),
      { description: 'Decisions of all seats in one game; null: with these options a game may never end.' },
    ),
    seconds: Nullable(
      Type.Object({
        expected: count('If each decision takes `secondsPerDecision`.'),
        byClock: count('If each decision uses all its time: an upper limit in practice.'),
      }),
      { description: 'The seconds from the start to the end; null if `decisions` is null.' },
    ),
    difference: Nullable(
      Type.Object({
        interval: difference('The half-width of the 95 % interval of the difference between two entries.'),
        shown: difference('The true difference that is detected four times in five.'),
        boards: Type.Number({
          minimum: 0,
          description: 'The average number of boards of one entry: what counts as evidence.',
        }),
      }),
      {
        description:
          'The smallest difference between two entries that the results can show; null: none, or above 1,000 ' +
          'rating points.',
      },
    ),
    secondsPerDecision: numbered('Seconds per decision, as requested.'),
    assumptions: Type.Array(Type.String(), { description: 'The assumptions behind the figures, in sentences.' }),
  },
  { $id: 'CompetitionEstimate', description: 'The estimate of a competition.' },
);

export type CompetitionEstimate = Static<typeof CompetitionEstimate>;
export type Differences = NonNullable<CompetitionEstimate['difference']>;
