import type { Tutorial } from '../kernel/tutorial.ts';

export const TUTORIAL: Tutorial = {
  game: { options: { maxBoards: 1 }, seats: ['me'], seed: 'Pascal, first game 29', visibility: 'unlisted' },
  hints: [
    {
      when: { event: 'sumWritten' },
      text: 'Use all six dice. What you write is in pencil, and can be taken back until the last die is used.',
    },
    {
      when: { event: 'turnEnded' },
      text: 'Every inner field has to be the sum of the two fields above it. Large sums belong near the bottom.',
    },
    {
      when: { event: 'diceRerolled' },
      text: 'You rolled dice again: that costs one point, and can be done twice a turn.',
    },
    {
      when: { action: 'write' },
      text: 'Choose dice that belong together, and then a field of the triangle for their sum. One die can stand alone.',
    },
    {
      when: { action: 'discardRoll' },
      text: 'If no field fits, discard the roll for five points, and all dice are rolled anew.',
    },
    { when: { isOver: true }, text: 'The board is done. The fewer points you have, the better.' },
  ],
};
