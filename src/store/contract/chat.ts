import type { RequestRow } from '../requests.ts';
import type { PlayerRow } from '../tokens.ts';

/** Who may read a message: all who may watch the game, or those who sit at it. */
export type Audience = 'public' | 'table';
/** Who took the text of a message away: an operator. */
export type RemovedBy = 'house';

export interface MessageRow {
  id: string;
  gameId: string;
  /** its author */
  playerId: string;
  audience: Audience;
  /** null: nothing is left of it */
  text: string | null;
  at: Date;
  removedBy: RemovedBy | null;
}

/** A message with its author as they are called now. */
export interface SpokenMessage extends MessageRow {
  name: string;
  kind: PlayerRow['kind'];
}

/** How many messages there may be, of one author within a minute too. */
export interface ChatLimits {
  ofGame: number;
  ofPlayer: number;
  aMinute: number;
  /** about all games together */
  aMinuteInAll: number;
}

/** A message to be written, and who else is to know of it. */
export interface NewMessage {
  message: MessageRow & { text: string };
  limits: ChatLimits;
  request: RequestRow | null;
  /** those who sit at the game besides its author; whoever does not want to hear of them is left out */
  others: readonly string[];
  /** of the game, when it was written */
  version: number;
}

/** What became of it; `repeated`: a request of the same key was carried out before. */
export type Written = 'written' | 'repeated' | 'game-full' | 'player-full' | 'too-fast' | 'too-fast-in-all';

/** Which messages of a game to read. */
export interface MessageQuery {
  gameId: string;
  /** who reads: messages of those whom they have muted or blocked are left out */
  playerId: string | null;
  /** whether they may read what is for the table */
  sits: boolean;
  /** the oldest after this message, or the newest before it; without either the newest */
  after?: string | undefined;
  before?: string | undefined;
  limit: number;
}

export type ReportReason = 'abuse' | 'spam' | 'cheating' | 'privacy' | 'other';

/** What a player told the house about a message. */
export interface ReportRow {
  messageId: string;
  playerId: string;
  reason: ReportReason;
  note: string | null;
  at: Date;
}

/** A report, and the message that it is about, for an operator. */
export interface ReportedMessage extends ReportRow {
  /** of who reported it */
  name: string;
  message: SpokenMessage;
}

/** What is said about games, and what is reported of it. */
export interface ChatStore {
  /** Writes a message where there is room for it, and with it what its readers are to be told. */
  write(message: NewMessage): Promise<Written>;
  /** Oldest first, at most `limit`; null: the message of `after` or `before` is none that they may read. */
  list(query: MessageQuery): Promise<SpokenMessage[] | null>;
  /** Null: the game has no such message. */
  get(gameId: string, messageId: string): Promise<SpokenMessage | null>;
  /** Of each of these games a mark that is another whenever something has been said. */
  marks(gameIds: readonly string[]): Promise<Map<string, string>>;
  /** The player has looked: from now on they are told of what is new. */
  looked(gameId: string, playerId: string): Promise<void>;

  /** Keeps a report, unless the player made one of this message before, or `most` since that time. */
  report(report: ReportRow, most: number, since: Date): Promise<'reported' | 'there' | 'full'>;
  /** The newest reports first; those made before that time, when it is given. */
  reports(limit: number, before?: Date): Promise<ReportedMessage[]>;
  /** An operator takes a message away, or puts it back. Null: there is no such message; else its game. */
  hide(messageId: string, hidden: boolean): Promise<string | null>;

  /** Everything that a player has said, oldest first, and reported. */
  of(playerId: string): Promise<{ messages: MessageRow[]; reports: ReportRow[] }>;
}

/** `mute`: their messages are not shown; `block`: they are not met either. */
export type AversionKind = 'mute' | 'block';

export interface AversionRow {
  playerId: string;
  kind: AversionKind;
  otherId: string;
  at: Date;
}

/** Somebody whom a player avoids, as they are called now. */
export type AvoidedPlayer = Pick<PlayerRow, 'id' | 'name' | 'kind'> & { at: Date };

/** Whom players avoid. */
export interface AversionStore {
  /** Keeps it, unless it is there. False: the player has `most` of this kind already. */
  put(aversion: AversionRow, most: number): Promise<boolean>;
  remove(aversion: Omit<AversionRow, 'at'>): Promise<void>;
  /** The newest first. */
  of(playerId: string, kind: AversionKind): Promise<AvoidedPlayer[]>;
  /** Everybody whom the player has blocked, or who has blocked them. */
  apartFrom(playerId: string): Promise<ReadonlySet<string>>;
  /** Of these players, those of whom one has blocked the other, by each of them. */
  among(playerIds: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>>;
}
