import { type Static, Type } from '@sinclair/typebox';
import type { Chance } from '#rules/kernel/chance.ts';
import type { Seat } from '#rules/kernel/ruleset.ts';
import { EventSchema, Nullable, Ref } from '#rules/kernel/schema.ts';
import { rollDie } from '#rules/kernel/tabletop/dice.ts';

/** A view with every kind of hidden fact: numbers, a length, a flag, and a value that may be missing. */
export const CupSchema = Type.Object(
  {
    dice: Type.Array(Type.Integer({ minimum: 1, maximum: 6, description: 'What a die shows.' }), {
      description: 'The dice, in the order they came to lie in.',
    }),
    tipped: Type.Boolean({ description: 'Whether a die leans on the edge.' }),
    token: Nullable(Type.Integer({ minimum: 1, maximum: 9, description: 'The number on a token.' }), {
      description: 'The token; null if there is none.',
    }),
  },
  { $id: 'SealedCardsCup', additionalProperties: false, description: 'What lies under a cup.' },
);
export type Cup = Static<typeof CupSchema>;

export const CupShaken = EventSchema(
  'SealedCards',
  'cupShaken',
  { cup: Nullable(Ref(CupSchema)) },
  'A cup was shaken; its owner looks under it.',
);
export const CupsLifted = EventSchema(
  'SealedCards',
  'cupsLifted',
  { cups: Type.Array(Ref(CupSchema)) },
  'All cups were lifted, for everybody to see.',
);

export function shakenCup(chance: Chance): Cup {
  const dice = Array.from({ length: 2 + chance.int(2) }, () => rollDie(chance, 6));
  const tipped = chance.int(2) === 1;
  return { dice, tipped, token: chance.int(2) === 1 ? rollDie(chance, 9) : null };
}

export function fullestCup(cups: readonly Cup[]): Seat {
  const totals = cups.map(({ dice }) => dice.reduce((sum, die) => sum + die, 0));
  return totals.indexOf(Math.max(...totals));
}
