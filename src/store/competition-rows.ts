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

/** The header, which never changes, and the summary. */
export interface CompetitionRow
  extends CompetitionSummary,
    Omit<Competition, keyof CompetitionSummary | 'settings' | 'serverSeed' | 'sealed'> {
  settings: Json;
  /** secret until the end */
  serverSeed: Uint8Array;
}

/** The columns for lists: none of them is encrypted. */
export type ListedCompetition = Omit<CompetitionRow, 'serverSeed' | 'inviteCode' | 'erased'>;

/** One entry of the log; versions count from 1 without a gap. */
export interface CompetitionEventRow extends Omit<CompetitionEvent, 'data'> {
  data: Json;
}

export interface CompetitionNotification {
  playerId: string;
  type: 'roundPaired' | 'competitionEnded';
  /** null: about no single round */
  round: number | null;
}

export interface CompetitionCreation {
  competition: CompetitionRow;
  events: CompetitionEventRow[];
  request: RequestRow | null;
}

/** A step on version `base`, written whole or not at all. */
export interface CompetitionAppend {
  competitionId: string;
  base: number;
  /** the head of the hash chain at `base` */
  baseHead: string;
  events: CompetitionEventRow[];
  competition: CompetitionSummary;
  /** ids of players who enter with this step */
  entering: string[];
  /** new games of this step */
  games: GameCreation[];
  /** games that count in the ratings from this step on */
  rated?: readonly RatedGameRow[];
  notifications: CompetitionNotification[];
  request: RequestRow | null;
  /** ids of players who must not be deleted, besides those of `games` */
  alive?: readonly string[];
  /** ids of players who must not be suspended */
  welcome?: readonly string[];
}

/** Omitted filters match everything. */
export interface CompetitionQuery {
  status?: CompetitionStatus | undefined;
  ruleset?: string | undefined;
  format?: string | undefined;
  /** id of an entered player */
  entrant?: string | undefined;
  /** the reader; sees public competitions and those that they organize or have entered */
  reader: string | null;
  /** only competitions older than this id */
  before?: string | undefined;
  limit: number;
}

/** A competition in which the director may have to act. */
export interface DueCompetition {
  id: string;
  version: number;
  gamesOver: number;
  overdue: boolean;
}

/** A finished or aborted game of a competition. */
export interface GameOver {
  gameId: string;
  status: 'finished' | 'aborted';
  head: string;
  outcome: Json | null;
}
