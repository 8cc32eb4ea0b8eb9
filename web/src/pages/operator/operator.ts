import { fetchText } from '../../core/fetch-text.ts';

export interface Overview {
  at: string;
  queues: { queue: string; state: string; count: number; oldest: string | null }[];
  overdue: { id: string; ruleset: string; deadline: string }[];
  reports: { reason: string; note: string | null; name: string; at: string; message: ReportedWords }[];
  deeds: DeedDone[];
}

interface ReportedWords {
  id: string;
  gameId: string;
  name: string;
  playerId: string;
  text: string | null;
}

interface DeedDone {
  id: string;
  at: string;
  by: string;
  deed: string;
  subject: string | null;
  because: string | null;
  outcome: string | null;
}

/** Returns the overview. `wrong`: the token is not valid; `none`: the service has no page for operators. */
export async function readOverview(token: string): Promise<Overview | 'wrong' | 'none'> {
  const answer = await fetchText('v1/operator/overview', { authorization: `Bearer ${token}` }).catch(() => null);
  if (answer?.ok) return JSON.parse(answer.value) as Overview;
  return answer?.refusal.code === 'unauthorized' ? 'wrong' : 'none';
}
