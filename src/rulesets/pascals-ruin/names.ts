import type { Seat } from '../../kernel/ruleset.ts';
import { type Card, type Rank, rankOf, type Suit, suitOf } from '../../kernel/tabletop/cards.ts';

const SUIT_NAMES: Record<Suit, string> = { S: 'spades', H: 'hearts', D: 'diamonds', C: 'clubs' };
const RANK_NAMES: Partial<Record<Rank, string>> = { A: 'ace', J: 'jack', Q: 'queen', K: 'king' };

/** `7H` is the "7 of hearts". */
export function cardName(card: Card): string {
  const rank = rankOf(card);
  return `${RANK_NAMES[rank] ?? rank} of ${SUIT_NAMES[suitOf(card)]}`;
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

/** "1 point", "2 points". */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

/** The sentence with a capital first letter. */
export function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
