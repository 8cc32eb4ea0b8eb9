// What a verifier says of a game. It imports nothing: the package of the client takes it as it is.

/** What does not hold: what there would have to be, and what there is. */
export interface Objection {
  check: string;
  expected: unknown;
  found: unknown;
}

/** The first thing that does not hold: at which version (null: in what is settled at creation, or at the end). */
export interface Fault extends Objection {
  version: number | null;
}

/** How much holds of the recipe and the rules. */
export interface Tally {
  versions: number;
  draws: number;
  /** actions, each by a seat that was to act and among the legal ones */
  actions: number;
  /** choices of bots and time-outs that follow from the recipe */
  choices: number;
  /** choices of bots that search: legal, and no more can be said */
  searched: number;
  states: number;
  keptHeads: number;
}

export type NotVerified = { verified: false } & Fault;

export type Verification = ({ verified: true } & Tally) | NotVerified;

/** The view of a seat at each version from 1, null before the start; or the first thing that does not hold. */
export type Views = { verified: true; views: unknown[] } | NotVerified;

/** A head that was kept while the game was played. */
export interface KeptHead {
  version: number;
  head: string;
}

export function objection(check: string, expected: unknown, found: unknown): Objection {
  return { check, expected, found };
}
