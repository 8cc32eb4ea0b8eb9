import { answerOf } from './answer.ts';
import type { Connection } from './connection.ts';
import { follow, type Listener } from './follow.ts';
import type { CompetitionEvent } from './types.ts';

export interface CompetitionListener extends Listener {
  /** called with events, the oldest first, each once */
  onEvents(events: CompetitionEvent[]): void;
  /** called when the database was restored to an earlier state: discard the events after this version */
  onRewound(version: number): void;
}

export interface FollowedCompetition {
  competitionId: string;
  /** reports events after this version */
  version: number;
  /** additional headers, such as the invite code of a private competition */
  headers?: Record<string, string>;
}

/** Follows a competition until it is complete. */
export function followCompetition(
  connection: Connection,
  { competitionId, version, headers = {} }: FollowedCompetition,
  { signal, onEvents, onRewound, onLine }: CompetitionListener,
): Promise<void> {
  return follow(connection, {
    path: `/v1/competitions/${competitionId}/events/stream`,
    headers,
    lastId: String(version),
    signal,
    onLine,
    onMessage({ event, data }) {
      if (event === 'rewound') onRewound((JSON.parse(data) as { version: number }).version);
      else onEvents([JSON.parse(data) as CompetitionEvent]);
    },
    async poll(lastId, wait) {
      const after = Number.parseInt(lastId ?? '0', 10);
      const params = { path: { competitionId }, query: { after, wait }, header: headers };
      const path = '/v1/competitions/{competitionId}/events';
      const answer = await answerOf(connection.api.GET(path, { params, signal }));
      if (!answer.ok) throw new Error(answer.refusal.detail);
      const { events, next } = answer.value;
      if (next !== null && next < after) onRewound(next);
      if (events.length > 0) onEvents(events);
      return String(next ?? events.at(-1)?.version ?? after);
    },
  });
}
