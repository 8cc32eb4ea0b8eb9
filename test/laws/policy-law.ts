import { deepFreeze } from '#rules/kernel/json.ts';
import type { ActionShape, Policy, Seat } from '#rules/kernel/ruleset.ts';
import { shownTo } from '#rules/kernel/search/policy.ts';
import { bytes, difference, type Law, lotOf, type Position } from './position.ts';
import { redealt } from './redealt.ts';

/** A glance shows the very same, however late it works it out. */
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

/** What a policy chooses for a seat, shown nothing of a position but the view as it goes over the wire. */
function chosen(at: Position, state: unknown, seat: Seat, name: string, policy: Policy<ActionShape, unknown>): string {
  const view: unknown = JSON.parse(bytes(at.subject.ruleset.view(state, seat)));
  return bytes(policy(deepFreeze(view), at.listed[seat] ?? [], lotOf(at, `policy ${name}`)));
}

/**
 * A ruleset's own ways of playing know what their seat is shown and nothing else: they choose the same again when all
 * that the seat cannot know is another.
 */
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
        // where nothing is hidden it is the position itself, and the glance below asks a second time
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
