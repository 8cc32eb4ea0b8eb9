import type { Tutorial } from '../kernel/tutorial.ts';

export const TUTORIAL: Tutorial = {
  game: {
    options: { startingCards: 5, simplePowers: true, startPlayer: 0 },
    seats: ['me', { bot: 'random' }],
    seed: 'Folly & Fortune, first game 46',
    visibility: 'unlisted',
  },
  hints: [
    {
      when: { action: 'chooseRow' },
      text: 'Lay two of your cards in front of you: your row. The hearts of your row are your points.',
    },
    {
      when: { action: 'stop' },
      text: 'A card of your hand was turned up: that is your roll. Use its number, or roll again.',
    },
    { when: { action: 'attack' }, text: 'Your result is the damage of your attack. Choose the rival to hit.' },
    { when: { action: 'removeCard' }, text: 'Remove cards of that row whose hearts the damage covers.' },
    {
      when: { action: 'placeRoll' },
      text: 'The card that you rolled joins your row: choose the end. Cards in the row take effect from left to right.',
    },
    {
      when: { event: 'turnEnded' },
      text: 'Your hand shrinks and your row grows. Each roll in a turn is changed by the next card of your row.',
    },
    {
      when: { isOver: true },
      text: 'All hands are empty: the row with the most hearts won. A whole game begins with eight cards.',
    },
  ],
};
