import { Type } from '@sinclair/typebox';
import type { Hints } from '../kernel/hints.ts';
import { STANDARD_DECK, type Card as StandardCard } from '../kernel/tabletop/cards.ts';

/** The jokers (X1, X2) are the hearts of this game. */
export type Card = StandardCard | 'X1' | 'X2';
export type Kind = 'money' | 'red' | 'blue' | 'curse' | 'enemy' | 'sword' | 'heart';

export const DECK: readonly Card[] = [...STANDARD_DECK, 'X1', 'X2'];

export const ENEMIES = 12;

const CARD: Hints = { 'x-kind': 'card' };

export function CardField(description: string, hints: Hints = {}) {
  const pattern = '^((A|[2-9]|10|J|Q|K)[SHDC]|X[12])$';
  return Type.Unsafe<Card>({ type: 'string', pattern, ...CARD, ...hints, description });
}

const SUIT_KINDS: Record<string, Kind> = { D: 'money', H: 'red', S: 'blue', C: 'curse' };

function kindOnCard(card: Card): Kind {
  if (card === 'X1' || card === 'X2') return 'heart';
  if (card.startsWith('A')) return 'sword';
  return /^[JQK]/.test(card) ? 'enemy' : (SUIT_KINDS[card.slice(-1)] as Kind);
}

const KINDS = Object.fromEntries(DECK.map((card) => [card, kindOnCard(card)])) as Record<Card, Kind>;
const NUMBERS = Object.fromEntries(DECK.map((card) => [card, Number.parseInt(card, 10) || 0])) as Record<Card, number>;

export function kindOf(card: Card): Kind {
  return KINDS[card];
}

/** 2 to 10 for potions and curses; 0 for enemies, swords and hearts. */
export function rankOf(card: Card): number {
  return NUMBERS[card];
}

export function isPotion(card: Card): boolean {
  const kind = KINDS[card];
  return kind === 'red' || kind === 'blue';
}

/** Hit points that a potion gives back. In the printed rules the 6 gives 5, by its ability. R22 */
export function healingOf(card: Card, isPrinted: boolean): number {
  return isPrinted && card === '6H' ? 5 : rankOf(card);
}

/** Up to this rank, a single die decides about potions and curses. R5, R6 */
const HIGHEST_LOW_RANK = 4;

export function isLow(card: Card): boolean {
  return NUMBERS[card] <= HIGHEST_LOW_RANK;
}

// R5
export function isForSale(card: Card): boolean {
  return isPotion(card) && !isLow(card);
}

export function byRank(cards: readonly Card[]): Card[] {
  return [...cards].sort((one, other) => NUMBERS[one] - NUMBERS[other]);
}

export function without(cards: readonly Card[], taken: Card): Card[] {
  return cards.filter((card) => card !== taken);
}

export function ofKind(cards: readonly Card[], kind: Kind): Card[] {
  return cards.filter((card) => KINDS[card] === kind);
}
