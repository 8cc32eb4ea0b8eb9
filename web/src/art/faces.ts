const SUITS: Readonly<Record<string, string>> = { S: 'spades', H: 'hearts', D: 'diamonds', C: 'clubs' };
const RANKS: Readonly<Record<string, string>> = { A: 'ace', J: 'jack', Q: 'queen', K: 'king' };
const CARD = /^(10|[2-9AJQK])([SHDC])$/;

/** Reads a card such as `10H`; null: the text is no card. */
export function cardIn(id: string): { rank: string; name: string } | null {
  const [, rank, suit = ''] = CARD.exec(id) ?? [];
  return rank === undefined ? null : { rank, name: `${RANKS[rank] ?? rank} of ${SUITS[suit]}` };
}

/** SVG paths of the suits, centered on 0,0 in a box of 20 by 20. */
export const SUIT_PATHS: Readonly<Record<string, string>> = {
  H: 'M0 9C-9 2-10-3-10-5C-10-9-7-10-5-10C-2.5-10-.8-8.5 0-6.5C.8-8.5 2.5-10 5-10C7-10 10-9 10-5C10-3 9 2 0 9Z',
  S: 'M0-10C9-3 10 1 10 3.5C10 7 7.5 8 5.5 8C3.5 8 1.8 7 .9 5.6C1.2 8 2 9.4 3.4 10L-3.4 10C-2 9.4-1.2 8-.9 5.6C-1.8 7-3.5 8-5.5 8C-7.5 8-10 7-10 3.5C-10 1-9-3 0-10Z',
  D: 'M0-10.5C2-6.5 5-2.5 7.6 0C5 2.5 2 6.5 0 10.5C-2 6.5-5 2.5-7.6 0C-5-2.5-2-6.5 0-10.5Z',
  C: 'M0-10A4.7 4.7 0 0 1 3.9-2.7A4.7 4.7 0 1 1 1 4.6C1.2 7 2 9 3.4 10H-3.4C-2 9-1.2 7-1 4.6A4.7 4.7 0 1 1-3.9-2.7A4.7 4.7 0 0 1 0-10Z',
};
