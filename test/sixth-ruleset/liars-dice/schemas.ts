import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Ref, schemaFamily } from '../kernel/schema.ts';
import { BySeat, CountField, FaceField } from '../kernel/tabletop/fields.ts';
import { SeatField } from '../kernel/tabletop/seats.ts';

const family = schemaFamily('LiarsDice');
const face = FaceField('What a die shows.');
const quantity = CountField('At least how many dice show it.', { minimum: 1, maximum: 30 });
const count = (description: string) => CountField(description, { maximum: 30 });
const dice = (description: string) => Type.Array(face, { description });

export const options = family.object(
  'Options',
  {
    dice: Type.Integer({ minimum: 1, maximum: 6, default: 5, description: 'How many dice everybody begins with.' }),
    wildOnes: Type.Boolean({ default: true, description: 'A 1 counts as every face, and nobody bids on ones.' }),
  },
  "Options of Liar's Dice.",
);

export const actions = family.actions({
  bid: [{ quantity, face }, 'Claim that so many of all dice show this face, and more than was claimed before.'],
  challenge: [{}, 'Doubt the bid: all dice are shown, and either you or the bidder loses one.'],
});

export const events = family.events({
  roundStarted: [{ round: count('The number of the round.') }, 'A round begins with this seat.'],
  diceRolled: [
    { count: count('How many dice.'), dice: Nullable(dice('What they show; null to everybody else.')) },
    'A seat rolled all its dice in secret.',
  ],
  bidMade: [{ quantity, face }, 'A seat bid.'],
  diceShown: [
    {
      hands: BySeat(dice('The dice of a seat.'), 'By seat: the dice as they were.'),
      matching: count('How many of all dice count for the bid.'),
    },
    'A seat challenged the bid, and all dice were shown.',
  ],
  dieLost: [{ left: count('How many dice it has left.') }, 'A seat lost a die.'],
});

const Bid = family.object(
  'Bid',
  { seat: SeatField('Who bid.'), quantity, face },
  'A claim about the dice of all seats together.',
);

const Showdown = family.object(
  'Showdown',
  {
    bid: Ref(Bid),
    challenger: SeatField('Who doubted it.'),
    hands: BySeat(dice('The dice of a seat.'), 'By seat: the dice as they were.'),
    matching: count('How many of them count for the bid.'),
    loser: SeatField('Who lost a die.'),
  },
  'A bid that was doubted, and what came of it.',
);

export const parts = [Bid, Showdown];

export const view = family.object(
  'View',
  {
    round: count('The number of the round.'),
    active: SeatField('Whose turn it is, or was when the game ended.'),
    bid: Nullable(Ref(Bid), { description: 'The bid that stands; null before the first of a round.' }),
    diceCounts: BySeat(count('How many dice.'), 'By seat: how many dice it has.'),
    dice: dice("The viewer's own dice. Empty for spectators."),
    wildOnes: Type.Boolean({ description: 'Whether a 1 counts as every face.' }),
    showdown: Nullable(Ref(Showdown), { description: 'How the round before ended; null in the first.' }),
  },
  "The table of Liar's Dice as one viewer sees it.",
);

export type Options = Static<typeof options>;
export type Action = Static<(typeof actions)[number]>;
export type Event = Static<(typeof events)[number]>;
export type View = Static<typeof view>;
