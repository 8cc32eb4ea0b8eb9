import { type Static, Type } from '@sinclair/typebox';
import { schemaFamily } from '../../kernel/schema.ts';
import { type Card, CardField, DECK } from './cards.ts';

const { actions } = schemaFamily('PokersRogueReckoning');

/** The most rooms that a level can have. */
export const MOST_ROOMS = 9;

/** A room in a schema, told what it stands for. */
export function RoomField(description: string) {
  return Type.Integer({ minimum: 0, maximum: MOST_ROOMS - 1, description });
}

export const ACTION_SCHEMAS = actions({
  reveal: [{ room: RoomField('A face-down room.') }, 'Turn up the card of a room and face what it is.'],
  takeMoney: [{ room: RoomField('The room with the money card.') }, 'Take the revealed money, up to 24 in all.'],
  takeHealing: [{ room: RoomField('The room with the money card.') }, 'Heal up to 3 HP instead of taking the money.'],
  buy: [{ room: RoomField('The room with the potion.') }, 'Buy a revealed potion for as much money as its rank.'],
  cleanse: [
    {
      curse: CardField('A curse on the side of the enemy.'),
      potions: Type.Array(CardField('A blue potion of the hand.'), {
        minItems: 1,
        maxItems: 9,
        uniqueItems: true,
        description: 'Blue potions with together at least the rank of the curse and none to spare, lowest rank first.',
      }),
    },
    'Discard a curse and the blue potions that remove it.',
  ],
  drink: [{ card: CardField('A red potion of the hand.') }, 'Drink a red potion to heal.'],
  applyBuff: [
    { card: CardField('A blue potion of the hand, or Prism.') },
    'Apply a potion before the first roll: it gives ATK in this combat.',
  ],
  useAbility: [
    {
      card: CardField('A potion of the hand, or an applied one.'),
      target: Type.Optional(CardField('The card that the ability is used on, where it needs one.')),
    },
    'Use the ability of a potion in combat, and discard it.',
  ],
  scoutSwap: [
    { card: CardField('One of the scouted cards.'), room: RoomField('A face-down room.') },
    'Lay a scouted card face down into a room; the card of that room takes its place on the deck, unseen.',
  ],
  scoutDone: [{}, 'Leave the scouted cards that are left on the deck.'],
  roll: [{}, 'Roll the dice of both sides.'],
  accept: [{}, 'Let the roll stand.'],
  counterAttack: [{}, 'Answer a tie: roll the white dice again.'],
  rollAgain: [{}, 'Answer a tie: both sides roll again.'],
  tradeAtk: [{}, 'Give up 1 ATK to stand up again at 0 HP.'],
  fall: [{}, 'Give the run up at 0 HP.'],
  bribe: [{}, 'Pay the enemy and flee.'],
  craftPill: [
    { blue: CardField('A blue potion of the hand.'), red: CardField('A red potion of the hand.') },
    'Make the revival pill from two potions and 10 money.',
  ],
  chooseLoss: [{ card: CardField('One of the cards to choose from.') }, 'Choose the card that is lost to Misplace.'],
  leaveLevel: [{}, 'Buy no more and go on to the next level.'],
});

export type Action = Static<(typeof ACTION_SCHEMAS)[number]>;
export type ActionOf<T extends Action['type']> = Extract<Action, { type: T }>;

/** The actions without fields, made once. */
export const SCOUT_DONE: Action = Object.freeze({ type: 'scoutDone' });
export const ROLL: Action = Object.freeze({ type: 'roll' });
export const ACCEPT: Action = Object.freeze({ type: 'accept' });
export const COUNTER_ATTACK: Action = Object.freeze({ type: 'counterAttack' });
export const ROLL_AGAIN: Action = Object.freeze({ type: 'rollAgain' });
export const TRADE_ATK: Action = Object.freeze({ type: 'tradeAtk' });
export const FALL: Action = Object.freeze({ type: 'fall' });
export const BRIBE: Action = Object.freeze({ type: 'bribe' });
export const LEAVE_LEVEL: Action = Object.freeze({ type: 'leaveLevel' });

type RoomAction = 'reveal' | 'takeMoney' | 'takeHealing' | 'buy';
type CardAction = 'drink' | 'applyBuff' | 'useAbility' | 'chooseLoss';

function inEveryRoom<T extends RoomAction>(type: T): readonly Action[] {
  return Array.from({ length: MOST_ROOMS }, (_, room) => Object.freeze({ type, room }) as Action);
}

function withEveryCard<T extends CardAction>(type: T): Readonly<Record<Card, Action>> {
  const actions = DECK.map((card) => [card, Object.freeze({ type, card })]);
  return Object.fromEntries(actions) as Record<Card, Action>;
}

/** The actions of one room or card, made once. */
export const REVEAL = inEveryRoom('reveal');
export const TAKE_MONEY = inEveryRoom('takeMoney');
export const TAKE_HEALING = inEveryRoom('takeHealing');
export const BUY = inEveryRoom('buy');
export const DRINK = withEveryCard('drink');
export const APPLY_BUFF = withEveryCard('applyBuff');
export const USE_ABILITY = withEveryCard('useAbility');
export const CHOOSE_LOSS = withEveryCard('chooseLoss');
