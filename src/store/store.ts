import type { Json } from '../kernel/json.ts';
import type { Notice, WebhookStore } from './webhooks.ts';

export interface PlayerRow {
  id: string;
  name: string;
  kind: 'human' | 'agent';
  createdAt: Date;
}

export type GameStatus = 'open' | 'playing' | 'finished' | 'aborted';

/** What each append rewrites of a game: lists and clocks need it without reading the log. */
export interface GameSummary {
  status: GameStatus;
  /** the version of the newest event */
  version: number;
  toAct: number[];
  /** who sits where, as the service writes it */
  seats: Json;
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
  createdAt: Date;
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
  events: EventRow[];
  game: GameSummary;
  /** who is to be told of it; what their webhooks are to deliver is written with the change */
  notices?: readonly Notice[];
}

/** What is kept: players, and the log of every game. A promise that resolves stands for a commit on disk. */
export interface Store {
  readonly webhooks: WebhookStore;

  /** Keeps a new player together with the hash of the token that proves it. */
  createPlayer(player: PlayerRow, tokenHash: Uint8Array): Promise<void>;
  player(id: string): Promise<PlayerRow | null>;
  playerByTokenHash(hash: Uint8Array): Promise<PlayerRow | null>;

  /** Keeps a new game with its first events, 1 … `game.version`, and what webhooks are to tell of it: all or nothing. */
  createGame(game: GameRow, events: EventRow[], notices?: readonly Notice[]): Promise<void>;
  /** Adds to a game's log, all or nothing. False: the game is not at `base`, somebody else wrote the next version. */
  append(change: Append): Promise<boolean>;
  /** The version that the database confirms: nothing committed before this call is missing from it. */
  version(gameId: string): Promise<number | null>;
  game(gameId: string): Promise<GameRow | null>;
  /** The log after version `after`, up to and including version `upTo`, oldest first. */
  events(gameId: string, after: number, upTo?: number): Promise<EventRow[]>;
  /** Which rules the games that are not over need. */
  unfinishedRulesets(): Promise<{ ruleset: string; rulesVersion: number }[]>;

  /** Resolves when the database answers. */
  ping(): Promise<void>;
  /** Lets the writes that wait finish, then gives everything back. Later calls get `StoreUnavailable`. */
  close(): Promise<void>;
}

/**
 * The database can not be reached, or broke off, or took too long. A write that fails so may have been
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
