import { listOf, ordinal } from '../kernel/tabletop/phrases.ts';
import type { CurseAbility, PotionAbility } from './abilities/ability.ts';
import { abilityOf } from './abilities/by-name.ts';
import { type Card, isPotion, kindOf, rankOf } from './cards.ts';
import type { Hand } from './hands.ts';
import type { View } from './view.ts';

const COURT: Record<string, string> = { J: 'jack', Q: 'queen', K: 'king' };
const SUITS: Record<string, string> = { S: 'spades', H: 'hearts', D: 'diamonds', C: 'clubs' };

/** `7H` is "red potion 7 (Stun)", `QS` the "queen of spades". */
export function cardName(card: Card): string {
  const kind = kindOf(card);
  switch (kind) {
    case 'money':
      return `money ${rankOf(card)}`;
    case 'red':
    case 'blue':
      return `${kind} potion ${rankOf(card)} (${abilityOf(card)?.name})`;
    case 'curse':
      return `curse ${rankOf(card)} (${abilityOf(card)?.name})`;
    case 'enemy':
      return `${COURT[card.charAt(0)]} of ${SUITS[card.slice(-1)]}`;
    case 'sword':
      return `sword of ${SUITS[card.slice(-1)]}`;
    case 'heart':
      return card === 'X1' ? 'first heart' : 'second heart';
    default:
      return kind satisfies never;
  }
}

/** `7H` is "red potion 7 (Stun: take one black die out of the next roll)" where abilities work. */
export function cardInFull(card: Card, { abilities, print }: Pick<View, 'abilities' | 'print'>): string {
  const ability = abilityOf(card);
  if (ability === undefined) return cardName(card);
  if (!abilities) return `${kindOf(card)}${isPotion(card) ? ' potion' : ''} ${rankOf(card)}`;
  return cardName(card).replace(/\)$/, `: ${wordsOf(ability, print !== undefined)})`);
}

/** What an ability does, by these rules or by the printed ones. */
export function wordsOf({ words, printed }: PotionAbility | CurseAbility, isPrinted: boolean): string {
  return isPrinted ? (printed ?? words) : words;
}

export function cardNames(cards: readonly Card[]): string {
  return listOf(cards.map(cardName));
}

const ROWS_OF_ROOMS: Record<number, readonly string[]> = {
  4: ['top left', 'top right', 'bottom left', 'bottom right'],
  9: [
    ...['top left', 'top middle', 'top right'],
    ...['middle left', 'central', 'middle right'],
    ...['bottom left', 'bottom middle', 'bottom right'],
  ],
};

/**
 * "top right room", by where it lies among so many, which are laid out row by row; "third room" where the deck was
 * too short for a whole level.
 */
export function roomName(room: number, rooms: number): string {
  return `${ROWS_OF_ROOMS[rooms]?.[room] ?? ordinal(room)} room`;
}

const HAND_NAMES: Record<Hand['kind'], string> = {
  highDie: 'high die',
  pair: 'pair',
  twoPair: 'two pair',
  threeOfAKind: 'three of a kind',
  fullHouse: 'full house',
  fourOfAKind: 'four of a kind',
  straight: 'straight',
  fiveOfAKind: 'five of a kind',
  total: 'total',
};

/** "pair 5-5-2", "total 9 with 4-3". */
export function handName({ kind, dice, total }: Hand): string {
  if (kind === 'total') return `a total of ${total}${dice.length > 0 ? ` with ${dice.join('-')}` : ' without dice'}`;
  return `${HAND_NAMES[kind]} ${dice.join('-')}`;
}
