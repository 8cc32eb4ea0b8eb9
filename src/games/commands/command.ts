import type { IdempotentRequest } from '../../eventlog/carry-out.ts';
import { done, type Result } from '../../eventlog/result.ts';
import type { Completed, Game, Proposal, TableEvent } from '../model/game.ts';

/** Returns the head at a version in `chosenOn`; null: the version does not exist or is too old to decide on. */
export type HeadThen = (version: number) => string | null;

export interface Command {
  gameId: string;
  /** id of the player, whose account must exist; null: the server */
  by: string | null;
  request: IdempotentRequest | null;
  /** versions whose heads `decide` needs */
  chosenOn?: readonly number[];
  /** called again if the game has changed meanwhile; null: there is nothing to do */
  decide(game: Game, now: Date, headThen: HeadThen | null): Result<Proposal | null>;
}

/** `propose` returns null if there is nothing to do. */
export function serverCommand(gameId: string, propose: (game: Game, now: Date) => Proposal | null): Command {
  return { gameId, by: null, request: null, decide: (game, now) => done(propose(game, now)) };
}

export interface Committed {
  game: Game;
  /** the version of the change itself; bots may have acted after it */
  applied: number;
  events: TableEvent[];
}

/** Adds something to changes of games before they are written. */
export interface Follower {
  follows(game: Game): boolean;
  /** called again if the change is decided again. If the change has no rows, nothing was decided */
  follow(before: Game, change: Completed, now: Date): Promise<Completed>;
}

/** Called after each change that this server has stored. `before` is null for a new game. */
export type Listener = (before: Game | null, change: Completed) => void;
