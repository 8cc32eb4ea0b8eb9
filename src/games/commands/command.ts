import type { Seat } from '#rules/kernel/ruleset.ts';
import type { IdempotentRequest } from '../../requests/idempotency.ts';
import type { PlanRow } from '../../store/log-rows.ts';
import type { Game, Proposal, TableEvent } from '../model/game.ts';
import type { Result } from '../model/result.ts';
import type { GamePlan } from './create-game.ts';

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
  plan(): Promise<Result<GamePlan>>;
}

/** A change that is committed. */
export interface Committed {
  game: Game;
  /** the version that the asked change made; the game may be further, since bots act after it */
  applied: number;
  events: TableEvent[];
}

/** A change that was decided, with all that the house adds to it: what is written in one append. */
export interface Completed extends Proposal {
  /** the plans that it changes; left out where the game has none that could act */
  plans?: {
    changed: readonly PlanRow[];
    mark: number;
    /** which seats' plans ended though their players may have counted on them */
    dropped: readonly Seat[];
    /** whether nobody else acted: they went on with what one change did not hold */
    alone: boolean;
    /** whether one of them is to act in another change, as soon as may be */
    goOn: boolean;
  };
}

/** What adds to a change the actions of the plans that were made for its game, by the mark that they have. */
export type FollowPlans = (before: Game, change: Proposal, mark: number) => Promise<Completed>;
