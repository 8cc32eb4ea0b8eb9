import { type Static, Type } from '@sinclair/typebox';
import { Nullable, schemaFamily, Words } from '../kernel/schema.ts';
import { FaceField } from '../kernel/tabletop/fields.ts';

const { object } = schemaFamily('PokersRogueReckoning');

/** The poker hands in ascending order (rule R12). */
export const POKER_KINDS = [
  'highDie',
  'pair',
  'twoPair',
  'threeOfAKind',
  'fullHouse',
  'fourOfAKind',
  'straight',
  'fiveOfAKind',
] as const;

export const HandSchema = object(
  'Hand',
  {
    kind: Words([...POKER_KINDS, 'total'], {
      description: 'What kind of poker hand it is; total, in max combat: the dice and the ATK are added up.',
    }),
    dice: Type.Array(FaceField('What a die shows.'), {
      description:
        'The dice that count: of a poker hand at most five, its group first; of a total all that were rolled.',
    }),
    total: Nullable(Type.Integer({ minimum: 0, maximum: 48, description: 'A sum.' }), {
      description: 'Dice and ATK together, at most 6 for each die; null for a poker hand.',
    }),
  },
  'What one side has rolled: a poker hand, or a total.',
);
export type Hand = Static<typeof HandSchema>;

type PokerKind = (typeof POKER_KINDS)[number];
const HEIGHT = Object.fromEntries(POKER_KINDS.map((kind, height) => [kind, height])) as Record<PokerKind, number>;
const HAND_SIZE = 5;
const HIGHEST_FACE = 6;
const DIGIT = 8;

// Returns the best hand as a number. A better hand has a higher number: its first digit is the kind, the others are the
// dice, equal dice first (rule R12).
export function bestHand(dice: readonly number[]): number {
  const counts = [0, 0, 0, 0, 0, 0, 0];
  for (const die of dice) counts[die] = (counts[die] as number) + 1;
  const five = withCount(counts, 5, 0);
  if (five > 0) return handOf(HEIGHT.fiveOfAKind, counts, five, 5, 0, 0);
  const top = topOfStraight(counts);
  if (top > 0) return straightTo(top);
  const four = withCount(counts, 4, 0);
  if (four > 0) return handOf(HEIGHT.fourOfAKind, counts, four, 4, 0, 0);
  const three = withCount(counts, 3, 0);
  const pair = withCount(counts, 2, three);
  if (three > 0 && pair > 0) return handOf(HEIGHT.fullHouse, counts, three, 3, pair, 2);
  if (three > 0) return handOf(HEIGHT.threeOfAKind, counts, three, 3, 0, 0);
  if (pair === 0) return handOf(HEIGHT.highDie, counts, 0, 0, 0, 0);
  const second = withCount(counts, 2, pair);
  return second > 0 ? handOf(HEIGHT.twoPair, counts, pair, 2, second, 2) : handOf(HEIGHT.pair, counts, pair, 2, 0, 0);
}

/** Returns the highest value, other than `except`, that at least `least` dice show; 0: there is none. */
function withCount(counts: readonly number[], least: number, except: number): number {
  for (let value = 6; value > 0; value--) {
    if (value !== except && (counts[value] as number) >= least) return value;
  }
  return 0;
}

function topOfStraight(counts: readonly number[]): number {
  for (let value = 2; value < 6; value++) if (counts[value] === 0) return 0;
  if (counts[6] !== 0) return 6;
  return counts[1] === 0 ? 0 : 5;
}

function straightTo(top: number): number {
  let hand = HEIGHT.straight;
  for (let i = 0; i < HAND_SIZE; i++) hand = hand * DIGIT + top - i;
  return hand;
}

function handOf(
  kind: number,
  counts: readonly number[],
  first: number,
  firstCount: number,
  second: number,
  secondCount: number,
): number {
  let hand = kind;
  let places = HAND_SIZE;
  for (let i = 0; i < firstCount; i++, places--) hand = hand * DIGIT + first;
  for (let i = 0; i < secondCount; i++, places--) hand = hand * DIGIT + second;
  for (let value = 6; value > 0; value--) {
    const used = value === first ? firstCount : value === second ? secondCount : 0;
    for (let i = used; i < (counts[value] as number) && places > 0; i++, places--) hand = hand * DIGIT + value;
  }
  for (; places > 0; places--) hand *= DIGIT;
  return hand;
}

export function pokerHand(hand: number): Hand {
  const dice: number[] = [];
  let rest = hand;
  for (let i = 0; i < HAND_SIZE; i++) {
    if (rest % DIGIT > 0) dice.unshift(rest % DIGIT);
    rest = Math.floor(rest / DIGIT);
  }
  return { kind: POKER_KINDS[rest] as Hand['kind'], dice, total: null };
}

/** Adds a die that shows the attack strength (ATK), but at most 6 (rule R12). */
export function withAtk(dice: readonly number[], atk: number): number[] {
  return [...dice, Math.min(HIGHEST_FACE, atk)];
}

/** Returns the highest total that this many dice can have (rule R13). */
export function capOf(dice: number): number {
  return 6 * dice;
}

/** Returns the sum of dice and ATK, but at most the cap; 0 without dice (rule R13). */
export function totalOf(dice: readonly number[], atk: number): number {
  let sum = atk;
  for (const die of dice) sum += die;
  return Math.min(sum, capOf(dice.length));
}
