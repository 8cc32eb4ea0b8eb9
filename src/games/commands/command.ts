import type { IdempotentRequest } from '../../eventlog/carry-out.ts';
import { done, type Result } from '../../eventlog/result.ts';
import type { Completed, Game, Proposal, TableEvent } from '../model/game.ts';

/** The head at a version in `chosenOn`; null: the version does not exist or is too old to decide on. */
export type HeadThen = (version: number) => string | null;

export interface Command {
  gameId: string;
  /** The player, whose account must exist; null: the house. */
  by: string | null;
  request: IdempotentRequest | null;
  /** Versions whose heads `decide` needs. */
  chosenOn?: readonly number[];
  /** Called again if the game has changed. Null: nothing to do. */
  decide(game: Game, now: Date, headThen: HeadThen | null): Result<Proposal | null>;
}

/** `propose`: null for nothing to do. */
export function serverCommand(gameId: string, propose: (game: Game, now: Date) => Proposal | null): Command {
  return { gameId, by: null, request: null, decide: (game, now) => done(propose(game, now)) };
}

export interface Committed {
  game: Game;
  /** The version of the change itself; bots may have acted after it. */
  applied: number;
  events: TableEvent[];
}

/** Extends changes of games before they are written. */
export interface Follower {
  follows(game: Game): boolean;
  /** Called again if the change is decided again. A change without rows: nothing was decided. */
  follow(before: Game, change: Completed, now: Date): Promise<Completed>;
}

/** Called after each durable change of this server. `before`: null for a new game. */
export type Listener = (before: Game | null, change: Completed) => void;
