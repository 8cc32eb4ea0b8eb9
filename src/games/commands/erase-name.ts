import type { Json } from '../../kernel/json.ts';
import { type Named, withoutName } from '../../kernel/named.ts';
import type { EventRow } from '../../store/contract/event-log.ts';
import { fold } from '../model/fold.ts';
import type { Game, GameHeader } from '../model/game.ts';

/**
 * Of the entries of a log up to the start of its game those that name a player, as they are without the name. Entries from
 * before names had digests keep the head that they led to beside it.
 */
export function entriesWithoutName(header: GameHeader, rows: readonly EventRow[], playerId: string): EventRow[] {
  const changed: EventRow[] = [];
  let game: Game | null = null;
  for (const row of rows) {
    game = fold(header, game, row).game;
    const action = actionWithoutName(row, playerId, game.head);
    if (action !== null) changed.push({ ...row, action });
  }
  return changed;
}

function actionWithoutName({ kind, action }: EventRow, playerId: string, head: string): Json | null {
  if (kind !== 'created' && kind !== 'joined') return null;
  const parts = kind === 'created' ? (action as unknown as { seats: unknown[] }).seats : [action];
  const erased = parts.map((part) => withoutName(part, playerId));
  if (erased.every((each) => each === null)) return null;
  const after = parts.map((part, i) => erased[i]?.part ?? part);
  const rest = kind === 'created' ? { ...(action as object), seats: after } : (after[0] as Named);
  const isOld = erased.some((each) => each?.isOld);
  return { ...rest, ...(isOld && { givenHead: head }) } as unknown as Json;
}
