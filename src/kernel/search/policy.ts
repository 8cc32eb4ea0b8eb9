import type { Chance } from '../chance.ts';
import type { ActionShape, AnyRuleset, Policy } from '../ruleset.ts';

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

/** The bot that looks ahead in worlds it cannot tell from the true one. It has to be given time, so it is no policy. */
export const SEARCH = 'search';

/** Everything that can play a seat by itself, `random` first. */
export function botNames(ruleset: AnyRuleset): string[] {
  return [...policyNames(ruleset), SEARCH];
}
