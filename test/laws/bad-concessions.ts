import type { AnyRuleset, Outcome } from '../../src/kernel/ruleset.ts';
import { type SealedState, sealedCards } from '../kernel/sealed-cards.ts';
import type { Broken } from './broken.ts';

const law = 'who concedes loses';

/** Counts how often a conceded game was looked at. */
let asked = 0;

function conceding(change: (state: SealedState) => Partial<Outcome>): AnyRuleset {
  return {
    ...sealedCards,
    conceded: (state: SealedState) => ({ winners: [], scores: state.points, reason: 'resigned', ...change(state) }),
  };
}

/** Rulesets that end conceded games in a way that they cannot end. */
export const BADLY_CONCEDED: readonly Broken[] = [
  { what: 'lets somebody win by conceding', law, ruleset: conceding(() => ({ winners: [0] })) },
  { what: 'scores a conceded game for one seat', law, ruleset: conceding(() => ({ scores: [1] })) },
  {
    what: 'scores a conceded game without end',
    law,
    ruleset: conceding(({ points }) => ({ scores: points.map(() => Number.POSITIVE_INFINITY) })),
  },
  { what: 'ends a conceded game for no reason', law, ruleset: conceding(() => ({ reason: ' ' })) },
  { what: 'ends a conceded game for reason undefined', law, ruleset: conceding(() => ({ reason: 'undefined' })) },
  {
    what: 'ends a conceded game otherwise each time',
    law,
    ruleset: conceding(({ points }) => ({ scores: points.map(() => asked++) })),
  },
];
