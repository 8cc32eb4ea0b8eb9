// Asking the worker that verifies transcripts, and what it answers.
import type { Schemas } from '../../../clients/typescript/src/index.ts';

/** A head that this browser kept while the game was played. */
export interface KeptHead {
  version: number;
  head: string;
}

export interface VerificationAsked {
  transcript: Schemas['Transcript'];
  keptHeads: readonly KeptHead[];
}

/** A game that is over, through the eyes of any of its seats. */
export interface ViewsAsked {
  transcript: Schemas['Transcript'];
  seat: number;
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

interface NotVerified {
  verified: false;
  version: number | null;
  check: string;
  expected: unknown;
  found: unknown;
}
