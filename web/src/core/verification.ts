// Messages between the page and the worker that verifies games and computes par (the result of random play).
import type { KeptHead, Schemas, Transcript } from '../../../clients/typescript/src/index.ts';

export type { KeptHead, Verification, Views } from '../../../clients/typescript/src/index.ts';

export interface VerificationRequest {
  transcript: Transcript;
  keptHeads: readonly KeptHead[];
}

export interface ViewsRequest {
  transcript: Transcript;
  seat: number;
}

export interface ParRequest {
  board: { ruleset: string; rulesVersion: number; options: unknown; seats: number; seed: string };
}

export interface ParResult {
  par: Schemas['BoardPar'] | null;
}
