import { type Static, Type } from '@sinclair/typebox';
import type { Hints } from '../kernel/hints.ts';
import { schemaFamily } from '../kernel/schema.ts';
import { byRank, type Card, CardField, DECK, kindOf } from './cards.ts';

const { actions } = schemaFamily('PokersRogueReckoning');

export const MOST_ROOMS = 9;

export function RoomField(description: string) {
  const hints: Hints = { 'x-kind': 'room', 'x-indexes': '/rooms' };
  return Type.Integer({ minimum: 0, maximum: MOST_ROOMS - 1, ...hints, description });
}

const CURSE: Hints = { 'x-among': byRank(DECK.filter((card) => kindOf(card) === 'curse')) };
const BLUE: Hints = { 'x-among': byRank(DECK.filter((card) => kindOf(card) === 'blue')) };

export const ACTION_SCHEMAS = actions({
  reveal: [{ room: RoomField('The face-down room.') }, 'Turn up the card of a room and face what it is.'],
  takeMoney: [
    { room: RoomField('The room with the revealed money card.') },
    'Take the revealed money, up to 24 in all.',
  ],
  takeHealing: [
    { room: RoomField('The room with the revealed money card.') },
    'Heal up to 3 HP instead of taking the money.',
  ],
  buy: [
    { room: RoomField('The room with the revealed potion.') },
    'Buy a revealed potion for as much money as its rank.',
  ],
  cleanse: [
    {
      curse: CardField('The curse: one that waits for the next combat, or lies with the enemy in this one.', CURSE),
      potions: Type.Array(CardField('A blue potion of the hand; with the option printed, applied ones too.'), {
        minItems: 1,
        maxItems: 9,
        uniqueItems: true,
        ...BLUE,
        description: 'Blue potions with together at least the rank of the curse and none to spare, lowest rank first.',
      }),
    },
    'Discard a curse and the blue potions that remove it.',
  ],
  drink: [
    { card: CardField('The red potion, out of the hand.') },
    'Drink a red potion: it heals as many HP as its rank, and is discarded.',
  ],
  applyBuff: [
    { card: CardField('The potion, out of the hand: a blue one, or Prism (5H).') },
    'Apply a potion before the first roll: it adds 1 ATK to the hits of this combat, and has its ability if that lasts.',
  ],
  useAbility: [
    {
      card: CardField('The potion, out of the hand or applied.'),
      target: Type.Optional(
        CardField(
          'The card that the ability is used on: the potion that Miracle drinks, the discarded card that Recover takes, the ' +
            'curse that Cleanse removes. Every other ability names none.',
        ),
      ),
      miracle: Type.Optional(
        Type.Literal(true, {
          description:
            'Only with the option printed, and a red potion: Miracle is discarded instead, and the potion kept.',
        }),
      ),
    },
    'Use the ability of a potion in combat, and discard the potion.',
  ],
  scoutSwap: [
    { card: CardField('One of the scouted cards.'), room: RoomField('The face-down room it is laid into.') },
    'Lay a scouted card face down into a room; the card of that room takes its place on the deck, unseen.',
  ],
  scoutDone: [{}, 'Be done with Scout: the scouted cards that were not swapped stay on the deck.'],
  roll: [{}, 'Roll the dice of both sides, white for the player and black for the enemy.'],
  accept: [{}, 'Let the roll stand, with its damage, and do nothing about it.'],
  counterAttack: [{}, 'Answer a tie: roll the white dice again against what the enemy has.'],
  rollAgain: [{}, 'Answer a tie: both sides roll again.'],
  tradeAtk: [{}, 'Give up 1 ATK to stand up again at 0 HP.'],
  fall: [{}, 'Give the run up at 0 HP: it is lost.'],
  bribe: [{}, 'Pay the enemy its price (bribePrice in the view) and flee.'],
  craftPill: [
    { blue: CardField('The blue potion, out of the hand.'), red: CardField('The red potion, out of the hand.') },
    'Make the revival pill of two potions, which are discarded, and 10 money.',
  ],
  chooseLoss: [
    { card: CardField('The card that is lost, one of pending.cards in the view.') },
    'Choose what is lost to Misplace: a potion of the hand, or a curse of the enemy where the curse is lucky.',
  ],
  leaveLevel: [
    {},
    'Leave the level: what is left in the rooms is discarded, the player rests, and the next level is dealt.',
  ],
});

export type Action = Static<(typeof ACTION_SCHEMAS)[number]>;

/** The rulings of rules.md that a player should read before choosing an action, by type of action. */
export const RULINGS: Readonly<Record<Action['type'], string[]>> = {
  reveal: ['R1', 'R5', 'R6'],
  takeMoney: ['R4', 'R9', 'R35'],
  takeHealing: ['R4'],
  buy: ['R5', 'R9'],
  cleanse: ['R11', 'R30'],
  drink: ['R22', 'R23', 'R24'],
  applyBuff: ['R11', 'R14', 'R20'],
  useAbility: ['R20', 'R21', 'R22', 'R25'],
  scoutSwap: ['R27', 'R31'],
  scoutDone: ['R27', 'R31'],
  roll: ['R11', 'R12', 'R13'],
  accept: ['R11', 'R14'],
  counterAttack: ['R13', 'R26', 'R43'],
  rollAgain: ['R13', 'R43'],
  tradeAtk: ['R15', 'R40'],
  fall: ['R15', 'R36'],
  bribe: ['R16', 'R17'],
  craftPill: ['R18'],
  chooseLoss: ['R33'],
  leaveLevel: ['R2', 'R42'],
};
export type ActionOf<T extends Action['type']> = Extract<Action, { type: T }>;

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

export const REVEAL = inEveryRoom('reveal');
export const TAKE_MONEY = inEveryRoom('takeMoney');
export const TAKE_HEALING = inEveryRoom('takeHealing');
export const BUY = inEveryRoom('buy');
export const DRINK = withEveryCard('drink');
export const APPLY_BUFF = withEveryCard('applyBuff');
export const USE_ABILITY = withEveryCard('useAbility');
export const CHOOSE_LOSS = withEveryCard('chooseLoss');
