// Messages between the page and the worker for verification and board luck.
import type { KeptHead, Schemas, Transcript } from '../../../clients/typescript/src/index.ts';

export type { KeptHead, Verification, Views } from '../../../clients/typescript/src/index.ts';

export interface VerificationAsked {
  transcript: Transcript;
  keptHeads: readonly KeptHead[];
}

export interface ViewsAsked {
  transcript: Transcript;
  seat: number;
}

export interface ParAsked {
  board: { ruleset: string; rulesVersion: number; options: unknown; seats: number; seed: string };
}

export interface ParWorkedOut {
  par: Schemas['BoardPar'] | null;
}
