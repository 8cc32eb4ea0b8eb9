import { Type } from '@sinclair/typebox';
import type { Hints } from '../kernel/hints.ts';
import { STANDARD_DECK, type Card as StandardCard } from '../kernel/tabletop/cards.ts';

/** A playing card. The jokers (X1, X2) are the hearts of this game. */
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

/** Returns 2 to 10 for money, potions and curses; 0 for enemies, swords and hearts. */
export function rankOf(card: Card): number {
  return NUMBERS[card];
}

export function isPotion(card: Card): boolean {
  const kind = KINDS[card];
  return kind === 'red' || kind === 'blue';
}

/** Returns the hit points that a potion restores: its rank, but 5 for the red 6 in the printed rules (rule R22). */
export function healingOf(card: Card, isPrinted: boolean): number {
  return isPrinted && card === '6H' ? 5 : rankOf(card);
}

/** For potions and curses up to this rank the player rolls one die (rules R5, R6). */
const HIGHEST_LOW_RANK = 4;

export function isLow(card: Card): boolean {
  return NUMBERS[card] <= HIGHEST_LOW_RANK;
}

// Follows rule R5 of rules.md.
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
