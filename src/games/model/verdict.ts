// This file imports nothing, because the client package has a copy of it.

export interface CheckFailure {
  check: string;
  expected: unknown;
  found: unknown;
}

/** A fault in a transcript. `version` is null if the fault is in the settings of the game or in its end. */
export interface Fault extends CheckFailure {
  version: number | null;
}

export interface Tally {
  versions: number;
  draws: number;
  actions: number;
  /** choices of bots, and actions after time-outs, that anyone can compute from the seed by the published recipe */
  choices: number;
  /** choices of search bots, of which only the legality can be verified */
  searched: number;
  states: number;
  keptHeads: number;
}

export type NotVerified = { verified: false } & Fault;

export type Verification = ({ verified: true } & Tally) | NotVerified;

/** Views by version, from 1. The views before the start are null. */
export type Views = { verified: true; views: unknown[] } | NotVerified;

export interface KeptHead {
  version: number;
  head: string;
}

export function checkFailure(check: string, expected: unknown, found: unknown): CheckFailure {
  return { check, expected, found };
}
