import { expect, test } from 'vitest';
import type { Game } from '../../clients/typescript/src/index.ts';
import { toViewer } from '../../web/src/core/second-person.ts';

function game(you: number[], names = ['Ada', 'Bert']): Game {
  const seats = names.map((name, seat) => ({ seat, kind: 'player', player: { id: name, name }, policy: null }));
  return { seats, you } as unknown as Game;
}

test.each([
  ['Ada puts 2 (numberless) into its die.', 'You put 2 (numberless) into your die.'],
  [
    'Ada passes 6 “+2” and rolls again; 3 returns to its hand.',
    'You pass 6 “+2” and roll again; 3 returns to your hand.',
  ],
  ['Ada is dealt 3 cards: 1, 2 and 3.', 'You are dealt 3 cards: 1, 2 and 3.'],
  ['Battle 3 begins, and Ada is to choose whom to fight.', 'Battle 3 begins, and you are to choose whom to fight.'],
  ['Ada, who challenges, rolls 3 on the d6.', 'You, who challenge, roll 3 on the d6.'],
  [
    'All dice are rolled for the start: Ada rolls the highest.',
    'All dice are rolled for the start: you roll the highest.',
  ],
  ['Ada and Bert challenge the roll of Lou.', 'You and Bert challenge the roll of Lou.'],
  [
    'Ada sets a card aside, which it cannot roll in this turn.',
    'You set a card aside, which you cannot roll in this turn.',
  ],
  ['Still making a die: Ada and Bert', 'Still making a die: you and Bert'],
  ['4 (invert) of Ada flips the challenge.', 'Your 4 (invert) flips the challenge.'],
  ['The top card of Ada asks for dice of 3 cards.', 'Your top card asks for dice of 3 cards.'],
  ['Ada undoes the last action.', 'You undo the last action.'],
  ['Bert puts 4 on its pile.', 'Bert puts 4 on its pile.'],
  ['Bert takes 4 out of the die of Ada.', 'Bert takes 4 out of your die.'],
  ['The attack on Ada is over.', 'The attack on you is over.'],
])('"%s" becomes "%s" for Ada', (told, expected) => {
  expect(toViewer(told, game([0]))).toBe(expected);
  expect(toViewer(told, game([]))).toBe(told);
});

test('a sentence stays as it is if it could mean two players', () => {
  expect(toViewer('Ada rolls 3.', game([0, 1]))).toBe('Ada rolls 3.');
  expect(toViewer('Ada Bo rolls 3.', game([0], ['Ada', 'Ada Bo']))).toBe('Ada Bo rolls 3.');
});
