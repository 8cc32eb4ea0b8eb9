import type { Tutorial } from '../kernel/tutorial.ts';

export const TUTORIAL: Tutorial = {
  game: {
    options: { startHp: 18, startAtk: 3, trade: 'allDice' },
    seats: ['me'],
    seed: "Poker's Rogue Reckoning, first game 1302",
    visibility: 'unlisted',
  },
  hints: [
    { when: { action: 'reveal', event: 'levelLeft' }, text: 'A new level. After each one you rest, which heals 2 HP.' },
    {
      when: { action: 'takeMoney' },
      text: 'Money buys potions. If you are hurt, heal up to 3 HP instead of taking it.',
    },
    {
      when: { action: 'buy' },
      text: 'A potion costs as much money as its rank. Red ones heal, and blue ones help in a fight.',
    },
    {
      when: { action: 'roll', event: 'playerHurt' },
      text: 'A hit takes hit points (HP) for each ATK and each card in play. At 0 HP you can give up 1 ATK to stand up.',
    },
    {
      when: { action: 'roll' },
      text: 'An enemy. Both sides roll dice, and the better poker hand hits: a pair beats none, three beat a pair.',
    },
    {
      when: { event: 'curseRolled' },
      text: 'A curse: dice said whether you avoid it. One that stays helps the next enemy, or with luck you.',
    },
    {
      when: { event: 'enemyDefeated' },
      text: 'One of twelve enemies is beaten. Every third one makes the rest stronger, so gather potions in time.',
    },
    {
      when: { action: 'reveal' },
      text: 'Open a room. It holds money, a potion, a sword, a heart, a curse or an enemy.',
    },
    {
      when: { action: 'reveal', event: 'levelLeft' },
      text: 'You know the game. A run is won when all twelve enemies are beaten.',
    },
  ],
};
