import type { Keyed } from '../../eventlog/carry-out.ts';
import { done, type Result } from '../../eventlog/result.ts';
import type { Completed, Game, Proposal, TableEvent } from '../model/game.ts';

/** Returns the hash of the last event at a version in `chosenOn`. Null: the version does not exist or is too old. */
export type HeadThen = (version: number) => string | null;

export interface Command {
  gameId: string;
  /** the id of the player, whose account must exist; null: the server */
  by: string | null;
  request: Keyed;
  /** the versions of which `decide` needs the head (the hash of the last event) */
  chosenOn?: readonly number[];
  /** decides the change; null: there is none. Called again if the game has changed meanwhile */
  decide(game: Game, now: Date, headThen: HeadThen | null): Result<Proposal | null>;
}

/** Makes a command of the server. `propose` returns null if there is nothing to do. */
export function serverCommand(gameId: string, propose: (game: Game, now: Date) => Proposal | null): Command {
  return { gameId, by: null, request: null, decide: (game, now) => done(propose(game, now)) };
}

export interface Committed {
  game: Game;
  /** the version of the command's own change; bots may have acted after it */
  applied: number;
  events: TableEvent[];
}

/** Extends changes of games before they are written. */
export interface Follower {
  follows(game: Game): boolean;
  /** `change` has no rows if the command changes nothing; called again if the command is decided again */
  follow(before: Game, change: Completed, now: Date): Promise<Completed>;
}

/** Called after each change that this server has stored. `before` is null for a new game. */
export type Listener = (before: Game | null, change: Completed) => void;
