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
  | { verified: false; version: number | null; check: string; expected: unknown; found: unknown };
