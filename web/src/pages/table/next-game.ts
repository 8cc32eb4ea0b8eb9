import type { TurnList } from '../../../../clients/typescript/src/index.ts';

type Turn = TurnList['turns'][number];

export interface NextGame {
  /** the one with the nearest deadline, other than the one that is looked at; null: none waits */
  next: Turn | null;
  /** how many others wait, that one included */
  others: number;
}

/** So many turns tell which one is next, wherever the present one stands among them. */
export const TURNS_FOR_NEXT = 2;

/** What to play next, by the first turns of the list; `isTurn`: whether the present game waits as well. */
export function nextGame(
  { turns, total }: Pick<TurnList, 'turns' | 'total'>,
  { id, isTurn }: { id: string; isTurn: boolean },
): NextGame {
  const others = turns.filter(({ gameId }) => gameId !== id);
  const isListed = others.length < turns.length;
  // of more turns than were read the present one may be any: then the table knows whether it is among them
  const isCounted = isListed || (isTurn && total.turns > turns.length);
  return { next: others[0] ?? null, others: total.turns - (isCounted ? 1 : 0) };
}
