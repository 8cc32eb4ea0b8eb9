import { type Static, Type } from '@sinclair/typebox';
import type { Seat } from '../kernel/ruleset.ts';
import { schemaFamily } from '../kernel/schema.ts';
import { SeatField } from '../kernel/tabletop/seats.ts';
import { type CardId, CardIdField, forEachCard } from './cards.ts';
import { type Side, SideField } from './power.ts';

const { actions } = schemaFamily('FollyAndFortune');

export const ACTION_SCHEMAS = actions({
  chooseRow: [
    {
      cards: Type.Array(CardIdField('A card of your hand.'), {
        minItems: 2,
        maxItems: 2,
        uniqueItems: true,
        description: 'Two cards of your hand, left to right.',
      }),
    },
    'Choose the two cards of your first row. Secret until everybody has chosen.',
  ],
  reroll: [
    {},
    'Go on: the rolled card returns to your hand, the passed power of the card in force acts, and you roll again.',
  ],
  stop: [{}, 'Keep the rolled card; the stopped power of the card in force acts.'],
  attack: [
    { seat: SeatField('Another seat with a row, which nothing protects from you.') },
    'Attack a seat with the result as damage.',
  ],
  removeCard: [
    { card: CardIdField('A card of the attacked row, whose health still fits into the damage.') },
    'Remove a card from the attacked row.',
  ],
  endAttack: [{}, 'Before a victim is named: do not attack. During an attack: remove no more cards.'],
  placeRoll: [
    { side: SideField('The end of your row that the card joins.') },
    'Put the rolled card at one end of your row.',
  ],
  pickCard: [
    {
      card: CardIdField('The card that is picked; of two cards the one whose id comes first in the alphabet.'),
      other: Type.Optional(CardIdField('The second card, where a power asks for two. Left out where it asks for one.')),
    },
    'Pick the card or the two cards that a power asks for.',
  ],
  placeTaken: [
    { side: SideField('The end of your row that the card joins.') },
    'Put the card that you take from an attack at one end of your row.',
  ],
  skipPower: [{}, 'Do without a power that you may use.'],
  pickSeat: [
    { seat: SeatField('The seat of the player whose row is shuffled, or whose hand you look at.') },
    'Pick the player that a power asks for.',
  ],
});

export type ChooseRowAction = Extract<Action, { type: 'chooseRow' }>;
export type PickCardAction = Extract<Action, { type: 'pickCard' }>;
export type Action = Static<(typeof ACTION_SCHEMAS)[number]>;

/** The rulings of rules.md that a player should read before choosing an action, by type of action. */
export const RULINGS: Readonly<Record<Action['type'], string[]>> = {
  chooseRow: ['R1', 'R2', 'R8'],
  reroll: ['R2', 'R3', 'R4', 'R17', 'R18'],
  stop: ['R2', 'R4', 'R5', 'R6', 'R11'],
  attack: ['R5', 'R9', 'R11', 'R22'],
  removeCard: ['R5', 'R6', 'R9', 'R22', 'R23'],
  endAttack: ['R5', 'R22'],
  placeRoll: ['R7', 'R10', 'R34'],
  pickCard: ['R14', 'R15', 'R26', 'R28', 'R31'],
  placeTaken: ['R24'],
  skipPower: ['R14'],
  pickSeat: ['R14', 'R33', 'R36'],
};
export type Answer = Extract<Action, { type: 'pickCard' | 'placeTaken' | 'pickSeat' }>;

export const REROLL: Action = Object.freeze({ type: 'reroll' });
export const STOP: Action = Object.freeze({ type: 'stop' });
export const END_ATTACK: Action = Object.freeze({ type: 'endAttack' });
export const SKIP_POWER: Action = Object.freeze({ type: 'skipPower' });
export const PLACE_ROLL: readonly Action[] = [placeRoll('left'), placeRoll('right')];
export const PLACE_TAKEN: readonly Answer[] = [placeTaken('left'), placeTaken('right')];

const REMOVE_CARD = forEachCard((card): Action => Object.freeze({ type: 'removeCard', card }));
const PICK_CARD = forEachCard((card): Answer => Object.freeze({ type: 'pickCard', card }));

export function attack(seat: Seat): Action {
  return { type: 'attack', seat };
}

export function removeCard(card: CardId): Action {
  return REMOVE_CARD[card] as Action;
}

export function pickCard(card: CardId): Answer {
  return PICK_CARD[card] as Answer;
}

/** Returns the action that picks these two cards. The lower id comes first, so that equal picks are equal actions. */
export function pickTwo(one: CardId, other: CardId): Answer {
  return one < other ? { type: 'pickCard', card: one, other } : { type: 'pickCard', card: other, other: one };
}

export function pickSeat(seat: Seat): Answer {
  return { type: 'pickSeat', seat };
}

function placeRoll(side: Side): Action {
  return Object.freeze({ type: 'placeRoll', side });
}

function placeTaken(side: Side): Answer {
  return Object.freeze({ type: 'placeTaken', side });
}
