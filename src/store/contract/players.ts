import type { FormerName } from '../../generated/prisma/client.ts';
import type { RequestRow } from './requests.ts';
import type { PlayerRow, Suspension, TokenRow } from './tokens.ts';

/** A new player with all that is kept of them. */
export interface Registration {
  player: PlayerRow;
  /** what their name looks like: players do not share one */
  skeleton: string;
  /** of the token that they play with */
  tokenHash: Uint8Array;
  /** of the code that brings them back when they have lost it */
  recoveryHash: Uint8Array;
  /** written with the player; one that is there refuses the registration */
  request?: RequestRow | null;
}

/** A player's new token and recovery code, which take the place of all that they had. */
export interface Recovery {
  player: PlayerRow;
  /** of the code that they sent */
  oldHash: Uint8Array;
  recoveryHash: Uint8Array;
  token: TokenRow;
  request?: RequestRow | null;
}

/** What a player is to be called from now on. */
export interface Renaming {
  playerId: string;
  name: string;
  skeleton: string;
  at: Date;
  /** so long nobody else gets the name that they give up */
  reservedUntil: Date;
  /** they may have given up at most so many names after `since` */
  most: number;
  since: Date;
}

/** A name that a player has given up. */
export type FormerNameRow = Omit<FormerName, 'playerId'>;

/** Who plays, and whose which name is. */
export interface PlayerStore {
  /**
   * Keeps a new player, their name and their token. False: the name is somebody else's. A name whose owner never came to
   * a table, registered a month before this player did and has had no new token since then is free: that owner's own gets
   * a number after it. So is one that its owner has given up, once it is no longer kept for them.
   */
  create(registration: Registration): Promise<boolean>;
  find(id: string): Promise<PlayerRow | null>;
  /**
   * Gives a player another name and keeps the one that they had for them. `taken`: the name is somebody else's, or kept for
   * somebody else. `tooOften`: they have given up `most` names, the first of these then.
   */
  rename(renaming: Renaming): Promise<'renamed' | 'taken' | { tooOften: Date }>;
  /** The names that a player has given up, oldest first. */
  formerNames(playerId: string): Promise<FormerNameRow[]>;
  /** Those of these ids that are somebody's, in no order. */
  named(ids: readonly string[]): Promise<PlayerRow[]>;
  /**
   * The player whom this id names, or who owns this skeleton, with the hashes of the codes that bring them back: their recovery
   * code, and the one before it until the token that it gave has been used.
   */
  recoverable(who: { id: string } | { skeleton: string }): Promise<{ player: PlayerRow; hashes: Uint8Array[] } | null>;
  /** Ends every token of a player and keeps the new one and the new code. Null: the old code is no longer theirs. */
  recover(recovery: Recovery): Promise<TokenRow[] | null>;
  /** Keeps a player out, and gives up what their webhooks were to be told; or lets them in again (null). False: there is no such player. */
  suspend(playerId: string, suspension: Suspension | null): Promise<boolean>;
  /** Those of these players whom an operator keeps out at that time. */
  suspendedAmong(ids: readonly string[], now: Date): Promise<string[]>;
  /** Those of these skeletons that are somebody's. */
  taken(skeletons: readonly string[]): Promise<string[]>;
}
