/** The other processes that serve the same port. What is said to them arrives soon, in the order in which it was said. */
export interface Neighbours {
  /** all that serve at the moment, by the numbers that nobody has twice */
  readonly present: ReadonlySet<number>;
  /** Says something to one of them, or to all. Words are JSON. */
  say(topic: string, words: unknown, to?: number): void;
  listen(topic: string, listener: NeighbourListener): void;
}

export interface NeighbourListener {
  hear(words: unknown, from: number): void;
  /** another one serves, and knows nothing of what was said before */
  come?(): void;
  /** one serves no more */
  go?(from: number): void;
}
