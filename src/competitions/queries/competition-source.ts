import type { Result } from '../../eventlog/result.ts';
import type { Reader } from '../../games/model/access.ts';
import type { CompetitionQuery, ListedCompetition } from '../../store/competition-rows.ts';
import type { Competition } from '../model/competition.ts';
import type { CompetitionEvent } from '../model/events.ts';

/** Where competitions and what happened in them are read. */
export interface CompetitionSource {
  open(reader: Reader, competitionId: string): Promise<Result<Competition>>;
  events(competition: Competition, after: number, limit: number): Promise<CompetitionEvent[] | null>;
  list(query: CompetitionQuery): Promise<ListedCompetition[]>;
}
