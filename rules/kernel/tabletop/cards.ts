import type { Chance } from '../chance.ts';

export const SUITS = ['S', 'H', 'D', 'C'] as const;
export const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K'] as const;

export type Suit = (typeof SUITS)[number];
export type Rank = (typeof RANKS)[number];
/** A card: its rank, then its suit: `7H`, `10S`, `AC`. */
export type Card = `${Rank}${Suit}`;

export const STANDARD_DECK: readonly Card[] = SUITS.flatMap((suit) => RANKS.map((rank): Card => `${rank}${suit}`));

export function rankOf(card: Card): Rank {
  return card.slice(0, -1) as Rank;
}

export function suitOf(card: Card): Suit {
  return card.slice(-1) as Suit;
}

/** Returns a shuffled copy. The Fisher–Yates shuffle goes from the last place down, as docs/fairness.md says. */
export function shuffle<T>(chance: Chance, items: readonly T[]): T[] {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = chance.int(last + 1);
    const swapped = shuffled[last] as T;
    shuffled[last] = shuffled[other] as T;
    shuffled[other] = swapped;
  }
  return shuffled;
}
