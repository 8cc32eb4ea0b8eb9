import type { Json } from '../../kernel/json.ts';
import { withoutName } from '../../kernel/named.ts';
import type { CompetitionEventRow } from '../../store/contract/competitions.ts';
import { firstHead, nextHead } from '../model/chain.ts';
import type { CompetitionHeader } from '../model/competition.ts';

/**
 * Of the entries of a log those that name a player, as they are without the name. Entries from before names had digests keep
 * the head that they led to beside it.
 */
export function entriesWithoutName(
  header: CompetitionHeader,
  rows: readonly CompetitionEventRow[],
  playerId: string,
): CompetitionEventRow[] {
  const changed: CompetitionEventRow[] = [];
  let head = firstHead(header);
  for (const row of rows) {
    head = nextHead(head, row);
    const erased = row.type === 'entryMade' ? withoutName(row.data, playerId) : null;
    if (erased === null) continue;
    const data = { ...erased.part, ...(erased.isOld && { givenHead: head }) } as unknown as Json;
    changed.push({ ...row, data });
  }
  return changed;
}
