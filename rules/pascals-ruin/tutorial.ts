import type { Tutorial } from '../kernel/tutorial.ts';

export const TUTORIAL: Tutorial = {
  game: {
    options: { roundsToWin: 1 },
    seats: ['me', { bot: 'random' }],
    seed: "Pascal's Ruin, first game 254",
    visibility: 'unlisted',
  },
  hints: [
    {
      when: { action: 'rollDie' },
      text: 'Roll a die against the card: you win the card if the die shows more. You can use each die once a turn.',
    },
    {
      when: { action: 'continue' },
      text: 'You won the card. Take the points of your chain now, or risk them on the next card.',
    },
    {
      when: { action: 'challenge' },
      text: 'Your rival rolled too low. Roll your die of the same kind: if you beat the card, the whole chain is yours.',
    },
    {
      when: { action: 'playCard' },
      text: 'You hold a Jack or Queen, which forces a new roll. A Jack is for a rival’s lucky roll, a Queen for a failed one.',
    },
    { when: { event: 'aceAdvanced' }, text: 'An Ace is a free level: it is won without a die.' },
    {
      when: { event: 'kingRolled' },
      text: 'A King throws all the dice that are left in the turn, and the highest counts.',
    },
    {
      when: { event: 'chainTaken' },
      text: 'A chain that was taken is safe. The round goes on until the deck runs out.',
    },
    {
      when: { isOver: true },
      text: 'The most points won the round. A whole match is won by the first with three rounds.',
    },
  ],
};
