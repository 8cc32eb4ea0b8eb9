import type { Json } from '#rules/kernel/json.ts';
import type { PlayerRow, Suspension } from './tokens.ts';

/** What an operator did, or began to do. */
export interface DeedRow {
  id: string;
  at: Date;
  /** the name that the operator gave, or had on the machine */
  by: string;
  /** as the command is called */
  deed: string;
  /** the player, game or competition; null: none in particular */
  subject: string | null;
  because: string | null;
  details: Json;
  /** null: under way, or broken off */
  outcome: 'done' | 'failed' | null;
}

/** Which deeds to list, newest first. */
export interface DeedQuery {
  subject?: string | undefined;
  /** only deeds that are older than the one of this id */
  before?: string | undefined;
  limit: number;
}

/** What somebody looks for: ids that begin so, or names with this in them. */
export interface Sought {
  /** hexadecimal digits and dashes, as ids are written; null: it cannot be the beginning of an id */
  prefix: string | null;
  /** as it was given */
  text: string;
  /** what it looks like */
  skeleton: string;
  limit: number;
}

export interface FoundGame {
  id: string;
  ruleset: string;
  status: string;
  updatedAt: Date;
}

export interface FoundCompetition {
  id: string;
  name: string;
  status: string;
}

export interface FoundPlayer extends PlayerRow {
  suspended: boolean;
}

/** What an operator may know of a player: nothing that is secret, and no address. */
export interface PlayerRecord extends PlayerRow {
  suspension: Suspension | null;
  playTokens: number;
  readTokens: number;
  hasRecoveryCode: boolean;
  /** webhooks, and how many of them are told nothing */
  webhooks: number;
  webhooksDisabled: number;
  openSeeks: number;
  competitions: number;
  /** games in which they sit or are invited, by their status */
  games: Record<string, number>;
  /** the unfinished ones that changed last */
  running: { id: string; ruleset: string; status: string; awaited: boolean; deadline: Date | null; updatedAt: Date }[];
  /** when one of their games changed last; null: they have none */
  lastGameAt: Date | null;
}

/** What is kept of a game beside its row. */
export interface GameRecord {
  /** entries of its log, by kind */
  entries: Record<string, number>;
  /** deliveries of webhooks about it, by status */
  deliveries: Record<string, number>;
  analysis: string | null;
}

/** Something that waits, how much of it, and since when the oldest does. */
export interface QueueRow {
  queue: string;
  state: string;
  count: number;
  /** null: nothing is in it, or its age says nothing */
  oldest: Date | null;
}

export interface OverdueGame {
  id: string;
  ruleset: string;
  rulesVersion: number;
  deadline: Date;
  /** null: it belongs to no competition */
  competitionId: string | null;
}

/** What operators look at and do beside the game, and the book of what they did. */
export interface OperatorStore {
  /** Keeps what is about to be done. */
  begin(deed: DeedRow): Promise<void>;
  /** Keeps what came of it. */
  settle(id: string, outcome: 'done' | 'failed', details: Json): Promise<void>;
  deeds(query: DeedQuery): Promise<DeedRow[]>;

  players(sought: Sought): Promise<FoundPlayer[]>;
  games(sought: Sought): Promise<FoundGame[]>;
  competitions(sought: Sought): Promise<FoundCompetition[]>;
  /** Null: there is no such player. */
  player(id: string): Promise<PlayerRecord | null>;
  game(id: string): Promise<GameRecord>;
  /** Every queue of the house at that time; deadlines before `overdue` are past due. */
  queues(now: Date, overdue: Date): Promise<QueueRow[]>;
  /** Games that the house was to act in before that time, the longest first. */
  overdue(before: Date, limit: number): Promise<OverdueGame[]>;
}
