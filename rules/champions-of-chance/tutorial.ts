import type { Tutorial } from '../kernel/tutorial.ts';

export const TUTORIAL: Tutorial = {
  game: {
    options: {},
    seats: ['me', { bot: 'random' }],
    seed: 'Champions of Chance, first game 11',
    visibility: 'unlisted',
  },
  hints: [
    {
      when: { action: 'chooseOpponent' },
      text: 'You win when your hand is empty: challenge your rival. A battle won gets rid of a card.',
    },
    {
      when: { action: 'chooseDie' },
      text: 'Cards of your hand are your die: choose them. One will be turned up by chance.',
    },
    {
      when: { action: 'chooseChallenge' },
      text: 'Say what wins: with high cards the highest number, with low cards the lowest.',
    },
    {
      when: { action: 'chooseNumber' },
      text: 'Challenged, you say how many cards each die has. The fewer, the more your choice counts.',
    },
    { when: { action: 'discardCard' }, text: 'A tie: both of you give up a card and draw a new one.' },
    {
      when: { event: 'battleWon' },
      text: 'The winner discarded the card turned up. All other cards went back into the hands.',
    },
    { when: { isOver: true }, text: 'A hand is empty, and the game is over. Up to five can play.' },
  ],
};
