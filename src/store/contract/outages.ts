/** A time in which no server kept the clocks. */
export interface OutageRow {
  from: Date;
  to: Date;
}

/** One beat for all servers on the database, so that whoever comes next can tell when none was there. */
export interface OutageStore {
  /** Null: nobody has ever beaten. */
  lastBeat(): Promise<Date | null>;
  /**
   * Beats, if nobody has since `last`; with `isOutage` the time from then to `now` is kept as an outage in the same
   * statement. False: somebody has, and nothing was written.
   */
  beat(last: Date | null, now: Date, isOutage: boolean): Promise<boolean>;
  /** Those whose time has not been given back in every game yet, oldest first. */
  unsettled(): Promise<OutageRow[]>;
  /** Notes that the time of the outage that began then has been given back in every game. */
  settle(from: Date): Promise<void>;
  /** Games of competitions, and rated ones, that are played, were last changed before then, and in which the house may have to act: by id. */
  gamesHeldUp(before: Date, after: string | null, limit: number): Promise<string[]>;
}
