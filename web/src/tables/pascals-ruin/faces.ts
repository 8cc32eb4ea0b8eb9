import { cardIn } from '../../art/faces.ts';

/** Writes a number as `7` and a court card as `King`. */
export function shortName(card: string): string {
  const { rank, name } = cardIn(card) ?? { rank: card, name: card };
  if (!/[AJQK]/.test(rank)) return rank;
  const [word = ''] = name.split(' ');
  return word.charAt(0).toUpperCase() + word.slice(1);
}
