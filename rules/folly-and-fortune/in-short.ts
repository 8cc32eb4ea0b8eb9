import type { InShort } from '../kernel/introduction.ts';

export const IN_SHORT: InShort = {
  minutes: { min: 10, max: 20 },
  rules: [
    'Six cards in your hand are your die, and two cards lie in front of you as your row.',
    'To roll, a card of your hand is turned up by chance, and the card of your row that is in force can change its number.',
    'Stop and use the number, or roll again: then the next card of your row is in force.',
    'With the number you attack a rival and remove cards of that row whose hearts it covers.',
    'The card that you rolled then joins your row, so your hand shrinks and your row grows.',
    'When all hands are empty, the row with the most hearts wins.',
  ],
};
