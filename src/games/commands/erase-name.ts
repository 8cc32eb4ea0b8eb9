import { withoutName } from '#rules/kernel/chain.ts';
import type { Json } from '#rules/kernel/json.ts';
import type { EventRow } from '../../store/game-rows.ts';

/** Of the entries of a log those that name a player, as they are without the name. */
export function entriesWithoutName(rows: readonly EventRow[], playerId: string): EventRow[] {
  return rows.flatMap((row) => {
    const action = actionWithoutName(row, playerId);
    return action === null ? [] : [{ ...row, action }];
  });
}

function actionWithoutName({ kind, action }: EventRow, playerId: string): Json | null {
  if (kind === 'joined') return withoutName(action, playerId) as Json | null;
  if (kind !== 'created') return null;
  const { seats } = action as unknown as { seats: unknown[] };
  const erased = seats.map((seat) => withoutName(seat, playerId));
  if (erased.every((seat) => seat === null)) return null;
  return { ...(action as object), seats: seats.map((seat, i) => erased[i] ?? seat) } as unknown as Json;
}
