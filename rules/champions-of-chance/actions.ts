import { type Static, Type } from '@sinclair/typebox';
import type { Seat } from '../kernel/ruleset.ts';
import { schemaFamily, Words } from '../kernel/schema.ts';
import { CountField } from '../kernel/tabletop/fields.ts';
import { SeatField } from '../kernel/tabletop/seats.ts';
import { CardIdField, forEachCard } from './cards.ts';

const { actions } = schemaFamily('ChampionsOfChance');

export const CHALLENGES = ['highest', 'lowest'] as const;
export type Challenge = (typeof CHALLENGES)[number];

export const ACTION_SCHEMAS = actions({
  chooseOpponent: [
    {
      seat: SeatField('Another seat that has cards.'),
      useTopCard: Type.Optional(
        Type.Boolean({
          description:
            'With Victory Dice, and only then: whether the icons on the top card of your pile are the number. You lose ' +
            'that card if you lose the battle.',
        }),
      ),
    },
    'Start a battle against another seat.',
  ],
  chooseNumber: [
    {
      number: CountField('How many cards make a die; no more than either battler holds.', { minimum: 2, maximum: 6 }),
    },
    'Say how large both dice are.',
  ],
  chooseDie: [
    { card: CardIdField('A card of your hand that is not part of your die yet.') },
    'Put one more card into your die. Secret.',
  ],
  unchooseDie: [
    { card: CardIdField('A card of your die, which you still hold.') },
    'Take a card back out of your die, which is open until it is complete. Secret; at most ten times a battle.',
  ],
  chooseChallenge: [
    { challenge: Words(CHALLENGES, { description: 'Which of the two results wins.' }) },
    'Choose what wins. Both dice are rolled at once.',
  ],
  discardCard: [
    { card: CardIdField('Any card of your hand.') },
    'Give up a card after a tie. Secret until both battlers have chosen.',
  ],
  stealCard: [
    { card: CardIdField('A card of the other die, as shown in stealFrom.') },
    'Take a card of the other die that is still in the hand of the other battler.',
  ],
});

export type ChooseOpponentAction = Extract<Action, { type: 'chooseOpponent' }>;
export type Action = Static<(typeof ACTION_SCHEMAS)[number]>;

/** The rulings of rules.md that a player should read before choosing an action, by type of action. */
export const RULINGS: Readonly<Record<Action['type'], string[]>> = {
  chooseOpponent: ['R3', 'R8'],
  chooseNumber: ['R2', 'R3'],
  chooseDie: ['R3', 'R10', 'R15', 'R16'],
  unchooseDie: ['R16'],
  chooseChallenge: ['R3', 'R4', 'R5', 'R9'],
  discardCard: ['R6'],
  stealCard: ['R9', 'R15'],
};

export const CHOOSE_NUMBER: readonly Action[] = [2, 3, 4, 5, 6].map((number) =>
  Object.freeze({ type: 'chooseNumber', number }),
);
export const CHOOSE_CHALLENGE: readonly Action[] = CHALLENGES.map((challenge) =>
  Object.freeze({ type: 'chooseChallenge', challenge }),
);
export const CHOOSE_DIE = forEachCard<Action>((card) => Object.freeze({ type: 'chooseDie', card }));
export const UNCHOOSE_DIE = forEachCard<Action>((card) => Object.freeze({ type: 'unchooseDie', card }));
export const DISCARD_CARD = forEachCard<Action>((card) => Object.freeze({ type: 'discardCard', card }));
export const STEAL_CARD = forEachCard<Action>((card) => Object.freeze({ type: 'stealCard', card }));

/** Actions have the field `useTopCard` only with the option Victory Dice (rule R8). */
export function chooseOpponent(seat: Seat, useTopCard?: boolean): Action {
  return useTopCard === undefined ? { type: 'chooseOpponent', seat } : { type: 'chooseOpponent', seat, useTopCard };
}
