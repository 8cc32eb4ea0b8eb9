import { describe, expect, test } from 'vitest';
import type { Action } from '#rules/pascal/actions.ts';
import type { FieldId } from '#rules/pascal/board.ts';
import { type Filled, NEXT_ROLL, ruleset, ScriptedBoard, triangle } from './scripted-board.ts';

const { at } = ScriptedBoard;
const label = (board: ScriptedBoard, action: Action) => ruleset.label(action, board.view);

describe('labels', () => {
  test('name the dice, their faces, and the result', () => {
    const board = at({});
    expect(label(board, { type: 'reroll', dice: [4] })).toBe('Roll again, for a dot: the fifth die (5)');
    expect(label(board, { type: 'reroll', dice: [0, 2, 5] })).toBe(
      'Roll again, for a dot: the first (1), third (3) and sixth die (6)',
    );
    expect(label(board, { type: 'write', dice: [1, 5], field: '6.3+' })).toBe(
      'Write 8 into the bonus field beside the fourth field of row 7: the second (2) and sixth die (6)',
    );
    expect(label(board, { type: 'crossOut', field: '7.7' })).toBe('Cross out the right corner');
    expect(label(board, { type: 'cancelBoard' })).toBe('Cancel the board, for 50 points');
    expect(label(board, { type: 'discardRoll' })).toBe('Discard the roll, for a cross');
    board.write('1.0', [0]).write('2.2', [1, 2]);
    expect(label(board, { type: 'erase' })).toBe('Erase the first field of row 2 and the third field of row 3');
  });

  test('R5: announce the canceled board if a reroll or a discard has no space for its mark', () => {
    const dots = { dots: 50, totalDots: 50 };
    expect(label(at(dots), { type: 'reroll', dice: [4] })).toBe(
      'Roll again without space for a dot, which cancels the board: the fifth die (5)',
    );
    const crosses = { crosses: 10, totalCrosses: 10, rerolls: 2 };
    expect(label(at({ ...dots, ...crosses }), { type: 'discardRoll' })).toBe(
      'Discard the roll without space for a cross, which cancels the board',
    );
    expect(label(at(crosses), { type: 'reroll', dice: [4] })).toBe('Roll again, for a dot: the fifth die (5)');
    expect(label(at({ ...dots, rerolls: 2 }), { type: 'discardRoll' })).toBe('Discard the roll, for a cross');
  });
});

describe('the sheet in words', () => {
  test('describes a board in play', () => {
    const fields: Filled = { '0.0': 0, '1.0': 2, '1.1': 1, '5.2': 13, '5.3': 13, '6.3': 12, '7.0': 0 };
    const board = at({ fields, dots: 1, totalDots: 7, crosses: 1, totalCrosses: 1, rerolls: 1, cancelledBoards: 1 });
    board.write('2.1', [2]);
    expect(ruleset.describe(board.view)).toBe(
      [
        'Pascal. Marked on this board: 1 of 50 dots, 1 of 10 crosses. Boards cancelled: 1.',
        'Score 58: dots 7, crosses 5, boards 50, less corners 4, bonus fields 0, triangle 0.',
        'Each line is a row; "-" is empty, "/" crossed out, "?" after a number in pencil, and "≥" the least a sum can be.',
        '  0.0 /',
        '  1.0 2   1.1 1',
        '  2.0 -   2.1 3?   2.2 -',
        '  3.0 -   3.1 - ≥3   3.2 - ≥3   3.3 -',
        '  4.0 -   4.1 - ≥4   4.2 - ≥6   4.3 - ≥4   4.4 -',
        '  5.0 -   5.1 - ≥5   5.2 13   5.3 13   5.4 - ≥5   5.5 -',
        '  6.0 -   6.1 - ≥6   6.2 - ≥15   6.3 12 + - ≥20   6.4 - ≥15   6.5 - ≥6   6.6 -',
        '  7.0 /   7.1 - ≥7   7.2 - ≥21   7.3 - + - ≥35   7.4 - + - ≥35   7.5 - ≥21   7.6 - ≥7   7.7 -',
        'Still to be written or erased: the first (1), second (2), fourth (4), fifth (5) and sixth die (6).',
      ].join('\n'),
    );
  });

  const lastLine = (board: ScriptedBoard) => ruleset.describe(board.view).split('\n').at(-1);

  test('names the open choices in its last line', () => {
    const dice = 'the first (1), second (2), third (3), fourth (4), fifth (5) and sixth die (6)';
    expect(lastLine(at({}))).toBe(`To be written, with 2 re-rolls left: ${dice}.`);
    expect(lastLine(at({ rerolls: 1 }))).toBe(`To be written, with 1 re-roll left: ${dice}.`);
    expect(lastLine(at({ rerolls: 2 }))).toBe(`To be written or discarded: ${dice}.`);
    expect(lastLine(at({}).write('0.0', [0, 1, 2, 3, 4]))).toBe('Still to be written or erased: the sixth die (6).');
    expect(lastLine(at({ fields: triangle({ '7.7': null }) }).crossOut('7.7'))).toBe('The game is over.');
  });

  test('points out a dead end', () => {
    expect(ruleset.describe(at({ fields: { '1.0': 20, '1.1': 17 } }).view)).toContain(
      '\n2.1 can no longer be met: the board cannot be completed.\n',
    );
  });
});

describe('refusals', () => {
  const refused = (board: ScriptedBoard, action: Action) => {
    const { rule, detail } = board.refusal(action);
    return `${rule} ${detail}`;
  };
  const writing = (fields: Filled, field: FieldId, dice: number[]) =>
    refused(at({ fields }), { type: 'write', dice, field });

  test('R2 name a broken sum', () => {
    expect(writing({ '1.0': 1, '1.1': 1 }, '2.1', [2])).toBe(
      'R2 3 in 2.1 cannot stand: 2.1 has to be the sum of 1.0 and 1.1, 1 + 1 = 2.',
    );
    expect(writing({ '2.1': 3, '1.1': 1 }, '1.0', [3])).toBe(
      'R2 4 in 1.0 cannot stand: 2.1 is 3 and has to be the sum of 1.0 and 1.1, 4 + 1 = 5.',
    );
    expect(writing({ '5.2': 10, '5.3': 11, '6.3': 18 }, '6.3+', [3])).toBe(
      'R2 4 in 6.3+ beside 18 in 6.3 cannot stand: 6.3 has to be the sum of 5.2 and 5.3, 10 + 11 = 21.',
    );
  });

  test('R2 name an entry below its minimum', () => {
    expect(writing({}, '4.2', [4])).toBe('R2 5 in 4.2 cannot stand: 4.2 is never less than 6.');
  });

  test('R2 name a part that is not smaller than its sum, from either side', () => {
    expect(writing({ '2.1': 4 }, '1.0', [3])).toBe(
      'R2 4 in 1.0 cannot stand: 2.1 below it is 4, and a sum is more than each of its parts.',
    );
    expect(writing({ '1.0': 4 }, '2.1', [3])).toBe(
      'R2 4 in 2.1 cannot stand: 1.0 above it is 4, and a sum is more than each of its parts.',
    );
  });

  test('R2 name a field beyond the total of its split entry, from either side', () => {
    expect(writing({ '5.2': 10, '5.3': 10 }, '6.3', [0, 1, 2, 3, 4, 5])).toBe(
      'R2 21 in 6.3 cannot stand: 6.3 has to be the sum of 5.2 and 5.3, 10 + 10 = 20.',
    );
    expect(writing({ '6.3+': 30, '5.2': 10 }, '5.3', [1, 2, 3, 4])).toBe(
      'R2 14 in 5.3 cannot stand: 6.3 holds 30 already and has to be the sum of 5.2 and 5.3, 10 + 14 = 24.',
    );
  });

  test('R2 name a filled field', () => {
    expect(writing({ '0.0': 4 }, '0.0', [0])).toBe('R2 0.0 is not empty: it holds 4.');
    expect(writing({ '0.0': 0 }, '0.0', [0])).toBe('R2 0.0 is crossed out.');
    expect(refused(at({ fields: { '0.0': 4 } }), { type: 'crossOut', field: '0.0' })).toBe(
      'R13 0.0 is not empty: it holds 4.',
    );
  });

  test('R2 name a cross that breaks a sum', () => {
    expect(refused(at({ fields: { '6.3': 12 } }), { type: 'crossOut', field: '6.3+' })).toBe(
      'R2 6.3+ crossed out beside 12 in 6.3 cannot stand: 6.3 is never less than 20.',
    );
  });

  test('R13 name a cross in the wrong field', () => {
    expect(refused(at({}), { type: 'crossOut', field: '6.3' })).toBe(
      'R13 Only corner and bonus fields can be crossed out, and 6.3 is neither.',
    );
  });

  test('R12 name dice that are used, or out of order', () => {
    const board = at({}).write('0.0', [0, 1]);
    expect(refused(board, { type: 'write', dice: [0, 2], field: '3.0' })).toBe(
      'R12 Each die is written once: the first die in 0.0 already.',
    );
    expect(refused(board, { type: 'write', dice: [3, 2], field: '3.0' })).toBe(
      'R12 The positions of dice are named once each, ascending, and not as 3 and 2.',
    );
    expect(refused(at({}), { type: 'reroll', dice: [1, 0] })).toMatch(/^R12 /);
  });

  test('R4 name rerolls and discards at the wrong time', () => {
    const pencil = at({ rerolls: 1 }).write('0.0', [0]).write('3.0', [1]);
    expect(refused(pencil, { type: 'reroll', dice: [2] })).toBe(
      'R4 Nothing can be rolled again while 0.0 and 3.0 are in pencil: erase first.',
    );
    expect(refused(pencil, { type: 'discardRoll' })).toBe(
      'R4 A roll cannot be discarded while 0.0 and 3.0 are in pencil: erase first.',
    );
    expect(refused(at({}), { type: 'discardRoll' })).toBe(
      'R4 A roll can be discarded only after the second re-roll, and with nothing in pencil.',
    );
    expect(refused(at({ rerolls: 2 }), { type: 'reroll', dice: [2] })).toBe(
      'R4 Dice can be rolled again only 2 times in a turn.',
    );
  });

  test('R4 R11 name erasing at the wrong time', () => {
    expect(refused(at({}), { type: 'erase' })).toBe('R11 There is nothing to erase: nothing is in pencil.');
    expect(refused(at({ erases: 100 }).write('0.0', [0]), { type: 'erase' })).toBe(
      'R4 Pencil can be erased only 100 times in a roll.',
    );
  });

  test('name the open choices in their hint', () => {
    expect(
      at({ rerolls: 2 })
        .cancel(...NEXT_ROLL)
        .refusal({ type: 'erase' }).hint,
    ).toBe(
      'To be written, with 2 re-rolls left: the first (6), second (5), third (4), fourth (3), fifth (2) and sixth die (1).',
    );
  });
});
