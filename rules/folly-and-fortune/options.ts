import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Printed, schemaFamily } from '../kernel/schema.ts';

const { object } = schemaFamily('FollyAndFortune');

const flag = (description: string) => Type.Boolean({ default: false, description });

export const OptionsSchema = object(
  'Options',
  {
    superpowers: flag('Superpowers: 25 more cards, with powers that act when passed or unseen, and with shields.'),
    startingCards: Type.Integer({
      minimum: 3,
      maximum: 8,
      default: 8,
      description: 'How many cards everybody is dealt; two of them make the row. Fewer make a shorter game.',
    }),
    startPlayer: Nullable(Type.Integer({ minimum: 0, maximum: 4 }), {
      default: null,
      description: 'Which seat takes the first turn; with null it is drawn by lot.',
    }),
    firstGame: flag('First game: the cards without a power are dealt first, spread evenly.'),
    simplePowers: flag('Simple powers: only cards without a power or with one that just changes the result are used.'),
    harmlessNegatives: flag('Harmless negatives: a result below 0 does nothing instead of hitting your own row.'),
    tough: flag('Tough: an attack on another player removes one card at most, or two if the result is 6 or more.'),
    finalCardVulnerable: flag(
      'Vulnerable final card: attacks may take the last card of a row, whose owner then has one roll without a power.',
    ),
    arrows: flag('Arrows: the arrow of the card you stop on decides at which end of your row the rolled card goes.'),
    printed: Printed(
      'As printed: a player who hits the own row may remove less; an attack must name a player, even with a result of 0; a row ' +
        'without a next card ends the rolling, even against a power; cards that joined the row in this turn can act as unseen; ' +
        'the game ends at the very moment when all hands are empty; simple powers leave out the cards without a power; with ' +
        'harmless negatives nothing hits your own row; with vulnerable final cards a power that removes a card may take the last one.',
    ),
  },
  'Options of Folly & Fortune.',
);
export type Options = Static<typeof OptionsSchema>;
