// What takes the rules themselves: `croupier-client/rules`. Each ruleset is loaded when a transcript of it is given.
import type { AnyRuleset } from '../../../../src/kernel/ruleset.ts';
import type { Transcript } from '../types.ts';
import type { KeptHead, NotVerified, Verification, Views } from '../verify/verdict.ts';
import { rulesetOf } from './rulesets.ts';
import { verify, viewsIn } from './verification.ts';

export type { KeptHead, NotVerified, Transcript, Verification, Views };

/** Plays a finished game again by its rules, its chance and its chain; says how much holds, or the first thing that does not. */
export async function verifyRules(transcript: Transcript, keptHeads: readonly KeptHead[] = []): Promise<Verification> {
  const ruleset = await rulesOf(transcript);
  return 'verified' in ruleset ? ruleset : verify(transcript, ruleset, keptHeads);
}

/** What a seat saw at each version of a transcript that holds; hands are open once a game is over. */
export async function viewsOf(transcript: Transcript, seat: number): Promise<Views> {
  const ruleset = await rulesOf(transcript);
  return 'verified' in ruleset ? ruleset : viewsIn(transcript, ruleset, seat);
}

async function rulesOf({ ruleset: id, rulesVersion }: Transcript): Promise<AnyRuleset | NotVerified> {
  const ruleset = await rulesetOf(id, rulesVersion);
  return ruleset ?? { verified: false, version: null, check: 'rules', expected: 'rules that are here', found: id };
}
