// `croupier-client/rules`: functions that need the rules. Each ruleset is loaded on demand.
import { verify as verifyBy } from '../../../../src/games/fairness/verification.ts';
import type { KeptHead, NotVerified, Verification, Views } from '../../../../src/games/model/verdict.ts';
import type { Transcript } from '../types.ts';
import { rulesFor } from './rulesets.ts';

export type { KeptHead, NotVerified, Transcript, Verification, Views };

type Checked = Parameters<typeof verifyBy>[0];

/** Replays a finished game by its rules and random numbers, and checks its hash chain. Returns what could be checked,
 * or the first error. */
export async function verify(transcript: Transcript, keptHeads: readonly KeptHead[] = []): Promise<Verification> {
  return verifyBy(transcript as Checked, await rulesFor(transcript), keptHeads);
}

/** Returns what a seat saw at each version of a valid transcript. All hands are open once a game is over. */
export async function viewsOf(transcript: Transcript, seat: number): Promise<Views> {
  const views: unknown[] = [];
  const known = await rulesFor(transcript);
  const found = verifyBy(transcript as Checked, known, [], ({ header, state }) => {
    views.push(state === null ? null : header.ruleset.view(state, seat));
  });
  return found.verified ? { verified: true, views } : found;
}
