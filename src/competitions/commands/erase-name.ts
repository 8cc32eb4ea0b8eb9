import type { Json } from '#rules/kernel/json.ts';
import { withoutName } from '#rules/kernel/named.ts';
import type { CompetitionEventRow } from '../../store/competition-rows.ts';

/** Of the entries of a log those that name a player, as they are without the name. */
export function entriesWithoutName(rows: readonly CompetitionEventRow[], playerId: string): CompetitionEventRow[] {
  return rows.flatMap((row) => {
    const data = row.type === 'entryMade' ? (withoutName(row.data, playerId) as Json | null) : null;
    return data === null ? [] : [{ ...row, data }];
  });
}
