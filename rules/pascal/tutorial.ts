import type { Tutorial } from '../kernel/tutorial.ts';

export const TUTORIAL: Tutorial = {
  game: { options: { maxBoards: 1 }, seats: ['me'], seed: 'Pascal, first game 29', visibility: 'unlisted' },
  hints: [
    {
      when: { event: 'sumWritten' },
      text: 'Use all six dice. What you write can be taken back until the last die is used.',
    },
    {
      when: { event: 'turnEnded' },
      text: 'Each inner field is the sum of the two above it. Large sums belong near the bottom.',
    },
    {
      when: { event: 'diceRerolled' },
      text: 'You rolled dice again: that costs one point, and can be done twice a turn.',
    },
    {
      when: { action: 'write' },
      text: 'Choose one die or several, and then a field of the triangle for their sum.',
    },
    {
      when: { action: 'discardRoll' },
      text: 'If no field fits, discard the roll for five points, and all dice are rolled anew.',
    },
    { when: { isOver: true }, text: 'The game is over. A full board wins, and the fewer points, the better.' },
  ],
};
