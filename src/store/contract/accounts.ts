import type { CompetitionEventRow } from './competitions.ts';
import type { EventRow } from './event-log.ts';
import type { PlayerRow, TokenRow } from './tokens.ts';

/** Entries of a game's log as they are without a name. */
export interface GameErasure {
  gameId: string;
  playerId: string;
  /** how often a name was taken out of the log that they were made from */
  erased: number;
  /** the entries that are different; none where only the summary may name the player still */
  events: readonly EventRow[];
}

/** Entries of a competition's log as they are without a name. */
export interface CompetitionErasure {
  competitionId: string;
  erased: number;
  events: readonly CompetitionEventRow[];
}

/** Accounts that are deleted, and what of them is still to be taken out. */
export interface AccountStore {
  /**
   * Deletes an account: its name, its tokens and codes, its webhooks and requests are gone at once. Returns the tokens that
   * ended; null: there is no such account any more, or the code is not its newest.
   */
  close(playerId: string, recoveryHash: Uint8Array, at: Date): Promise<TokenRow[] | null>;
  /** Whether there is such an account still. */
  isThere(playerId: string): Promise<boolean>;
  /** A deleted account whose name still stands in logs, and on which nobody works until then. */
  claim(now: Date, until: Date): Promise<PlayerRow | null>;
  /** Holds on to it; to be called while it is worked on. */
  hold(playerId: string, until: Date): Promise<void>;
  /** Notes that nothing is left of it but its id. */
  finish(playerId: string, at: Date): Promise<void>;
  /** The ids of the games that know a player, whatever became of them, in order; those after `after`. */
  gamesOf(playerId: string, after: string | null, limit: number): Promise<string[]>;
  /** The ids of the games of a player that are not over. */
  unfinishedOf(playerId: string): Promise<string[]>;
  /** The ids of the competitions that a player organises or has entered. */
  competitionsOf(playerId: string): Promise<string[]>;
  /** Takes a name out of a game. `absent`: it stands nowhere in it; `changed`: another was taken out of it meanwhile. */
  eraseFromGame(erasure: GameErasure): Promise<'erased' | 'absent' | 'changed'>;
  /** Takes a name out of a competition. False: another was taken out of it meanwhile. */
  eraseFromCompetition(erasure: CompetitionErasure): Promise<boolean>;
}
