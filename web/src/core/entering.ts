import { type CompetitionSummary, connection } from './api.ts';

type Settled = Pick<CompetitionSummary, 'status' | 'format' | 'entryUntil'>;

/** True until the start (on a ladder: while it is played), but not after `entryUntil`. */
export function takesEntries({ status, format, entryUntil }: Settled): boolean {
  if (entryUntil !== null && Date.parse(entryUntil) <= Date.now() + connection.aheadMs) return false;
  return status === 'open' || (status === 'playing' && format === 'ladder');
}
