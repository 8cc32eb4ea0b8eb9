import { type Static, Type } from '@sinclair/typebox';
import { Nullable } from './schema.ts';

export const PresetSchema = Type.Object(
  {
    id: Type.String({ description: 'Names the set within its ruleset.' }),
    name: Type.String({ description: 'What to call it.' }),
    text: Type.String({ description: 'What it is good for, in a sentence.' }),
    options: Type.Object(
      {},
      { additionalProperties: true, description: '`options` of a new game, without those at their default.' },
    ),
    isRecommended: Type.Boolean({ description: 'Whether to choose it for players who choose nothing.' }),
    winRates: Type.Record(Type.String(), Type.Number({ minimum: 0, maximum: 1 }), {
      description: 'By policy: the measured share of games that it wins with these options.',
    }),
  },
  { $id: 'Preset', description: 'Options that go well together.' },
);
export type Preset = Static<typeof PresetSchema>;

export const CreditsSchema = Type.Object(
  {
    author: Nullable(Type.String(), { description: 'The author of the game; null: the document names none.' }),
    document: Type.String({ description: 'The title of the published document.' }),
    added: Type.String({ description: 'What comes from this project and not from the document.' }),
  },
  {
    description: 'Whose game it is. The ideas of the rules belong to their authors; the words of `rules` are our own.',
  },
);
export type Credits = Static<typeof CreditsSchema>;

export const InShortSchema = Type.Object(
  {
    minutes: Type.Object(
      {
        min: Type.Integer({ minimum: 1, description: 'Quick.' }),
        max: Type.Integer({ minimum: 1, description: 'Slow.' }),
      },
      { description: 'How many minutes a game with default options takes people who play without a pause.' },
    ),
    rules: Type.Array(Type.String(), { description: 'How it is played, in about six sentences.' }),
  },
  { description: 'The game in short.' },
);
export type InShort = Static<typeof InShortSchema>;
