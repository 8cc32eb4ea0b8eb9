import { type Static, Type } from '@sinclair/typebox';
import type { Chance } from './chance.ts';
import { Words } from './schema.ts';

function Share(description: string) {
  return Type.Number({
    minimum: 0,
    maximum: 1,
    description: `${description} From 0, never, to 1, always, rounded to four places.`,
  });
}

const RollResult = Type.Object(
  { result: Type.Integer({ description: 'A result.' }), chance: Share('How likely it is.') },
  { additionalProperties: false, description: 'A result that a roll may have, and how likely.' },
);

const HitPoints = Type.Object(
  {
    whose: Words(['player', 'enemy'], { description: 'Whose hit points.' }),
    from: Type.Integer({ minimum: 0, description: 'What they are now.' }),
    to: Type.Integer({ minimum: 0, description: 'What they are then.' }),
  },
  { additionalProperties: false, description: 'A change of hit points that is certain.' },
);

export const Odds = Type.Object(
  {
    chance: Type.Optional(
      Share(
        'How likely the die that is rolled beats the card. Of a tie, and of what others may do after it, it says nothing.',
      ),
    ),
    results: Type.Optional(
      Type.Array(RollResult, { description: 'Every result that the next roll may have, lowest first.' }),
    ),
    hitPoints: Type.Optional(Type.Array(HitPoints, { description: 'The hit points that change for certain at once.' })),
    needs: Type.Optional(
      Type.Integer({
        minimum: 0,
        description:
          'What the entry that is written has to be in all: the sum of the two above it, once both are known.',
      }),
    ),
  },
  { $id: 'Odds', additionalProperties: false, description: 'What follows from an action, by open facts alone.' },
);
export type Odds = Static<typeof Odds>;

export function share(some: number, all: number): number {
  return Math.round((10_000 * some) / all) / 10_000;
}

/** Returns a `Chance` that always draws the same number, so that a caller can try each possible result. */
export function always(drawn: number): Chance {
  return { int: () => drawn };
}
