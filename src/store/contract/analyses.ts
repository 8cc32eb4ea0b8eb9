/** How far the one analysis of a game is. */
export interface AnalysisRow {
  id: string;
  gameId: string;
  /** the id of the player who asked for it first */
  askedBy: string;
  askedAt: Date;
  ruleset: string;
  rulesVersion: number;
  /** the head of the game that it is of */
  head: string;
  /** the version of the way in which it is made */
  method: number;
  /** how much may be spent on it */
  playoutsMost: number;
  secondsMost: number;
  /** waiting, running, done or failed */
  status: 'waiting' | 'running' | 'done' | 'failed';
  /** one more with each change */
  version: number;
  /** decisions of the game with more than one option; null before they have been counted */
  decisionsInAll: number | null;
  /** how many of them are to be judged; null before */
  decisionsToJudge: number | null;
  /** how many of these are */
  decisionsJudged: number;
  /** what was spent on these */
  playouts: number;
  seconds: number;
  startedAt: Date | null;
  finishedAt: Date | null;
}

/** A decision as it was judged. */
export interface AnalysedDecisionRow {
  gameId: string;
  /** of the game: the version that the decision made */
  version: number;
  seat: number;
  /** whose decision it was; null: the house's */
  playerId: string | null;
  /** by how much the best option that was found is better, and its interval */
  loss: number;
  lossLow: number;
  lossHigh: number;
  /** all else, as JSON */
  data: string;
}

/** What an analysis has come to since it was last written. */
export interface AnalysisProgress {
  status: 'running' | 'done' | 'failed';
  decisionsInAll: number;
  decisionsToJudge: number;
  /** spent since then */
  playouts: number;
  seconds: number;
  decisions: readonly AnalysedDecisionRow[];
}

/** Who works on something, and until when nobody else does. */
export interface Lease {
  holder: string;
  now: Date;
  until: Date;
}

/** A decision of a player in an analysed public game. */
export interface AnalysedMove extends Omit<AnalysedDecisionRow, 'data' | 'playerId'> {
  ruleset: string;
  at: Date;
}

export interface MovesQuery {
  playerId: string;
  ruleset: string;
  /** those that gave away most first, or those that kept most */
  order: 'worst' | 'best';
  limit: number;
}

/** Of how many public games of a ruleset, and decisions of a player in them, something can be said. */
export interface MovesCounted {
  ruleset: string;
  games: number;
  decisions: number;
}

/** Analyses of games that are over. */
export interface AnalysisStore {
  /**
   * Lines an analysis up, unless the game has one of the same method and head that has not failed. Of those that are not over, a
   * player may have so many, and all together `mostInAll`.
   */
  begin(row: AnalysisRow, mostOfPlayer: number, mostInAll: number): Promise<'begun' | 'there' | 'player-full' | 'full'>;
  /** Null: the game has none. */
  find(gameId: string): Promise<AnalysisRow | null>;
  /** Of the analysis of this id; null: there is none. */
  version(id: string): Promise<number | null>;
  /** How many are taken before this one; null: it does not wait. One whose holder is not heard of any more waits again. */
  ahead(gameId: string, now: Date): Promise<number | null>;
  /** How many wait, with those whose holder is not heard of any more. */
  waiting(now: Date): Promise<number>;
  /** In order of versions. */
  decisions(gameId: string): Promise<AnalysedDecisionRow[]>;
  /**
   * Takes the next one that waits, or whose holder has not been heard of: those that were interrupted first, then of each player in
   * turn, and one of each player at a time.
   * Null: there is none.
   */
  claim(lease: Lease): Promise<AnalysisRow | null>;
  /** Writes what has come of it, and keeps it. The version then; null: somebody else has it by now. */
  keep(gameId: string, lease: Lease, progress: AnalysisProgress): Promise<number | null>;
  /** Gives back what this holder has, to be gone on with. */
  release(holder: string): Promise<void>;
  moves(query: MovesQuery): Promise<AnalysedMove[]>;
  /** By ruleset, that of most decisions first. */
  movesCounted(playerId: string): Promise<MovesCounted[]>;
}
