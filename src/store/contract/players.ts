export interface PlayerRow {
  id: string;
  name: string;
  kind: 'human' | 'agent';
  createdAt: Date;
}

/** A new player with all that is kept of them. */
export interface Registration {
  player: PlayerRow;
  /** what their name looks like: players do not share one */
  skeleton: string;
  /** of the token that they play with */
  tokenHash: Uint8Array;
}

/** Who plays, and whose which name is. */
export interface PlayerStore {
  /**
   * Keeps a new player, their name and their token. False: the name is somebody else's. A name whose owner never came to
   * a table, registered a month before this player did and has had no new token since then is free: that owner's own gets
   * a number after it.
   */
  create(registration: Registration): Promise<boolean>;
  find(id: string): Promise<PlayerRow | null>;
  /** Those of these skeletons that are somebody's. */
  taken(skeletons: readonly string[]): Promise<string[]>;
  /** Players whose skeleton has not been worked out, oldest first. */
  nameless(limit: number): Promise<PlayerRow[]>;
  /** Keeps the skeletons of players that have none; the oldest player of each owns it, if nobody does. */
  name(players: readonly { id: string; skeleton: string }[]): Promise<void>;
}
