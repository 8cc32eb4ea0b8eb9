import type { Json } from '#rules/kernel/json.ts';
import type { Competition, CompetitionEvent } from '../generated/prisma/client.ts';
import type { GameCreation } from './game-rows.ts';
import type { RatedGameRow } from './ratings.ts';
import type { RequestRow } from './requests.ts';

export type CompetitionStatus = 'open' | 'playing' | 'finished' | 'aborted';

/** What each append rewrites of a competition: lists and the director need it without reading the log. */
export interface CompetitionSummary
  extends Pick<Competition, 'version' | 'head' | 'entries' | 'gamesCounted' | 'deadline' | 'updatedAt'> {
  status: CompetitionStatus;
}

/** A competition's header, which never changes, and its summary. */
export interface CompetitionRow
  extends CompetitionSummary,
    Omit<Competition, keyof CompetitionSummary | 'settings' | 'serverSeed' | 'sealed'> {
  settings: Json;
  /** secret until the end */
  serverSeed: Uint8Array;
}

/** Of a competition what lists show: nothing that is secret has to be opened for them. */
export type ListedCompetition = Omit<CompetitionRow, 'serverSeed' | 'inviteCode' | 'erased'>;

/** One change of a competition. The log is these rows, from version 1 without a gap. */
export interface CompetitionEventRow extends Omit<CompetitionEvent, 'data'> {
  data: Json;
}

/** Somebody to be told by webhook. */
export interface CompetitionNotification {
  playerId: string;
  type: 'roundPaired' | 'competitionEnded';
  /** null when the notification is about no single round */
  round: number | null;
}

export interface CompetitionCreation {
  competition: CompetitionRow;
  events: CompetitionEventRow[];
  request: RequestRow | null;
}

/** A step of a competition on version `base`: all of it in one transaction, or nothing. */
export interface CompetitionAppend {
  competitionId: string;
  base: number;
  /** the hash chain up to `base` */
  baseHead: string;
  events: CompetitionEventRow[];
  competition: CompetitionSummary;
  /** the ids of the players who enter in it, for the lists of their competitions */
  entering: string[];
  /** the games that it deals, whole */
  games: GameCreation[];
  /** its games that count in the ratings from this step on; written with it */
  rated?: readonly RatedGameRow[];
  notifications: CompetitionNotification[];
  request: RequestRow | null;
  /** the ids of the players who must be alive, beside those of its games */
  alive?: readonly string[];
  /** ids of players who must not be suspended; none when left out */
  welcome?: readonly string[];
}

/** Which competitions to list; what is left out does not matter. */
export interface CompetitionQuery {
  status?: CompetitionStatus | undefined;
  ruleset?: string | undefined;
  format?: string | undefined;
  /** in which this player is entered */
  entrant?: string | undefined;
  /** who asks: sees public competitions, and those that they organise or have entered */
  reader: string | null;
  /** only those that are older than the one of this id */
  before?: string | undefined;
  limit: number;
}

/** A competition in which the house may have something to do, and how far it and its games are. */
export interface DueCompetition {
  id: string;
  version: number;
  /** how many of its games are over */
  gamesOver: number;
  /** whether its deadline has passed */
  overdue: boolean;
}

/** A game of a competition that is over, as its row says it. */
export interface GameOver {
  gameId: string;
  status: 'finished' | 'aborted';
  head: string;
  outcome: Json | null;
}
