import type { InShort } from '../kernel/introduction.ts';

export const IN_SHORT: InShort = {
  minutes: { min: 15, max: 30 },
  rules: [
    'Turn up cards one by one and beat each with one of your five dice: roll above its number.',
    'After each card, take the points of your chain or risk them on the next card with one die less.',
    'Rolling below the card loses the chain, and a rival may challenge to win it; an equal roll scores it and ends your turn.',
    'Aces are free levels, and a King throws all the dice that you have left.',
    'A Jack makes a rival roll again, and a Queen repeats a failed roll.',
    'The most points when the deck runs out win the round, and three rounds win the match.',
  ],
};
