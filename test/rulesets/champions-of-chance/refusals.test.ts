import { describe, expect, test } from 'vitest';
import type { Action } from '#rules/champions-of-chance/actions.ts';
import { ScriptedTable, type Setting } from './scripted-table.ts';

const HANDS = [
  ['1a', '2a', '3a'],
  ['1b', '2b', '3b', '4b'],
  ['1c', '2c'],
];

function tableWith(setting: Partial<Setting> = {}): ScriptedTable {
  return ScriptedTable.inPosition({ hands: HANDS, draws: ['6a', '6b'], ...setting });
}

const VICTORY = { options: { victoryDice: true } };

describe('refusals name the ruling that was broken', () => {
  test.each<[Action, Partial<Setting>, string, string]>([
    [{ type: 'chooseOpponent', seat: 0 }, {}, 'R3', 'You cannot fight yourself.'],
    [{ type: 'chooseOpponent', seat: 7 }, {}, 'R3', 'There is no seat 7 in this game.'],
    [{ type: 'chooseOpponent', seat: 1, useTopCard: false }, {}, 'R8', 'only with Victory Dice'],
    [{ type: 'chooseOpponent', seat: 1 }, VICTORY, 'R8', 'you say whether your top card'],
    [{ type: 'chooseOpponent', seat: 1, useTopCard: true }, VICTORY, 'R8', 'your pile is empty'],
    [
      { type: 'chooseOpponent', seat: 1, useTopCard: false },
      { ...VICTORY, hands: [['1a'], [], ['1c']] },
      'R8',
      'Seat 1 has no cards',
    ],
    [{ type: 'chooseNumber', number: 2 }, {}, 'R3', 'The number is chosen by the opponent'],
    [{ type: 'chooseDie', card: '1a' }, {}, 'R3', 'once the number is settled'],
    [{ type: 'chooseChallenge', challenge: 'lowest' }, {}, 'R3', 'once both dice are made'],
    [{ type: 'discardCard', card: '1a' }, {}, 'R6', 'only after a tie'],
    [{ type: 'stealCard', card: '1a' }, {}, 'R9', 'owner of a revealed steal card'],
  ])('%j at the start of a turn is refused', (action, setting, rule, words) => {
    const refusal = tableWith(setting).refusal(0, action);
    expect(refusal.rule).toBe(rule);
    expect(refusal.detail).toContain(words);
    expect(refusal.hint).toBeTypeOf('string');
  });

  test('a number that a hand cannot give is refused', () => {
    const refusal = tableWith().fight(0, 1).refusal(1, { type: 'chooseNumber', number: 4 });
    expect(refusal).toEqual({
      rule: 'R2',
      detail: 'The number is at least 2 and no larger than the smaller hand allows, which is 3.',
      hint: 'Seat 1 has to choose how large both dice are, from 2 to 3.',
    });
  });

  test('a card that is not in the hand, and one that is in the die already, are refused', () => {
    const table = tableWith().fight(0, 1).number(1, 3).choose(0, '2a');
    const hint = 'You can still choose among 1a and 3a.';
    expect(table.refusal(0, { type: 'chooseDie', card: '1b' })).toEqual({
      rule: 'R3',
      detail: 'The card 1b is not in your hand.',
      hint,
    });
    expect(table.refusal(0, { type: 'chooseDie', card: '2a' })).toEqual({
      rule: 'R3',
      detail: 'The card 2a is part of your die already.',
      hint,
    });
  });

  test('a Wacky card in a die of a single card is refused', () => {
    const table = tableWith({ hands: [['1a'], ['4y', '2b']], options: { wackyNumbers: true } }).fight(0, 1);
    const refusal = table.refusal(1, { type: 'chooseDie', card: '4y' });
    expect(refusal).toMatchObject({ rule: 'R10', hint: 'Choose a card without a power.' });
    expect(refusal.detail).toContain('4y (tiebreak)');
  });

  test('a discard that is not in the hand is refused', () => {
    const table = tableWith();
    table.battle({
      against: 1,
      dice: [
        ['1a', '2a'],
        ['1b', '2b'],
      ],
      challenge: 'highest',
      rolls: ['2a', '2b'],
    });
    expect(table.refusal(0, { type: 'discardCard', card: '2b' })).toEqual({
      rule: 'R6',
      detail: 'The card 2b is not in your hand.',
      hint: 'You hold 1a, 2a and 3a.',
    });
  });

  test('a theft of a missing card is refused', () => {
    const table = tableWith({
      hands: [
        ['6y', '2a'],
        ['1b', '3b', '4b'],
      ],
      options: { wackyNumbers: true },
    });
    table.battle({
      against: 1,
      dice: [
        ['6y', '2a'],
        ['1b', '3b'],
      ],
      challenge: 'lowest',
      rolls: ['6y', '1b'],
    });
    expect(table.refusal(0, { type: 'stealCard', card: '4b' })).toEqual({
      rule: 'R9',
      detail: 'The card 4b is not one that you can take.',
      hint: 'You can take 3b.',
    });
  });

  test('an unknown card and a card of the other hand are refused alike', () => {
    const table = tableWith().fight(0, 1).number(1, 2);
    const refused = (card: string) => JSON.stringify(table.refusal(0, { type: 'chooseDie', card })).replace(card, '');
    expect(refused('1b')).toBe(refused('6f'));
    expect(refused('1b')).toBe(refused('6z'));
  });
});
