import type { TurnList } from '../../../../clients/typescript/src/index.ts';

type Turn = TurnList['turns'][number];

export interface NextGame {
  /** the turn with the nearest deadline in another game; null: there is none */
  next: Turn | null;
  others: number;
}

export const TURNS_FOR_NEXT = 2;

/** Returns the most urgent other game. `isTurn`: the present game waits for the player too. */
export function nextGame(
  { turns, total }: Pick<TurnList, 'turns' | 'total'>,
  { id, isTurn }: { id: string; isTurn: boolean },
): NextGame {
  const others = turns.filter(({ gameId }) => gameId !== id);
  const isListed = others.length < turns.length;
  // the present game may be missing on the page that was read; `isTurn` then says whether the total includes it
  const isCounted = isListed || (isTurn && total.turns > turns.length);
  return { next: others[0] ?? null, others: total.turns - (isCounted ? 1 : 0) };
}
