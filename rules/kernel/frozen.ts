import { deepFreeze } from './json.ts';
import type { AnyRuleset } from './ruleset.ts';

/** The same ruleset with every position frozen, so that a rule that changes one in place throws at once. */
export function frozen(ruleset: AnyRuleset): AnyRuleset {
  return {
    ...ruleset,
    setup: (options, seats, chance) => deepFreeze(ruleset.setup(options, seats, chance)),
    apply: (state, seat, action, chance) => deepFreeze(ruleset.apply(state, seat, action, chance)),
    redeal: (state, viewer, chance) => deepFreeze(ruleset.redeal(state, viewer, chance)),
  };
}
