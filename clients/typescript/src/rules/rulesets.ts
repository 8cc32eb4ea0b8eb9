/// <reference types="vite/types/importMeta.d.ts" />
// The rules of every game and of each of their versions, each loaded when it is asked for.
import type { AnyRuleset } from '../../../../src/kernel/ruleset.ts';

const NEWEST = import.meta.glob<{ default: AnyRuleset }>('../../../../src/rulesets/*/index.ts');
const OLDER = import.meta.glob<{ default: AnyRuleset }>('../../../../src/rulesets/*/versions/*/index.ts');

/** The rules of that very version; null when this build does not have them. */
export async function rulesetOf(id: string, rulesVersion: number): Promise<AnyRuleset | null> {
  const older = OLDER[`../../../../src/rulesets/${id}/versions/${rulesVersion}/index.ts`];
  const load = older ?? NEWEST[`../../../../src/rulesets/${id}/index.ts`];
  const ruleset = load === undefined ? null : (await load()).default;
  return ruleset?.rulesVersion === rulesVersion ? ruleset : null;
}
