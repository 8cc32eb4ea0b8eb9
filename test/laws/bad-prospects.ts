import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import { type SealedState, sealedCards } from '../kernel/sealed-cards.ts';
import type { Broken } from './broken.ts';

const law = 'prospects are shares of the win';

let asked = 0;

function promising(prospects: (state: SealedState) => number[] | null): AnyRuleset {
  return { ...sealedCards, prospects };
}

export const BADLY_PROMISED: readonly Broken[] = [
  { what: 'promises each seat the whole win', law, ruleset: promising(({ points }) => points.map(() => 1)) },
  {
    what: 'promises less than nothing',
    law,
    ruleset: promising(({ points }) => [2, ...points.slice(1).map(() => -1)]),
  },
  { what: 'promises something to one seat alone', law, ruleset: promising(() => [1]) },
  { what: 'promises no number', law, ruleset: promising(({ points }) => points.map(() => Number.NaN)) },
  {
    what: 'promises something else each time',
    law,
    ruleset: promising(({ points }) => {
      asked++;
      return points.map((_, seat) => (seat === asked % points.length ? 1 : 0));
    }),
  },
];
