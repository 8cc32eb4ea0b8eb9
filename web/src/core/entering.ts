import { type CompetitionSummary, connection } from './api.ts';

type Settled = Pick<CompetitionSummary, 'status' | 'format' | 'entryUntil'>;

/** True if a competition accepts entries: before its start (a ladder also while it is played), until `entryUntil`. */
export function takesEntries({ status, format, entryUntil }: Settled): boolean {
  if (entryUntil !== null && Date.parse(entryUntil) <= Date.now() + connection.aheadMs) return false;
  return status === 'open' || (status === 'playing' && format === 'ladder');
}
