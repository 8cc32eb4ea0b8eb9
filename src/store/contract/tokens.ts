export interface PlayerRow {
  id: string;
  name: string;
  kind: 'human' | 'agent';
  createdAt: Date;
}

export type TokenScope = 'play' | 'read';

export interface TokenRow {
  id: string;
  /** SHA-256 of the token, which itself is kept nowhere */
  hash: Uint8Array;
  playerId: string;
  scope: TokenScope;
  /** what its player calls it */
  name: string | null;
  createdAt: Date;
}

/** The tokens that speak for players. `PlayerStore.create` keeps the first one of each. */
export interface Tokens {
  /** The token with this hash and the player whom it speaks for, or null. */
  byHash(hash: Uint8Array): Promise<{ token: TokenRow; player: PlayerRow } | null>;
  /** Those of these hashes that no token has. */
  unknown(hashes: readonly Uint8Array[]): Promise<Uint8Array[]>;
  /** The tokens of a player, oldest first. */
  of(playerId: string): Promise<TokenRow[]>;
  /** Keeps another token, unless its player has `most` of its scope, or the one with the hash `by` has ended: then false. */
  add(token: TokenRow, most: number, by?: Uint8Array): Promise<boolean>;
  /** Puts another secret in the place of one. False: nobody has a token with this hash any more. */
  replace(hash: Uint8Array, next: { hash: Uint8Array; createdAt: Date }): Promise<boolean>;
  /** Removes a player's token and returns it, or null when they have none with this id. */
  remove(playerId: string, id: string): Promise<TokenRow | null>;
}
