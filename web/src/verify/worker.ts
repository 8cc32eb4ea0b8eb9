/// <reference types="vite/types/importMeta.d.ts" />
// Verifies a transcript beside the page, so that the page stays quick. Each ruleset is fetched when it is asked for.
import type { AnyRuleset } from '../../../src/kernel/ruleset.ts';
import type { Verification, VerificationAsked, Views, ViewsAsked } from '../core/verification.ts';
import { verify, viewsOf } from './verification.ts';

type Asked = VerificationAsked | ViewsAsked;

declare function postMessage(answer: Verification | Views): void;
declare function addEventListener(type: 'message', listener: (event: { data: Asked }) => void): void;

const NEWEST = import.meta.glob<{ default: AnyRuleset }>('../../../src/rulesets/*/index.ts');
const OLDER = import.meta.glob<{ default: AnyRuleset }>('../../../src/rulesets/*/versions/*/index.ts');

addEventListener('message', ({ data }) => {
  const { ruleset: id, rulesVersion } = data.transcript;
  void rulesetOf(id, rulesVersion).then((ruleset) => {
    if (ruleset !== null) postMessage(answerOf(data, ruleset));
    else
      postMessage({ verified: false, version: null, check: 'rules', expected: 'rules that this page has', found: id });
  });
});

function answerOf(asked: Asked, ruleset: AnyRuleset): Verification | Views {
  if ('seat' in asked) return viewsOf(asked.transcript, ruleset, asked.seat);
  return verify(asked.transcript, ruleset, asked.keptHeads);
}

/** The rules of that very version; null when this build does not have them. */
async function rulesetOf(id: string, rulesVersion: number): Promise<AnyRuleset | null> {
  const older = OLDER[`../../../src/rulesets/${id}/versions/${rulesVersion}/index.ts`];
  const load = older ?? NEWEST[`../../../src/rulesets/${id}/index.ts`];
  const ruleset = load === undefined ? null : (await load()).default;
  return ruleset?.rulesVersion === rulesVersion ? ruleset : null;
}
