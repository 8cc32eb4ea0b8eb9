import { counted, listOf } from '../kernel/tabletop/phrases.ts';
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
