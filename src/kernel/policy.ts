import type { Chance } from './chance.ts';
import type { ActionShape, AnyRuleset, Policy } from './ruleset.ts';

/** Chooses by lot among all legal actions. */
export const randomPolicy: Policy<ActionShape, unknown> = (_view, legal, chance: Chance) => {
  return legal[chance.int(legal.length)] as ActionShape;
};

/** The names of the policies that can play this ruleset, `random` first. */
export function policyNames(ruleset: AnyRuleset): string[] {
  return ['random', ...Object.keys(ruleset.policies ?? {})];
}

/** The policy of that name, or null. */
export function policyOf(ruleset: AnyRuleset, name: string): Policy<any, any> | null {
  if (name === 'random') return randomPolicy;
  const { policies = {} } = ruleset;
  return Object.hasOwn(policies, name) ? (policies[name] ?? null) : null;
}
