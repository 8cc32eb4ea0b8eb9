import type { IdempotentRequest } from '../../eventlog/carry-out.ts';
import type { Result } from '../../eventlog/result.ts';
import type { Completed, Game, Proposal, TableEvent } from '../model/game.ts';
import type { GameSetup } from './create-game.ts';

/** The head of the game at one of the versions in `chosenOn`; null where that version is not there, or too old to be decided on. */
export type HeadThen = (version: number) => string | null;

/** What somebody, or the house itself, wants to change in a game. */
export interface Command {
  gameId: string;
  /** the player who wants it, who must be alive; null: the house */
  by: string | null;
  /** null: sent without an Idempotency-Key */
  request: IdempotentRequest | null;
  /** the versions that it was chosen on, as far as `decide` asks for their heads */
  chosenOn?: readonly number[];
  /**
   * What is to be written on this game; a refusal; or null when there is nothing to do. Asked again on a newer one.
   */
  decide(game: Game, now: Date, headThen: HeadThen | null): Result<Proposal | null>;
}

/** A game that somebody wants to have created. */
export interface CreateCommand {
  request: IdempotentRequest | null;
  /** All that the game is made of, or why it cannot be. Asked again when something was there already. */
  plan(): Promise<Result<GameSetup>>;
}

/** A change that is committed. */
export interface Committed {
  game: Game;
  /** the version that the asked change made; the game may be further, since bots act after it */
  applied: number;
  events: TableEvent[];
}

/** Adds to changes of games before they are written. */
export interface Follower {
  /** whether it may have something to add to changes of this game */
  follows(game: Game): boolean;
  /** The change with what it adds; asked again when the change is decided again. Without rows: nothing was decided. */
  follow(before: Game, change: Completed, now: Date): Promise<Completed>;
}

/** Told of each change of a game that was made here, once it is durable; `before`: null of a new game. */
export type Listener = (before: Game | null, change: Completed) => void;
