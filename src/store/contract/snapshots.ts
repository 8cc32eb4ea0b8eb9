/** A game at one version as some code made it from the log. */
export interface SnapshotRow {
  gameId: string;
  version: number;
  /** names that code */
  code: string;
  game: string;
}

/** Short cuts through long logs; each can be made again, so that losing one costs time only. */
export interface Snapshots {
  /** The newest of a game that this code made. */
  find(gameId: string, code: string): Promise<SnapshotRow | null>;
  /**
   * Keeps it in the place of an older one, or of one by other code. `erased`: how often a name was taken out of the log that
   * it was made from, 0 when it is left out; it is not kept if another was meanwhile.
   */
  keep(snapshot: SnapshotRow, erased?: number): Promise<void>;
}
