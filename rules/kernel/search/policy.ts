import type { Chance } from '../chance.ts';
import type { ActionShape, AnyRuleset, Policy, Seat } from '../ruleset.ts';

export const randomPolicy: Policy<ActionShape, unknown> = (_view, legal, chance: Chance) => {
  return legal[chance.int(legal.length)] as ActionShape;
};

/** Returns the view that a policy needs; null for `random`, which needs none. */
export function shownTo(
  policy: Policy<any, any>,
  ruleset: Pick<AnyRuleset, 'view' | 'glance'>,
  state: unknown,
  seat: Seat,
): unknown {
  if (policy === randomPolicy) return null;
  return ruleset.glance === undefined ? ruleset.view(state, seat) : ruleset.glance(state, seat);
}

export function policyNames(ruleset: AnyRuleset): string[] {
  return ['random', ...Object.keys(ruleset.policies ?? {})];
}

export function policyOf(ruleset: AnyRuleset, name: string): Policy<any, any> | null {
  if (name === 'random') return randomPolicy;
  const { policies = {} } = ruleset;
  return Object.hasOwn(policies, name) ? (policies[name] ?? null) : null;
}

/** The name of the bot that searches until its time is over. It is no policy, because policies have no clock. */
export const SEARCH = 'search';

const FIXED_SEARCHES: ReadonlyMap<string, number> = new Map([10, 100, 1000].map((n) => [`${SEARCH}-${n}`, n]));

/** The names of the bots that search. The verification of a game does not recompute their choices. */
const SEARCHES = [SEARCH, ...FIXED_SEARCHES.keys()];

export function isSearch(name: string | null): name is string {
  return name !== null && SEARCHES.includes(name);
}

/** Returns how many playouts the bot makes for each decision; null: it has a time limit, or does not search. */
export function playoutsOf(name: string): number | null {
  return FIXED_SEARCHES.get(name) ?? null;
}

export function botNames(ruleset: AnyRuleset): string[] {
  return [...policyNames(ruleset), ...SEARCHES];
}
