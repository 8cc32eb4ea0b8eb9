// The client package copies this file, so it imports nothing.

export interface CheckFailure {
  check: string;
  expected: unknown;
  found: unknown;
}

/** `version`: null for what was settled at creation, and for the end. */
export interface Fault extends CheckFailure {
  version: number | null;
}

export interface Tally {
  versions: number;
  draws: number;
  actions: number;
  /** Choices of bots and on time-outs that follow from the recipe. */
  choices: number;
  /** Choices of search bots: only their legality can be verified. */
  searched: number;
  states: number;
  keptHeads: number;
}

export type NotVerified = { verified: false } & Fault;

export type Verification = ({ verified: true } & Tally) | NotVerified;

/** Views by version from 1, null before the start. */
export type Views = { verified: true; views: unknown[] } | NotVerified;

export interface KeptHead {
  version: number;
  head: string;
}

export function checkFailure(check: string, expected: unknown, found: unknown): CheckFailure {
  return { check, expected, found };
}
