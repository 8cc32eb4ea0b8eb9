/** What a player wants done at the next decisions of their seat, as it is kept. */
export interface PlanRow {
  gameId: string;
  seat: number;
  playerId: string;
  /** whether it waits for a decision of its seat */
  running: boolean;
  /** JSON: the plan, how far it has come and why it ended; secret */
  content: string;
}

/** A plan that is made or ended on its own, on a game that stays as it is. */
export interface PlanWrite {
  plan: PlanRow;
  /** the version of the game that it was decided on, and the mark of its plans there */
  version: number;
  mark: number;
  /** what the mark is from then on */
  nextMark: number;
  /** when the house has to act in the game by itself; it may have been to go on with a plan that goes now */
  deadline: Date | null;
}

/** Plans of seats in games: at most one a seat. Those that act change with the game, by `EventLog.append`. */
export interface PlanStore {
  /** Of every seat that has one, also those that have ended, by seat. */
  of(gameId: string): Promise<PlanRow[]>;
  /** The games in which a plan of this player runs. */
  gamesOf(playerId: string): Promise<string[]>;
  /** False: the game is at another version, or its plans have another mark. */
  write(write: PlanWrite): Promise<boolean>;
}
