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
      text: 'You win when your hand is empty. Challenge your rival: who wins a battle gets rid of a card.',
    },
    {
      when: { action: 'chooseDie' },
      text: 'Put cards of your hand together: they are your die. One of them will be turned up by chance.',
    },
    {
      when: { action: 'chooseChallenge' },
      text: 'Look at your die and say what wins: with high cards the highest number, with low cards the lowest.',
    },
    {
      when: { event: 'battleWon' },
      text: 'The winner discarded the card that was turned up. All other cards went back into the hands.',
    },
    {
      when: { action: 'chooseNumber' },
      text: 'You are challenged, so you say how many cards each die has. The fewer, the more your choice of cards counts.',
    },
    { when: { action: 'discardCard' }, text: 'A tie: both of you give up a card and draw a new one.' },
    { when: { isOver: true }, text: 'A hand is empty, and the game is over. Up to five can play.' },
  ],
};
