import type { InShort } from '../kernel/introduction.ts';

export const IN_SHORT: InShort = {
  minutes: { min: 10, max: 20 },
  rules: [
    'You hold a hand of number cards, and you win by being the first without cards.',
    'On your turn you challenge a rival, who says how many cards each die has.',
    'Both of you secretly put that many cards of your hand together: these cards are your die.',
    'Then you say whether the highest or the lowest number wins.',
    'One card of each die is turned up by chance, and the winner of the battle discards that card.',
    'All other cards go back into the hands; after a tie both swap a card for a new one.',
  ],
};
