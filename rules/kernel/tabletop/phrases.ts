import type { Seat } from '../ruleset.ts';

/** Writes "a", "a and b" or "a, b and c". */
export function listOf(names: readonly (string | number)[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** Writes "1 card" or "2 cards". `things` is an irregular plural. */
export function counted(count: number, thing: string, things = `${thing}s`): string {
  return `${count} ${count === 1 ? thing : things}`;
}

/** Writes "1 seat", "2 seats" or "2 to 5 seats". `things` is an irregular plural. */
export function countedRange({ min, max }: { min: number; max: number }, thing: string, things = `${thing}s`): string {
  return min === max ? counted(max, thing, things) : `${min} to ${max} ${things}`;
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth'] as const;

/** Writes "first" for 0 and so on to "ninth" for 8. Continues with "place 9" for 9. */
export function ordinal(place: number): string {
  return ORDINALS[place] ?? `place ${place}`;
}

export function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function seatName(seat: Seat): string {
  return `seat ${seat}`;
}

export function seatNames(seats: readonly Seat[]): string {
  return listOf(seats.map(seatName));
}
