// Cards and dice as numbers and paths, drawn for this page, so that no picture has to be loaded.

export interface Suit {
  name: string;
  /** a class that colours it: four suits in four colours */
  colour: 'spade' | 'heart' | 'diamond' | 'club';
  /** in a box of 24 */
  path: string;
}

export const SUITS: Readonly<Record<string, Suit>> = {
  S: {
    name: 'spades',
    colour: 'spade',
    path: 'M12 2C10 7 3 9 3 14.5a4.4 4.4 0 0 0 7.8 2.8L9 22h6l-1.8-4.7A4.4 4.4 0 0 0 21 14.5C21 9 14 7 12 2Z',
  },
  H: {
    name: 'hearts',
    colour: 'heart',
    path: 'M12 21.5C6 16.5 2 12.5 2 8a4.9 4.9 0 0 1 10-1.2A4.9 4.9 0 0 1 22 8c0 4.5-4 8.5-10 13.5Z',
  },
  D: { name: 'diamonds', colour: 'diamond', path: 'M12 1.5 19.5 12 12 22.5 4.5 12Z' },
  C: {
    name: 'clubs',
    colour: 'club',
    path: 'M12 2a4.5 4.5 0 0 1 3.4 7.5A4.5 4.5 0 1 1 13.1 16.5L14.8 22H9.2l1.7-5.5A4.5 4.5 0 1 1 8.6 9.5 4.5 4.5 0 0 1 12 2Z',
  },
};

const RANKS: Readonly<Record<string, string>> = { A: 'ace', J: 'jack', Q: 'queen', K: 'king' };
const CARD = /^(10|[2-9AJQK])([SHDC])$/;

/** The rank and suit of a card that is written like `10H`; null for anything else. */
export function cardIn(id: string): { rank: string; suit: Suit; name: string } | null {
  const [, rank, letter] = CARD.exec(id) ?? [];
  const suit = letter === undefined ? undefined : SUITS[letter];
  if (rank === undefined || suit === undefined) return null;
  return { rank, suit, name: `${RANKS[rank] ?? rank} of ${suit.name}` };
}

/** The outline of each kind of die, in a box of 24. */
export const OUTLINES: Readonly<Record<string, string>> = {
  d4: 'M12 2.5 22 20.5H2Z',
  d6: 'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2Z',
  d8: 'M12 1.5 21.5 12 12 22.5 2.5 12Z',
  d10: 'M12 1.5 22 10.5 18.5 17 12 22.5 5.5 17 2 10.5Z',
  d12: 'M12 1.5 19.5 4.5 22.5 12 19.5 19.5 12 22.5 4.5 19.5 1.5 12 4.5 4.5Z',
  d20: 'M12 1.5 21 6.7V17.3L12 22.5 3 17.3V6.7Z',
};

/** Where the pips of a die with six faces lie, in thirds. */
export const PIPS: Readonly<Record<number, readonly (readonly [number, number])[]>> = {
  1: [[1, 1]],
  2: [
    [0, 2],
    [2, 0],
  ],
  3: [
    [0, 2],
    [1, 1],
    [2, 0],
  ],
  4: [
    [0, 0],
    [0, 2],
    [2, 0],
    [2, 2],
  ],
  5: [
    [0, 0],
    [0, 2],
    [1, 1],
    [2, 0],
    [2, 2],
  ],
  6: [
    [0, 0],
    [0, 1],
    [0, 2],
    [2, 0],
    [2, 1],
    [2, 2],
  ],
};
