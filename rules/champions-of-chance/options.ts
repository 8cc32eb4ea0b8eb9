import { type Static, Type } from '@sinclair/typebox';
import type { Scoring } from '../kernel/ruleset.ts';
import { Printed, schemaFamily, Words } from '../kernel/schema.ts';

const { object } = schemaFamily('ChampionsOfChance');

export const DIE_SELECTIONS = ['choose', 'blind', 'blindSeen'] as const;

export const OptionsSchema = object(
  'Options',
  {
    dieSelection: Words(DIE_SELECTIONS, {
      default: 'choose',
      description:
        'choose: both battlers choose the cards of their die. blind: the cards are drawn, and no one sees them before ' +
        'the roll. blindSeen: the cards are drawn, and each battler sees its own before the challenge is chosen.',
    }),
    victoryDice: Type.Boolean({
      default: false,
      description:
        'Victory Dice: a won card goes face up onto the pile of its winner instead of being discarded, a top card can ' +
        'set the number, and the most dice icons win once at most one player has cards.',
    }),
    wackyNumbers: Type.Boolean({
      default: false,
      description: 'Wacky Numbers: 18 cards with powers are shuffled in.',
    }),
    printed: Printed(
      'As printed, which changes Victory Dice only: the top card of your pile can set the number even where just one number is possible.',
    ),
  },
  'Options of Champions of Chance.',
);
export type Options = Static<typeof OptionsSchema>;

/** Cards left in hand count against a player. With Victory Dice, won icons count for a player (rule R11). */
export function scoringOf(options: Options): Scoring {
  return options.victoryDice ? 'highest' : 'lowest';
}
