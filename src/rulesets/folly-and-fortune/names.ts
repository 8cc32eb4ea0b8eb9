import type { Seat } from '../../kernel/ruleset.ts';
import type { Card } from './cards.ts';

/** "B07 (1, health 5)": the name of a card with its number and printed health. */
export function cardName({ id, number, health }: Card): string {
  return `${id} (${number}, health ${health})`;
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
