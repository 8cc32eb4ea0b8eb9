import { Type } from '@sinclair/typebox';

export const SinceLooked = Type.Object(
  {
    looked: Type.Integer({
      minimum: 0,
      description: 'The version that you have looked at (see `setLooked`); 0: none.',
    }),
    events: Type.Integer({
      minimum: 0,
      maximum: 50,
      description: 'How many events that you may see have happened since, as your seat saw them; 50 at most.',
    }),
    more: Type.Boolean({ description: 'Whether there are more than `events` counts: `listEvents` has all of them.' }),
    text: Type.Array(Type.String(), {
      maxItems: 2,
      description: 'The newest of them in plain words, up to two, in the order in which they happened.',
    }),
  },
  { $id: 'SinceLooked', description: 'What has happened in a game of yours since you last looked.' },
);

export const Looked = Type.Object(
  {
    version: Type.Integer({ minimum: 1, description: 'The last version that you have looked at.' }),
    before: Type.Integer({
      minimum: 0,
      description: 'What it was before this call: what came after that is new to you. 0: none.',
    }),
  },
  { $id: 'Looked', description: 'How far you have looked at a game. Nobody else is told.' },
);
