import { deepFreeze } from '../../src/kernel/json.ts';
import type { ActionShape, Policy, Seat } from '../../src/kernel/ruleset.ts';
import { bytes, type Law, lotOf, type Position } from './position.ts';
import { redealt } from './redealt.ts';

/** What a policy chooses for a seat, shown nothing of a position but the view as it goes over the wire. */
function chosen(at: Position, state: unknown, seat: Seat, name: string, policy: Policy<ActionShape, unknown>): string {
  const view: unknown = JSON.parse(bytes(at.subject.ruleset.view(state, seat)));
  return bytes(policy(deepFreeze(view), at.listed[seat] ?? [], lotOf(at, `policy ${name}`)));
}

/**
 * A ruleset's own ways of playing know what their seat is shown and nothing else: they choose the same again when all
 * that the seat cannot know is another.
 */
export const policiesPlay: Law = {
  name: 'policies choose what is listed, from the view alone',
  complaint(at) {
    for (const [name, policy] of Object.entries(at.subject.ruleset.policies ?? {})) {
      for (const seat of at.actors) {
        const choice = chosen(at, at.state, seat, name, policy);
        if (!(at.listed[seat] ?? []).some((action) => bytes(action) === choice)) {
          return `"${name}" chooses ${choice} for seat ${seat}, which is not listed`;
        }
        const again = chosen(at, redealt(at, seat, 'policies'), seat, name, policy);
        if (again !== choice) return `asked again, "${name}" chooses ${again} for seat ${seat} and not ${choice}`;
      }
    }
    return null;
  },
};
