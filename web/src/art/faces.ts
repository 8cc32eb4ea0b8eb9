const SUITS: Readonly<Record<string, string>> = { S: 'spades', H: 'hearts', D: 'diamonds', C: 'clubs' };
const RANKS: Readonly<Record<string, string>> = { A: 'ace', J: 'jack', Q: 'queen', K: 'king' };
const CARD = /^(10|[2-9AJQK])([SHDC])$/;

/** The rank and the spoken name of a card that is written like `10H`; null for anything else. */
export function cardIn(id: string): { rank: string; name: string } | null {
  const [, rank, suit = ''] = CARD.exec(id) ?? [];
  return rank === undefined ? null : { rank, name: `${RANKS[rank] ?? rank} of ${SUITS[suit]}` };
}
