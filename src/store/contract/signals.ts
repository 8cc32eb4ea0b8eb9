/** A game that has changed, and the players for whom that may matter. */
export interface Signal {
  gameId: string;
  version: number;
  playerIds: string[];
}

/** Tells the other servers on the same database of changes. Some may be lost: who waits looks again now and then. */
export interface Signals {
  /** Whether there may be other servers at all. */
  readonly shared: boolean;
  /** Returns at once; sends what gathers together. */
  send(signal: Signal): void;
  /** For how long none has been heard, in milliseconds; 0 while they are heard, and where nobody listens. */
  readonly deafMs: number;
  /** Called with the signals of other servers, and of this one too. */
  listen(hear: (signal: Signal) => void): void;
  close(): Promise<void>;
}
