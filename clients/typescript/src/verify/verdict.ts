// What is said of a transcript that was verified.

/** A head that was kept while the game was played. */
export interface KeptHead {
  version: number;
  head: string;
}

/** The view of that seat at each version from 1, null before the start; or the first thing that does not hold. */
export type Views = { verified: true; views: unknown[] } | NotVerified;

/** How much holds, or the first thing that does not: at which version, or null for what is settled at creation and end. */
export type Verification =
  | {
      verified: true;
      versions: number;
      draws: number;
      actions: number;
      /** of bots and time-outs, which follow from the recipe */
      choices: number;
      /** of bots that search: legal, and no more can be said */
      searched: number;
      states: number;
      keptHeads: number;
    }
  | NotVerified;

export interface NotVerified {
  verified: false;
  version: number | null;
  check: string;
  expected: unknown;
  found: unknown;
}
