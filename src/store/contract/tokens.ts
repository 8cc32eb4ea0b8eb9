import type { Player } from '../../generated/prisma/client.ts';
import type { RequestRow } from './requests.ts';

export type PlayerRow = Pick<Player, 'id' | 'name' | 'createdAt'> & { kind: 'human' | 'agent' };

/** That an operator keeps a player out. */
export interface Suspension {
  since: Date;
  /** null: until an operator says so */
  until: Date | null;
  /** what the player is told */
  because: string;
}

/** `play` does all that its player may, `read` only reads, and `turn` is for one decision of one game. */
export type TokenScope = 'play' | 'read' | 'turn';

/** What a token of the scope `turn` is good for. */
export interface TurnGrant {
  gameId: string;
  seat: number;
  /** the version at which the decision opened */
  since: number;
  expiresAt: Date;
}

export interface TokenRow {
  id: string;
  /** SHA-256 of the token, which itself is kept nowhere */
  hash: Uint8Array;
  playerId: string;
  scope: TokenScope;
  /** what its player calls it */
  name: string | null;
  createdAt: Date;
  /** the last day, in UTC, on which it was used: `2026-11-23` */
  lastUsedOn: string | null;
  /** of the scope `turn`, where it is looked up by its hash */
  turn?: TurnGrant;
}

/** A token with the player whom it speaks for. */
export interface FoundToken {
  token: TokenRow;
  player: PlayerRow;
  suspension: Suspension | null;
  /** the recovery code by which the token was made is still valid */
  endsCode: boolean;
}

/** What lets one more device in, once and until it expires. */
export interface DeviceCodeRow {
  playerId: string;
  /** SHA-256 of the code */
  hash: Uint8Array;
  /** of the token that asked for it, and with which it ends */
  tokenHash: Uint8Array;
  expiresAt: Date;
}

/**
 * The tokens that speak for players. `PlayerStore.create` keeps the first one of each. A request that is given is written with its
 * effect; when its row is there, nothing is written, and the answer is that of what cannot be done.
 */
export interface Tokens {
  /** The token with this hash and the player whom it speaks for, suspended or not, or null. */
  byHash(hash: Uint8Array): Promise<FoundToken | null>;
  /** Ends the recovery code by which this token was made. */
  endFormerCode(hash: Uint8Array): Promise<void>;
  /** Those of these hashes that no token has, or only one of a player who is suspended at that time. */
  unknown(hashes: readonly Uint8Array[], now: Date): Promise<Uint8Array[]>;
  /** The tokens of a player, oldest first. */
  of(playerId: string): Promise<TokenRow[]>;
  /** Keeps another token, unless its player has `most` of its scope, or the one with the hash `by` has ended: then false. */
  add(token: TokenRow, most: number, by?: Uint8Array, request?: RequestRow | null): Promise<boolean>;
  /** Puts another secret in the place of one, and ends its device code. False: nobody has a token with this hash any more. */
  replace(hash: Uint8Array, next: { hash: Uint8Array; createdAt: Date }, request?: RequestRow | null): Promise<boolean>;
  /** Removes a player's token and returns it, or null when they have none with this id. */
  remove(playerId: string, id: string): Promise<TokenRow | null>;
  /** Removes all tokens of a player but the one with this hash, and their device code; null when that one has ended. */
  removeOthers(playerId: string, hash: Uint8Array): Promise<TokenRow[] | null>;
  /** Calls a player's token something else, or nothing; null when they have none with this id. */
  rename(playerId: string, id: string, name: string | null): Promise<TokenRow | null>;
  /** Keeps a device code in the place of any that its player has. False: the token that asked for it has ended. */
  keepDeviceCode(code: DeviceCodeRow, request?: RequestRow | null): Promise<boolean>;
  /** Uses a device code up and keeps the new token of its player; `full`: they have `most` to play with, and the code stays. */
  spendDeviceCode(
    hash: Uint8Array,
    now: Date,
    token: Omit<TokenRow, 'playerId'>,
    most: number,
    requestOf?: (playerId: string) => RequestRow | null,
  ): Promise<PlayerRow | 'unknown' | 'full'>;
  /** Notes that a token was used on a day. */
  usedOn(hash: Uint8Array, day: string): Promise<void>;
}
