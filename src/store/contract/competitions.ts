import type { Json } from '#rules/kernel/json.ts';
import type { GameCreation, LogTip } from './event-log.ts';
import type { RatedGameRow } from './ratings.ts';
import type { RequestRow } from './requests.ts';

export type CompetitionStatus = 'open' | 'playing' | 'finished' | 'aborted';

/** What each append rewrites of a competition: lists and the director need it without reading the log. */
export interface CompetitionSummary {
  status: CompetitionStatus;
  /** the version of the newest event */
  version: number;
  /** the hash chain up to it */
  head: string;
  /** how many entries have not left */
  entries: number;
  /** how many of its games are counted */
  gamesCounted: number;
  /** when the house has to act by itself, whatever its games do */
  deadline: Date | null;
  updatedAt: Date;
}

/** A competition's header, which never changes, and its summary. */
export interface CompetitionRow extends CompetitionSummary {
  id: string;
  /** how often a name was taken out of its log */
  erased: number;
  name: string;
  ruleset: string;
  format: string;
  visibility: string;
  settings: Json;
  /** the organiser */
  createdBy: string;
  createdAt: Date;
  inviteCode: string | null;
  /** SHA-256 of the server seed, as hex */
  commitment: string;
  /** secret until the end */
  serverSeed: Uint8Array;
}

/** Of a competition what lists show: nothing that is secret has to be opened for them. */
export type ListedCompetition = Omit<CompetitionRow, 'serverSeed' | 'inviteCode' | 'erased'>;

/** One change of a competition. The log is these rows, from version 1 without a gap. */
export interface CompetitionEventRow {
  competitionId: string;
  version: number;
  type: string;
  data: Json;
  at: Date;
}

/** Somebody to be told by webhook. */
export interface CompetitionNotice {
  playerId: string;
  type: 'roundPaired' | 'competitionEnded';
  /** null when the notice is about no single round */
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
  notices: CompetitionNotice[];
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

export interface CompetitionStore {
  /** False: the request was carried out before. */
  create(creation: CompetitionCreation): Promise<boolean>;
  /** False: the competition is not at `base` with `baseHead`, or the request was carried out before. */
  append(change: CompetitionAppend): Promise<boolean>;
  row(competitionId: string): Promise<CompetitionRow | null>;
  tip(competitionId: string): Promise<LogTip | null>;
  /** The log after version `after`, up to and including version `upTo`, oldest first, at most so many. */
  events(competitionId: string, after: number, upTo?: number, limit?: number): Promise<CompetitionEventRow[]>;
  /** Newest first. */
  page(query: CompetitionQuery): Promise<ListedCompetition[]>;
  /** How many a player has created since then. */
  createdSince(playerId: string, since: Date): Promise<number>;
  /** Those whose deadline has passed by then, whatever their status; and unfinished ones of which more games are over than counted. */
  due(by: Date, limit: number): Promise<DueCompetition[]>;
  /** Has the house act by itself at another time; nothing, unless the competition is at this version and head. */
  replaceDeadline(
    competitionId: string,
    at: Pick<CompetitionSummary, 'version' | 'head'>,
    deadline: Date | null,
  ): Promise<void>;
  /** The games that are over, of boards that are not closed: what became of the others is in the log. In schedule order. */
  gamesOver(competitionId: string): Promise<GameOver[]>;
  /** Whether the log holds that a board is closed. */
  isBoardClosed(competitionId: string, board: number): Promise<boolean>;
  /** Whether the player organises the competition or has entered it, whatever became of that. */
  isInsider(competitionId: string, playerId: string): Promise<boolean>;
}
