import type { Seat } from '../../kernel/ruleset.ts';
import { type Card, type CardId, cardOf, type Power } from './cards.ts';

/** What the powers do, said of the card. */
const POWERS_IN_WORDS: Record<Power, string> = {
  invert: 'flips the challenge',
  beggar: 'wins against a 1 or a 6',
  tiebreak: 'wins against an equal number',
  numberless: 'calls the battle off',
  steal: 'takes a card of the other die',
};

/** `3x` is the "3x (steal)". */
export function cardName({ id, power }: Card): string {
  return power === null ? id : `${id} (${power})`;
}

export function nameOf(card: CardId): string {
  return cardName(cardOf(card));
}

export function cardNames(cards: readonly Card[]): string {
  return listOf(cards.map(cardName));
}

/** The card with all that is printed on it; icons only where they count. */
export function cardInFull({ id, number, icons, power }: Card, withIcons: boolean): string {
  const parts = [`number ${number}`];
  if (withIcons) parts.push(counted(icons, 'icon'));
  if (power !== null) parts.push(`${power}: ${POWERS_IN_WORDS[power]}`);
  return `${id} (${parts.join(', ')})`;
}

export function seatName(seat: Seat): string {
  return `seat ${seat}`;
}

/** "a", "a and b", "a, b and c". */
export function listOf(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

export function seatNames(seats: readonly Seat[]): string {
  return listOf(seats.map(seatName));
}

/** "1 card", "2 cards". */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

/** The sentence with a capital first letter. */
export function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
