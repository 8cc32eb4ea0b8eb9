import { type CompetitionSummary, connection } from './api.ts';

type Settled = Pick<CompetitionSummary, 'status' | 'format' | 'entryUntil'>;

/** Whether entries are taken: to the start, in a ladder while it is played, and no longer than was settled. */
export function takesEntries({ status, format, entryUntil }: Settled): boolean {
  if (entryUntil !== null && Date.parse(entryUntil) <= Date.now() + connection.aheadMs) return false;
  return status === 'open' || (status === 'playing' && format === 'ladder');
}
