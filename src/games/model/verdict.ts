// This file imports nothing, because the client package has a copy of it.

export interface CheckFailure {
  check: string;
  expected: unknown;
  found: unknown;
}

/** `version` is null for what was fixed at the creation, and for the end. */
export interface Fault extends CheckFailure {
  version: number | null;
}

export interface Tally {
  versions: number;
  draws: number;
  actions: number;
  /** choices of bots and on time-outs that follow from the recipe */
  choices: number;
  /** choices of search bots; only whether they are legal can be verified */
  searched: number;
  states: number;
  keptHeads: number;
}

export type NotVerified = { verified: false } & Fault;

export type Verification = ({ verified: true } & Tally) | NotVerified;

/** Views by version, from 1. A view is null before the start. */
export type Views = { verified: true; views: unknown[] } | NotVerified;

export interface KeptHead {
  version: number;
  head: string;
}

export function checkFailure(check: string, expected: unknown, found: unknown): CheckFailure {
  return { check, expected, found };
}
