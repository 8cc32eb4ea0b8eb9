import { cardIn } from '../../art/faces.ts';

/** `7` for a number, `King` for a court card. */
export function shortName(card: string): string {
  const { rank, name } = cardIn(card) ?? { rank: card, name: card };
  if (!/[AJQK]/.test(rank)) return rank;
  const [word = ''] = name.split(' ');
  return word.charAt(0).toUpperCase() + word.slice(1);
}
