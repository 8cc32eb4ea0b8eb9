import type { Json } from '#rules/kernel/json.ts';
import type { Competition, CompetitionEvent } from '../generated/prisma/client.ts';
import type { GameCreation } from './game-rows.ts';
import type { RatedGameRow } from './ratings.ts';
import type { RequestRow } from './requests.ts';

export type CompetitionStatus = 'open' | 'playing' | 'finished' | 'aborted';

/** The part that each append rewrites, so that lists and the director do not read the log. */
export interface CompetitionSummary
  extends Pick<Competition, 'version' | 'head' | 'entries' | 'gamesCounted' | 'deadline' | 'updatedAt'> {
  status: CompetitionStatus;
}

export interface CompetitionRow
  extends CompetitionSummary,
    Omit<Competition, keyof CompetitionSummary | 'settings' | 'serverSeed' | 'sealed'> {
  settings: Json;
  /** secret until the end */
  serverSeed: Uint8Array;
}

export type ListedCompetition = Omit<CompetitionRow, 'serverSeed' | 'inviteCode' | 'erased'>;

export interface CompetitionEventRow extends Omit<CompetitionEvent, 'data'> {
  data: Json;
}

export interface CompetitionNotification {
  playerId: string;
  type: 'roundPaired' | 'competitionEnded';
  round: number | null;
}

export interface CompetitionCreation {
  competition: CompetitionRow;
  events: CompetitionEventRow[];
  request: RequestRow | null;
}

/** Written whole or not at all. */
export interface CompetitionAppend {
  competitionId: string;
  base: number;
  /** the head of the hash chain at `base` */
  baseHead: string;
  events: CompetitionEventRow[];
  competition: CompetitionSummary;
  entering: string[];
  games: GameCreation[];
  rated?: readonly RatedGameRow[];
  notifications: CompetitionNotification[];
  request: RequestRow | null;
  /** ids of players who must not be deleted, besides those of `games` */
  alive?: readonly string[];
  welcome?: readonly string[];
}

export interface CompetitionQuery {
  status?: CompetitionStatus | undefined;
  ruleset?: string | undefined;
  format?: string | undefined;
  entrant?: string | undefined;
  /** the reader; sees public competitions and those that they organize or have entered */
  reader: string | null;
  before?: string | undefined;
  limit: number;
}

export interface DueCompetition {
  id: string;
  version: number;
  gamesOver: number;
  overdue: boolean;
}

export interface GameOver {
  gameId: string;
  status: 'finished' | 'aborted';
  head: string;
  outcome: Json | null;
}
