// Asking the worker that verifies transcripts and works out what luck a board holds, and what it answers.
import type { KeptHead, Schemas, Transcript } from '../../../clients/typescript/src/index.ts';

export type { KeptHead, Verification, Views } from '../../../clients/typescript/src/index.ts';

export interface VerificationAsked {
  transcript: Transcript;
  keptHeads: readonly KeptHead[];
}

/** A game that is over, through the eyes of any of its seats. */
export interface ViewsAsked {
  transcript: Transcript;
  seat: number;
}

/** What random play makes of a board whose seed is open. */
export interface ParAsked {
  board: { ruleset: string; rulesVersion: number; options: unknown; seats: number; seed: string };
}

/** Null par: a game on the board need not end, or the page does not have its rules. */
export interface ParWorkedOut {
  par: Schemas['BoardPar'] | null;
}
