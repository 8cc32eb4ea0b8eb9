/// <reference types="vite/types/importMeta.d.ts" />
// The rules of every game in all versions. Each version is loaded when it is first needed.

import type { AnyRuleset } from '../../../../rules/kernel/ruleset.ts';
import { rulesIn } from '../../../../src/games/fairness/verification.ts';

const NEWEST = import.meta.glob<{ default: AnyRuleset }>('../../../../rules/*/index.ts');
const OLDER = import.meta.glob<{ default: AnyRuleset }>('../../../../rules/*/versions/*/index.ts');

interface Asked {
  ruleset: string;
  rulesVersion: number;
}

interface Known {
  ruleset: AnyRuleset;
  older: { ruleset: AnyRuleset }[];
}

export async function rulesFor({ ruleset: id, rulesVersion }: Asked): Promise<Map<string, Known>> {
  const newest = await NEWEST[`../../../../rules/${id}/index.ts`]?.();
  if (newest === undefined) return new Map();
  const older = await OLDER[`../../../../rules/${id}/versions/${rulesVersion}/index.ts`]?.();
  return new Map([[id, { ruleset: newest.default, older: older === undefined ? [] : [{ ruleset: older.default }] }]]);
}

/** Loads a version of a ruleset; null: this build does not have it. */
export async function rulesetOf(asked: Asked): Promise<AnyRuleset | null> {
  const rules = rulesIn(await rulesFor(asked), asked.ruleset, asked.rulesVersion);
  return 'check' in rules ? null : rules.ruleset;
}
