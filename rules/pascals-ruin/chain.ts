import { type Static, Type } from '@sinclair/typebox';
import type { Seat } from '../kernel/ruleset.ts';
import { Ref, schemaFamily } from '../kernel/schema.ts';
import type { Card } from '../kernel/tabletop/cards.ts';
import { SeatField } from '../kernel/tabletop/seats.ts';
import { replaced } from '../kernel/tabletop/step.ts';
import { CardField, numberOn, ReactionCardField } from './cards.ts';
import { type Die, DieField, type Roll, RollSchema } from './dice.ts';

const { object } = schemaFamily('PascalsRuin');

export const FULL_CHAIN = 5;

const SpentDie = Type.Object(
  { seat: SeatField('Whose die it is.'), die: DieField('The kind of die.') },
  { additionalProperties: false, description: 'A die that was rolled and did not win.' },
);

export const LevelSchema = object(
  'Level',
  {
    card: CardField('The card of this level.'),
    roll: Type.Optional(
      Type.Unsafe<Roll>(
        Ref(RollSchema, { description: 'The winning die. Missing for an Ace, and for a card that is not won yet.' }),
      ),
    ),
    spent: Type.Optional(
      Type.Array(SpentDie, {
        description:
          'Other dice that were rolled against this card and stay used for the turn. Missing when there are none.',
      }),
    ),
    extras: Type.Array(ReactionCardField('A Jack or Queen.'), {
      description: 'Jacks and Queens played beside this card, in the order they were played.',
    }),
  },
  'One level of the chain.',
);
export type Level = Static<typeof LevelSchema>;
/** The cards that were turned over in this turn, from level 1. The active seat may still have to win the last card. */
export type Chain = Level[];

export function newLevel(card: Card): Level {
  return { card, extras: [] };
}

export function topOf(chain: Chain): Level {
  const top = chain.at(-1);
  if (top === undefined) throw new Error('the chain has no card yet');
  return top;
}

export function withTop(chain: Chain, top: Level): Chain {
  return replaced(chain, chain.length - 1, top);
}

export function withSpentDie(level: Level, seat: Seat, die: Die): Level {
  return { ...level, spent: [...(level.spent ?? []), { seat, die }] };
}

// Follows rule R12 of rules.md.
export function sumOfCards(chain: Chain): number {
  return chain.reduce((sum, level) => sum + numberOn(level.card), 0);
}

/** Returns the sum of the rolls that won cards of the chain, of all seats. An ace is won without a roll (rule R4). */
export function sumOfDice(chain: Chain): number {
  return chain.reduce((sum, level) => sum + (level.roll?.value ?? 0), 0);
}

/** Returns the score if the active seat takes the chain now. Only cards already won count (rule R23). */
export function chainPoints(chain: Chain): number {
  return chain.reduce((sum, level) => sum + (level.roll === undefined ? 0 : numberOn(level.card)), 0);
}
