import type { InShort } from '../kernel/introduction.ts';

export const IN_SHORT: InShort = {
  minutes: { min: 15, max: 30 },
  rules: [
    'Open the rooms of a dungeon one by one: they hold money, potions, swords, hearts, curses and enemies.',
    'Buy red potions to heal and blue potions to grow stronger, and beware of the curses, which help the next enemy.',
    'In a fight both sides roll dice, and the better poker hand or the higher sum hits.',
    'A hit takes hit points for each point of attack and each card in play.',
    'At 0 hit points you can give up a point of attack to stand up again; without one to give, the run is lost.',
    'Beat all twelve enemies to win; every third one makes the rest stronger.',
  ],
};
