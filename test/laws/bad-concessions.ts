import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import { type SealedState, sealedCards } from '../kernel/sealed-cards.ts';
import type { Broken } from './broken.ts';

const law = 'who concedes loses';

let asked = 0;

function conceding(scores: (points: number[]) => number[]): AnyRuleset {
  return { ...sealedCards, conceded: ({ points }: SealedState) => scores(points) };
}

export const BADLY_CONCEDED: readonly Broken[] = [
  { what: 'scores a conceded game for one seat', law, ruleset: conceding(() => [1]) },
  {
    what: 'scores a conceded game without end',
    law,
    ruleset: conceding((points) => points.map(() => Number.POSITIVE_INFINITY)),
  },
  {
    what: 'ends a conceded game otherwise each time',
    law,
    ruleset: conceding((points) => points.map(() => asked++)),
  },
];
