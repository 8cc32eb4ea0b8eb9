import type { TurnList } from '../../../../clients/typescript/src/index.ts';

type Turn = TurnList['turns'][number];

export interface NextGame {
  /** nearest deadline, other than the present game; null: none */
  next: Turn | null;
  others: number;
}

export const TURNS_FOR_NEXT = 2;

/** `isTurn`: the present game waits for the player too. */
export function nextGame(
  { turns, total }: Pick<TurnList, 'turns' | 'total'>,
  { id, isTurn }: { id: string; isTurn: boolean },
): NextGame {
  const others = turns.filter(({ gameId }) => gameId !== id);
  const isListed = others.length < turns.length;
  // the present game may be beyond the turns read; `isTurn` tells whether it is counted
  const isCounted = isListed || (isTurn && total.turns > turns.length);
  return { next: others[0] ?? null, others: total.turns - (isCounted ? 1 : 0) };
}
