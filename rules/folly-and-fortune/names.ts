import type { Card } from './cards.ts';

/** "B07 (1, health 5)": the name of a card with its number and printed health. */
export function cardName({ id, number, health }: Card): string {
  return `${id} (${number}, health ${health})`;
}
