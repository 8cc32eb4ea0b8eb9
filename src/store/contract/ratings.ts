import type { Json } from '#rules/kernel/json.ts';

/** Games whose results are compared with each other: of the same rules, options and number of seats. */
export interface PoolRow {
  /** the first 16 hex digits of SHA-256 over the canonical JSON of the rest */
  id: string;
  ruleset: string;
  rulesVersion: number;
  /** complete */
  options: Json;
  seats: number;
}

/** A game that counts in the ratings, as it went. It is written with the change that made it count, and never changes. */
export interface RatedGameRow {
  gameId: string;
  pool: PoolRow;
  /** null: it was declared rated when it was created */
  competitionId: string | null;
  /** games of one board share its luck: `<competitionId>/<board>`, or the game's id where it belongs to no competition */
  board: string;
  /** in order of seats: the id of a player, or `bot:` and a policy, which may hold several seats; a seat of the house is `bot:random` */
  players: string[];
  /** of the win, in order of seats; they add up to 1 */
  shares: number[];
  /** when it was over, or in a competition counted */
  at: Date;
}

/** A rated game as it is read: `nth` of its pool, in the order in which they were committed. */
export interface RatedGame extends Omit<RatedGameRow, 'pool'> {
  /** from 1 without a gap: whoever has all up to one misses nothing by asking for those after it */
  nth: number;
}

/** A pool, and how many games count in it: whoever knows that many knows all. */
export interface RatingPoolRow extends PoolRow {
  games: number;
  createdAt: Date;
}

/** Which pools to list; what is left out does not matter. */
export interface RatingPoolQuery {
  ruleset?: string | undefined;
  rulesVersion?: number | undefined;
  seats?: number | undefined;
  /** only those behind the pool of this id */
  after?: string | undefined;
  limit: number;
}

/** What the ratings are computed from. */
export interface RatingStore {
  /** By ruleset, the newest rules first, then by seats and id. */
  pools(query: RatingPoolQuery): Promise<RatingPoolRow[]>;
  /** Null: nothing has counted in it. */
  pool(poolId: string): Promise<RatingPoolRow | null>;
  /** The games of a pool after its `after`th, in order of `nth`. */
  games(poolId: string, after: number, limit: number): Promise<RatedGame[]>;
  /**
   * What random play makes of each seat, as shares of the win, by board (`<competitionId>/<board>`): of closed boards of competitions
   * of which a par was worked out, and of no other.
   */
  pars(boards: readonly string[]): Promise<ReadonlyMap<string, readonly number[]>>;
  /** The pools in which a player has a game that counts: the id of a player, or `bot:` and a policy. In the order of `pools`. */
  poolsOf(player: string): Promise<RatingPoolRow[]>;
}
