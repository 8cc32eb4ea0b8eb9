import type { Chance } from '../chance.ts';
import type { ActionShape, AnyRuleset, Policy, Seat } from '../ruleset.ts';

/** Chooses by lot among all legal actions. */
export const randomPolicy: Policy<ActionShape, unknown> = (_view, legal, chance: Chance) => {
  return legal[chance.int(legal.length)] as ActionShape;
};

/** What a policy is shown of a position that is of use to nobody else: who chooses by lot need not look. */
export function shownTo(
  policy: Policy<any, any>,
  ruleset: Pick<AnyRuleset, 'view' | 'glance'>,
  state: unknown,
  seat: Seat,
): unknown {
  if (policy === randomPolicy) return null;
  return ruleset.glance === undefined ? ruleset.view(state, seat) : ruleset.glance(state, seat);
}

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

/** Bots that search with so many playouts a decision, however long these take: under load they play as well as ever. */
const FIXED_SEARCHES: ReadonlyMap<string, number> = new Map([10, 100, 1000].map((n) => [`${SEARCH}-${n}`, n]));

/** The names of the bots that search; no verifier makes their choices again. */
const SEARCHES = [SEARCH, ...FIXED_SEARCHES.keys()];

/** Whether a bot of that name searches; null is nobody. */
export function isSearch(name: string | null): name is string {
  return name !== null && SEARCHES.includes(name);
}

/** How many playouts a bot of that name has for each decision; null when time decides, or it does not search. */
export function playoutsOf(name: string): number | null {
  return FIXED_SEARCHES.get(name) ?? null;
}

/** Everything that can play a seat by itself, `random` first. */
export function botNames(ruleset: AnyRuleset): string[] {
  return [...policyNames(ruleset), ...SEARCHES];
}
