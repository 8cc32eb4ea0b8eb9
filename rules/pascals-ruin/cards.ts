import { Type } from '@sinclair/typebox';
import type { Hints } from '../kernel/hints.ts';
import { Words } from '../kernel/schema.ts';
import { type Card, rankOf, STANDARD_DECK, type Suit } from '../kernel/tabletop/cards.ts';

export type ReactionCard = `${'J' | 'Q'}${Suit}`;

export const REACTION_CARDS: readonly ReactionCard[] = ['JS', 'JH', 'JD', 'JC', 'QS', 'QH', 'QD', 'QC'];

const CARD: Hints = { 'x-kind': 'card' };

export function CardField(description: string) {
  return Type.Unsafe<Card>({ type: 'string', pattern: '^(A|[2-9]|10|J|Q|K)[SHDC]$', ...CARD, description });
}

export function ReactionCardField(description: string) {
  return Words(REACTION_CARDS, { ...CARD, description });
}

const NUMBERS: Record<string, number> = Object.fromEntries(
  STANDARD_DECK.map((card) => [card, Number(rankOf(card)) || 0]),
);

/** Returns the number on a card, which a roll must beat: 2 to 10, and 0 for Aces and court cards (rule R12). */
export function numberOn(card: Card): number {
  return NUMBERS[card] as number;
}

export function isKing(card: Card): boolean {
  return card.startsWith('K');
}

export function isJack(card: ReactionCard): boolean {
  return card.startsWith('J');
}
