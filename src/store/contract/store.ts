import type { Json } from '../../kernel/json.ts';
import type { PlayerStore } from './players.ts';
import type { Tokens } from './tokens.ts';
import type { Notice, WebhookStore } from './webhooks.ts';

export type { Registration } from './players.ts';
export type { PlayerRow } from './tokens.ts';

export type GameStatus = 'open' | 'playing' | 'finished' | 'aborted';

/** What each append rewrites of a game: lists and clocks need it without reading the log. */
export interface GameSummary {
  status: GameStatus;
  /** the version of the newest event */
  version: number;
  /** the hash chain up to it; null: the game was last changed before heads were kept */
  head: string | null;
  toAct: number[];
  /** who sits where, as the service writes it */
  seats: Json;
  openSeats: number;
  /** the ids of the players whom the game waits for */
  awaiting: string[];
  /** when the house has to act by itself */
  deadline: Date | null;
  outcome: Json | null;
  updatedAt: Date;
}

/** A game's header, which never changes, and its summary. */
export interface GameRow extends GameSummary {
  id: string;
  ruleset: string;
  rulesVersion: number;
  options: Json;
  seatCount: number;
  visibility: string;
  createdBy: string | null;
  seeded: boolean;
  /** the open seed of a seeded game */
  seed: string | null;
  serverSeed: Uint8Array | null;
  commitment: string | null;
  /** of the commitment that was made before, which this game alone may use */
  commitmentId: string | null;
  /** salts the hash chain over the log */
  chainKey: Uint8Array;
  inviteCode: string | null;
  clock: Json | null;
  /** the policy that plays on for who leaves */
  standIn: string;
  /** a game has at most one rematch */
  rematchOf: string | null;
  /** the competition of the day that it belongs to */
  daily: string | null;
  practice: boolean;
  createdAt: Date;
}

/** A player's place in a game: what lists of a player's games and results are made of. */
export interface MembershipRow {
  playerId: string;
  gameId: string;
  /** `host`: created it and sits nowhere */
  standing: 'invited' | 'seated' | 'gone' | 'host';
  unfinished: boolean;
  /** null until the game is over, and where nothing came of it */
  result: GameResult | null;
}

/** How a game went for a player, or why that says nothing; `earlier`: it was over before results were kept. */
export type GameResult = 'won' | 'shared' | 'lost' | 'openSeed' | 'practice' | 'secondSeat' | 'earlier';

/** What a request with an Idempotency-Key led to. */
export interface RequestRow {
  playerId: string;
  operation: string;
  key: string;
  bodyHash: Uint8Array;
  /** what the first answer is made of anew */
  answer: Json;
  at: Date;
}

/** One change of a game. The log is these rows, from version 1 without a gap. */
export interface EventRow {
  gameId: string;
  version: number;
  kind: string;
  seat: number | null;
  action: Json | null;
  /** the numbers that chance gave, in order */
  draws: number[];
  at: Date;
}

/** Changes made on version `base`: events base + 1 … base + n and the summary after the last of them. */
export interface Append {
  gameId: string;
  base: number;
  /** the hash chain up to `base`: nothing is added to another history, whatever its version */
  baseHead: string | null;
  events: EventRow[];
  game: GameSummary;
  /** the places that are new or different */
  memberships: MembershipRow[];
  /** written with the change, or the change is not made */
  request: RequestRow | null;
  /** who is to be told of it; what their webhooks are to deliver is written with the change */
  notices?: readonly Notice[];
}

/** A new game with its first events, and what is kept together with it. */
export interface Creation {
  game: GameRow;
  /** 1 … `game.version` */
  events: EventRow[];
  memberships: MembershipRow[];
  /** who is to be told of it; what their webhooks are to deliver is written with the game */
  notices?: readonly Notice[];
  request: RequestRow | null;
  /** the competition of the day in which this is the creator's game that counts */
  entry: { daily: string; playerId: string } | null;
}

/** A game at one version as some code made it from the log. */
export interface SnapshotRow {
  gameId: string;
  version: number;
  /** names that code */
  code: string;
  game: string;
}

/** Short cuts through long logs; each can be made again, so that losing one costs time only. */
export interface Snapshots {
  /** The newest of a game that this code made. */
  find(gameId: string, code: string): Promise<SnapshotRow | null>;
  /** Keeps it in the place of an older one, or of one by other code. */
  keep(snapshot: SnapshotRow): Promise<void>;
}

/** Requests that were made under an Idempotency-Key. */
export interface RequestStore {
  find(playerId: string, operation: string, key: string): Promise<RequestRow | null>;
  /** Forgets those that are older; says how many. */
  forget(before: Date): Promise<number>;
}

/** Which games to list; what is left out does not matter. */
export interface GameQuery {
  ruleset?: string | undefined;
  status?: GameStatus | undefined;
  /** in which this player sits or is invited */
  player?: string | undefined;
  openSeats?: boolean | undefined;
  /** which wait for this player */
  awaiting?: string | undefined;
  daily?: string | undefined;
  /** the rematch of this game */
  rematchOf?: string | undefined;
  /** who asks: sees public games and their own */
  reader: string | null;
  /** only games that are older than the one of this id */
  before?: string | undefined;
  limit: number;
}

/** How often a player has played to its end, or given up, a public game of a ruleset, by result. */
export interface ResultCount {
  ruleset: string;
  result: GameResult;
  games: number;
}

/** The games that wait for a player, and a mark that is another whenever they, or their histories, are. */
export interface Turns {
  games: GameRow[];
  mark: string;
}

/** The mark of a player for whom no game waits. */
export const NO_TURNS = '';

/** What a player has in unfinished games. */
export interface PlayerUsage {
  /** in which they sit */
  games: number;
  /** that they created and in which they sit nowhere */
  hostedGames: number;
  /** in which they sit and that have not started */
  pendingGames: number;
  /** players who are invited to games that they created */
  invitations: number;
}

/** Games seen from outside: by who plays, who is awaited, and what is due. */
export interface GameLists {
  /** Newest first. */
  page(query: GameQuery): Promise<GameRow[]>;
  /** The unfinished games that wait for this player, oldest first. */
  turns(playerId: string, limit: number): Promise<Turns>;
  /** The marks of those of these players for whom games wait. */
  turnMarks(playerIds: string[]): Promise<Map<string, string>>;
  results(playerId: string): Promise<ResultCount[]>;
  usage(playerId: string): Promise<PlayerUsage>;
  rematchOf(gameId: string): Promise<string | null>;
  /** Games in which the house has to act by then, longest due first. */
  due(by: Date, limit: number): Promise<string[]>;
  /** When the house has to act next. */
  nextDeadline(): Promise<Date | null>;
}

export interface CommitmentRow {
  id: string;
  playerId: string;
  serverSeed: Uint8Array;
  commitment: string;
  createdAt: Date;
}

/** Server seeds that the server is bound to before a game uses them. */
export interface FairnessStore {
  addCommitment(row: CommitmentRow, request: RequestRow | null): Promise<boolean>;
  commitment(id: string): Promise<CommitmentRow | null>;
  isUsed(commitmentId: string): Promise<boolean>;
  /** How many of the newest `limit` commitments of a player no game has used. */
  unused(playerId: string, limit: number): Promise<number>;
}

/** The competitions of the day. */
export interface DailyStore {
  /** The servers' shared key of that name; made from `fresh` by whoever asks first. */
  key(name: string, fresh: Uint8Array): Promise<Uint8Array>;
  /** The player's game that counts. */
  entryOf(daily: string, playerId: string): Promise<string | null>;
  /** Whether anybody has entered the competition. */
  isPlayed(daily: string): Promise<boolean>;
  /** Whether some game of the competition is not over. */
  isOpen(daily: string): Promise<boolean>;
  /** The games that count and were played to their end: those that were won first, each kind by its score. */
  best(daily: string, scoring: 'highest' | 'lowest', limit: number): Promise<DailyBest[]>;
  /** How many of the games that count ended before their end. */
  conceded(daily: string): Promise<number>;
}

/** A game that counts, and when its player registered. */
export interface DailyBest {
  game: GameRow;
  registeredAt: Date;
}

/** A game that has changed, and the players for whom that may matter. */
export interface Signal {
  gameId: string;
  version: number;
  playerIds: string[];
}

/** Tells the other servers on the same database of changes. Some may be lost: who waits looks again now and then. */
export interface Signals {
  /** Whether there may be other servers at all. */
  readonly shared: boolean;
  /** Returns at once; sends what gathers together. */
  send(signal: Signal): void;
  /** Called with the signals of other servers, and of this one too. */
  listen(hear: (signal: Signal) => void): void;
  close(): Promise<void>;
}

/** Told of one statement that carried the asks of many: of what kind they were, how many, and how long it took. */
export type OnBatch = (batch: { kind: string; size: number; ms: number }) => void;

/** How far the log of a game has come, and by which history. */
export interface Tip {
  version: number;
  /** null: the game was last changed before heads were kept */
  head: string | null;
}

/** The time that deadlines, banks and entries of logs go by; a single part, so that it can be replaced by another. */
export interface HouseClock {
  now(): Date;
}

/** The log of every game. Its clock is the database's: all servers on it have one time. */
export interface EventLog extends HouseClock {
  /**
   * Keeps a new game and what belongs to it, all or nothing. False: something that may be there only once is there
   * already: the request, the use of the commitment, the rematch, or the entry of the day.
   */
  create(creation: Creation): Promise<boolean>;
  /**
   * Adds to a game's log, all or nothing. False: the game is not at `base` with `baseHead`, somebody else wrote the next version; or a
   * request with this key was written before.
   */
  append(change: Append): Promise<boolean>;
  /** What the database confirms: nothing committed before this call is missing from it. */
  tip(gameId: string): Promise<Tip | null>;
  /** The log after version `after`, up to and including version `upTo`, oldest first. */
  events(gameId: string, after: number, upTo?: number): Promise<EventRow[]>;
}

/** What is kept: players, and the log of every game. A promise that resolves stands for a commit on disk. */
export interface Store {
  readonly log: EventLog;
  readonly players: PlayerStore;
  readonly tokens: Tokens;
  readonly webhooks: WebhookStore;

  game(gameId: string): Promise<GameRow | null>;
  /** Which rules the games that are not over need. */
  unfinishedRulesets(): Promise<{ ruleset: string; rulesVersion: number }[]>;

  readonly snapshots: Snapshots;
  readonly requests: RequestStore;
  readonly lists: GameLists;
  readonly fairness: FairnessStore;
  readonly dailies: DailyStore;
  readonly signals: Signals;

  /** Resolves when the database answers and takes writes. */
  ping(): Promise<void>;
  /** How far the wall clock of this machine is ahead of the database's, in milliseconds. */
  readonly wallAheadMs: number;
  /** Lets the writes that wait finish, then gives everything back. Later calls get `StoreUnavailable`. */
  close(): Promise<void>;
}

/**
 * The database cannot be reached, or broke off, or took too long. A write that fails so may have been
 * committed or not: only reading tells.
 */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}

/** Another process has the data directory open. */
export class DataDirectoryInUse extends Error {
  override name = 'DataDirectoryInUse';

  constructor(directory: string) {
    super(`the data directory ${directory} is in use by another process`);
  }
}

/** The data directory cannot be made or written to. */
export class DataDirectoryUnusable extends Error {
  override name = 'DataDirectoryUnusable';

  constructor(directory: string, cause: NodeJS.ErrnoException) {
    const who = process.geteuid === undefined ? 'this process' : `the user with id ${process.geteuid()}`;
    super(
      `${who} cannot write to the data directory ${directory} (${cause.code}): give it to that user, or name another as DATA_DIR`,
      { cause },
    );
  }
}
