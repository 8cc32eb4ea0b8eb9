import { deepFreeze } from '#rules/kernel/json.ts';
import type { ActionShape, Policy, Seat } from '#rules/kernel/ruleset.ts';
import { shownTo } from '#rules/kernel/search/policy.ts';
import { bytes, difference, type Law, lotOf, type Position } from './position.ts';
import { redealt } from './redealt.ts';

const glancesShowTheView: Law = {
  name: 'a glance shows what the view shows',
  complaint(at) {
    const { ruleset } = at.subject;
    if (ruleset.glance === undefined) return null;
    for (const seat of at.listed.keys()) {
      const glance = ruleset.glance(at.state, seat) as Record<string, unknown>;
      for (const [part, shown] of Object.entries(ruleset.view(at.state, seat) as object)) {
        if (bytes(glance[part]) !== bytes(shown))
          return `${part} of seat ${seat} ${difference(bytes(shown), bytes(glance[part]))}`;
      }
    }
    return null;
  },
};

function chosen(at: Position, state: unknown, seat: Seat, name: string, policy: Policy<ActionShape, unknown>): string {
  const view: unknown = JSON.parse(bytes(at.subject.ruleset.view(state, seat)));
  return bytes(policy(deepFreeze(view), at.listed[seat] ?? [], lotOf(at, `policy ${name}`)));
}

/** A policy may use only the view: if hidden facts change, its choice must stay the same. */
const policiesPlay: Law = {
  name: 'policies choose what is listed, from the view alone',
  complaint(at) {
    const { ruleset } = at.subject;
    for (const [name, policy] of Object.entries(ruleset.policies ?? {})) {
      for (const seat of at.actors) {
        const listed = at.listed[seat] ?? [];
        const choice = chosen(at, at.state, seat, name, policy);
        if (!listed.some((action) => bytes(action) === choice)) {
          return `"${name}" chooses ${choice} for seat ${seat}, which is not listed`;
        }
        const dealt = redealt(at, seat, 'policies');
        const again = dealt === at.state ? choice : chosen(at, dealt, seat, name, policy);
        if (again !== choice) return `asked again, "${name}" chooses ${again} for seat ${seat} and not ${choice}`;
        const glanced = bytes(policy(shownTo(policy, ruleset, at.state, seat), listed, lotOf(at, `policy ${name}`)));
        if (glanced !== choice) return `at a glance, "${name}" chooses ${glanced} for seat ${seat} and not ${choice}`;
      }
    }
    return null;
  },
};

export const POLICY_LAWS: readonly Law[] = [policiesPlay, glancesShowTheView];
