import { describe, expect, test } from 'vitest';
import { ruleset, ScriptedTable } from './scripted-table.ts';

const HANDS = [
  ['6y', '2a', '3a'],
  ['1b', '3b', '4y'],
];
const PLAIN = [
  ['6a', '2a', '3a'],
  ['1b', '3b', '4b'],
];
const OPTIONS = { victoryDice: true, wackyNumbers: true };

function labels(table: ScriptedTable, seat: number): string[] {
  return table.legal(seat).map((action) => ruleset.label(action, table.seenBy(seat)));
}

describe('labels', () => {
  test('explain an opponent and a top card', () => {
    const table = ScriptedTable.inPosition({ hands: HANDS, piles: [['4d']], options: OPTIONS });
    expect(labels(table, 0)).toEqual([
      'Fight seat 1 (3 cards); your top card 4 stays out of it',
      'Fight seat 1 (3 cards) with your top card 4 at stake: both dice are 3 cards large',
    ]);
    expect(labels(ScriptedTable.inPosition({ hands: PLAIN }), 0)).toEqual(['Fight seat 1 (3 cards)']);
  });

  test('describe a card, with its icons only if they count', () => {
    const table = ScriptedTable.inPosition({ hands: HANDS, options: OPTIONS }).fight(0, 1, false).number(1, 2);
    expect(labels(table, 1)).toEqual([
      'Put 1 (2 icons) into your die',
      'Put 3 (3 icons) into your die',
      'Put 4 (4 icons, tiebreak: wins against an equal number) into your die',
    ]);
    table.choose(1, '3b');
    expect(labels(table, 1)[2]).toBe('Take 3 (3 icons) back out of your die');
    const plain = ScriptedTable.inPosition({ hands: HANDS, options: { wackyNumbers: true } })
      .fight(0, 1)
      .number(1, 2);
    expect(labels(plain, 1)[2]).toBe('Put 4 (tiebreak: wins against an equal number) into your die');
  });
});

test('labels tell alike cards of a hand apart by their order', () => {
  const hands = [HANDS[0] ?? [], ['3b', '1b', '3c']];
  const table = ScriptedTable.inPosition({ hands, options: { wackyNumbers: true } })
    .fight(0, 1)
    .number(1, 2);
  expect(labels(table, 1)).toEqual([
    'Put 3 (first of 2 alike) into your die',
    'Put 1 into your die',
    'Put 3 (second of 2 alike) into your die',
  ]);
});

describe('the text', () => {
  test('describes everything that a seat sees', () => {
    const table = ScriptedTable.inPosition({ hands: HANDS, piles: [['4d']], options: OPTIONS });
    table.battle({
      against: 1,
      dice: [
        ['6y', '2a', '3a'],
        ['1b', '3b', '4y'],
      ],
      challenge: 'lowest',
      rolls: ['6y', '3b'],
      useTopCard: true,
    });
    expect(ruleset.describe(table.seenBy(0)).split('\n')).toEqual([
      'Champions of Chance, battle 1. Draw pile: 47 cards. Discard pile: 1 card.',
      'Latest roll: seat 0 rolled 6y (steal) and seat 1 rolled 3b; seat 1 won. Discarded since: 4d by seat 0.',
      'Seat 0 fights seat 1; dice of 3 cards; the challenge is lowest.',
      'Seat 0: 3 cards in hand, no pile.',
      'Seat 1: 2 cards in hand, 3 icons in a pile of 1, 3b on top.',
      'Your hand: 6y (number 6, 3 icons, steal: takes a card of the other die), 2a (number 2, 2 icons) and 3a (number 3, ' +
        '3 icons).',
      'Your die: 6y (steal), 2a and 3a.',
      'You have to take one of these: 1b (number 1, 2 icons) and 4y (number 4, 4 icons, tiebreak: wins against an equal ' +
        'number).',
      'The owner of a steal card takes a card of the other die.',
    ]);
  });

  test('describes the open cards to spectators', () => {
    const table = ScriptedTable.inPosition({ hands: PLAIN }).fight(0, 1);
    expect(ruleset.describe(table.view).split('\n')).toEqual([
      'Champions of Chance, battle 1. Draw pile: 30 cards. Discard pile: 0 cards.',
      'Seat 0 fights seat 1.',
      'Seat 0: 3 cards in hand.',
      'Seat 1: 3 cards in hand.',
      'Seat 1 has to choose how large both dice are, from 2 to 3.',
    ]);
  });
});
