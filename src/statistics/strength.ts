import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { Nullable } from '#rules/kernel/schema.ts';

export function interval<T extends TSchema>(bound: T, description: string) {
  return Type.Object(
    {
      low: { ...bound, description: 'The lower end.' },
      high: { ...bound, description: 'The upper end.' },
    },
    { description },
  );
}

/** How strong an entry is, by all games that were played. */
export const Strength = Type.Object(
  {
    rating: Type.Number({
      description:
        'How strong it is by all games that were played, whoever met whom: 1500 is random play, and 173.7 more is e ≈ 2.72 times ' +
        'the odds to win.',
    }),
    interval: interval(Type.Number(), 'Where the rating lies with 95 % certainty, in points of rating.'),
    rankInterval: Nullable(interval(Type.Integer({ minimum: 1 }), 'The ranks by rating that are not excluded.'), {
      description: 'The ranks by rating that are not excluded with 95 % certainty; null for who is disqualified.',
    }),
    provisional: Type.Boolean({ description: 'Whether it rests on too little to rely on.' }),
  },
  {
    $id: 'EntryStrength',
    description: 'How strong an entry is, with the certainty of it. Random play is the fixed point.',
  },
);
export type Strength = Static<typeof Strength>;
