import type { InShort } from '../kernel/introduction.ts';

export const IN_SHORT: InShort = {
  minutes: { min: 20, max: 40 },
  rules: [
    'Roll six dice and write sums of them into an empty triangle of fields.',
    'Every inner field has to be the sum of the two fields above it.',
    'Use all six dice each turn: one field may take one die, or several together.',
    'You may roll dice again twice a turn for 1 point each, or discard the roll for 5 points.',
    'Corners and bonus fields can be crossed out, which takes points off.',
    'You win when the triangle is full; the fewer points, the better.',
  ],
};
