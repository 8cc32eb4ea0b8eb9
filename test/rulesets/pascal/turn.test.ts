import { describe, expect, test } from 'vitest';
import type { Action } from '#rules/pascal/actions.ts';
import { ERASES_A_ROLL } from '#rules/pascal/state.ts';
import { NEXT_ROLL, ScriptedBoard, triangle } from './scripted-board.ts';

const REROLL: Action = { type: 'reroll', dice: [0] };
const fresh = () => ScriptedBoard.at({});
const rerolled = (setting = {}) => ScriptedBoard.at({ rerolls: 2, dots: 2, totalDots: 2, ...setting });

describe('the beginning', () => {
  test('the first board is taken and six dice are rolled', () => {
    const board = ScriptedBoard.setUp({}, 1, 6, 2, 5, 3, 4);
    expect(board.happened).toEqual(['boardStarted', 'diceRolled']);
    expect(board.told('boardStarted')?.data).toEqual({ board: 1 });
    expect(board.view).toMatchObject({
      dice: [1, 6, 2, 5, 3, 4],
      used: [null, null, null, null, null, null],
      rerollsLeft: 2,
      dots: 0,
      crosses: 0,
      dotSpaces: 50,
      crossSpaces: 10,
      cancelledBoards: 0,
      deadEntry: null,
    });
  });
});

describe('R4 a turn', () => {
  test('R4 ends by itself when all six dice are written, and pencil entries stay', () => {
    const board = fresh().write('0.0', [0, 1, 2]).write('3.0', [4]);
    expect(board.happened).toEqual(['sumWritten']);
    expect(board.told('sumWritten')?.data).toEqual({ field: '3.0', value: 5, dice: [4] });
    board.write('6.6', [3, 5], ...NEXT_ROLL);
    expect(board.happened).toEqual(['sumWritten', 'turnEnded', 'diceRolled']);
    expect(board.told('turnEnded')?.data).toEqual({ fields: ['0.0', '6.6', '3.0'] });
    expect(board.view).toMatchObject({ dice: NEXT_ROLL, used: [null, null, null, null, null, null], rerollsLeft: 2 });
    expect(board.view.fields['6.6']).toEqual({ value: 10, crossed: false, pencil: false });
    expect(board.kinds).not.toContain('erase');
  });

  test('R4 one write may use all six dice', () => {
    expect(fresh().write('7.7', [0, 1, 2, 3, 4, 5], ...NEXT_ROLL).view.fields['7.7'].value).toBe(21);
  });

  test('R4 allows two rerolls of any dice, for a dot each', () => {
    const board = fresh().reroll([1, 4], 6, 6);
    expect(board.view).toMatchObject({ dice: [1, 6, 3, 4, 6, 6], rerollsLeft: 1, dots: 1, totalDots: 1 });
    expect(board.told('diceRerolled')).toMatchObject({ seat: 0, data: { rerolled: [1, 4], dots: 1 } });
    board.reroll([0, 1, 2, 3, 4, 5], 2, 2, 2, 2, 2, 2);
    expect(board.view).toMatchObject({ dice: [2, 2, 2, 2, 2, 2], rerollsLeft: 0, dots: 2 });
    expect(board.kinds).toEqual(['cancelBoard', 'crossOut', 'discardRoll', 'write']);
  });

  test('R4 allows no reroll or discard once something is in pencil', () => {
    expect(fresh().write('0.0', [0]).kinds).toEqual(['cancelBoard', 'crossOut', 'erase', 'write']);
    expect(rerolled().write('0.0', [0]).kinds).toEqual(['cancelBoard', 'crossOut', 'erase', 'write']);
  });

  test('R4 allows a discard only after the second reroll, for a cross', () => {
    expect(fresh().kinds).not.toContain('discardRoll');
    expect(fresh().reroll([0], 1).kinds).not.toContain('discardRoll');
    const board = rerolled().discard(...NEXT_ROLL);
    expect(board.happened).toEqual(['rollDiscarded', 'diceRolled']);
    expect(board.view).toMatchObject({ dice: NEXT_ROLL, crosses: 1, totalCrosses: 1, dots: 2, rerollsLeft: 2 });
  });

  test(`R4 allows at most ${ERASES_A_ROLL} erases in a roll`, () => {
    const board = fresh();
    for (let i = 0; i < ERASES_A_ROLL; i++) board.write('0.0', [0]).erase();
    expect(board.write('0.0', [0]).kinds).not.toContain('erase');
    expect(board.refusal({ type: 'erase' }).rule).toBe('R4');
    expect(board.write('3.0', [1, 2, 3, 4, 5], ...NEXT_ROLL).write('7.0', [0]).kinds).toContain('erase');
  });
});

describe('R5 marks without space', () => {
  test('R5 the last space can be used, and the board goes on', () => {
    const board = ScriptedBoard.at({ dots: 49, totalDots: 49 }).reroll([0], 1);
    expect(board.view).toMatchObject({ dots: 50, cancelledBoards: 0 });
    const crossed = rerolled({ crosses: 9, totalCrosses: 9 }).discard(...NEXT_ROLL);
    expect(crossed.view).toMatchObject({ crosses: 10, cancelledBoards: 0 });
  });

  test('R5 R14 a re-roll without space for its dot cancels the board before a die is rolled for it', () => {
    const board = ScriptedBoard.at({ fields: { '0.0': 4 }, dots: 50, totalDots: 50, rerolls: 1 });
    board.reroll([0], ...NEXT_ROLL);
    expect(board.happened).toEqual(['boardCancelled', 'boardStarted', 'diceRolled']);
    expect(board.told('boardCancelled')).toMatchObject({
      seat: null,
      data: { reason: 'noDotSpace', cancelledBoards: 1 },
    });
    expect(board.view).toMatchObject({ dice: NEXT_ROLL, dots: 0, totalDots: 50, cancelledBoards: 1, rerollsLeft: 2 });
    expect(board.view.fields['0.0'].value).toBeNull();
  });

  test('R5 R14 a discard without space for its cross cancels the board too', () => {
    const board = rerolled({ crosses: 10, totalCrosses: 13 }).discard(...NEXT_ROLL);
    expect(board.told('boardCancelled')?.data).toEqual({ reason: 'noCrossSpace', cancelledBoards: 1 });
    expect(board.view).toMatchObject({ dice: NEXT_ROLL, crosses: 0, totalCrosses: 13, rerollsLeft: 2 });
  });

  test('R5 the options say how much space there is', () => {
    const options = { dotSpaces: 5, crossSpaces: 1 };
    const board = rerolled({ options, dots: 5, totalDots: 5, crosses: 1, totalCrosses: 1 });
    expect(board.view).toMatchObject({ dotSpaces: 5, crossSpaces: 1 });
    expect(board.discard(...NEXT_ROLL).view.cancelledBoards).toBe(1);
  });

  test('R5 on the last board they end the game', () => {
    const board = ScriptedBoard.at({ options: { maxBoards: 1 }, dots: 50, totalDots: 50 }).reroll([0]);
    expect(board.happened).toEqual(['boardCancelled']);
    expect(board.outcome).toMatchObject({ winners: [], scores: [100] });
  });
});

describe('R11 erasing', () => {
  test('R11 takes back all writes of the turn, and no cross', () => {
    const board = fresh().write('1.0', [0]).crossOut('7.0').write('1.1', [1]).erase();
    expect(board.told('pencilErased')?.data).toEqual({ fields: ['1.0', '1.1'] });
    expect(board.view.used).toEqual([null, null, null, null, null, null]);
    expect(board.view.fields['1.1'].value).toBeNull();
    expect(board.view.fields['7.0']).toEqual({ value: 0, crossed: true, pencil: false });
  });

  test('R11 leaves what was written in earlier turns', () => {
    const board = fresh()
      .write('0.0', [0, 1, 2, 3, 4, 5], ...NEXT_ROLL)
      .write('1.0', [0])
      .erase();
    expect(board.view.fields['0.0'].value).toBe(21);
  });

  test('R11 allows rerolling dice or discarding the roll afterwards', () => {
    expect(fresh().write('1.0', [0]).erase().kinds).toContain('reroll');
    expect(rerolled().write('1.0', [0]).erase().kinds).toContain('discardRoll');
  });

  test('R4 R11 is counted for each roll: a reroll begins the count anew, and so does the next turn', () => {
    const board = ScriptedBoard.at({ erases: ERASES_A_ROLL }).reroll([0], 3);
    expect(board.write('1.0', [0]).kinds).toContain('erase');
    expect(board.erase().state.erases).toBe(1);
    expect(board.write('0.0', [0, 1, 2, 3, 4, 5], ...NEXT_ROLL).state.erases).toBe(0);
  });

  test('R11 is impossible without pencil', () => {
    expect(fresh().kinds).not.toContain('erase');
    expect(fresh().refusal({ type: 'erase' }).rule).toBe('R11');
  });
});

describe('R13 crossing out', () => {
  test('R13 uses no dice and leaves the turn as it is', () => {
    const board = fresh().crossOut('7.3+');
    expect(board.happened).toEqual(['fieldCrossedOut']);
    expect(board.view).toMatchObject({ rerollsLeft: 2, used: [null, null, null, null, null, null] });
    expect(board.isLegal(REROLL)).toBe(true);
    expect(board.sumsFor('7.3+')).toEqual([]);
  });

  test('R13 is possible between writes, but not where pencil stands', () => {
    const board = fresh().write('0.0', [0]);
    expect(board.crossable).toEqual(['6.3+', '7.0', '7.3+', '7.4+', '7.7']);
    expect(board.crossOut('7.7').erase().crossable).toEqual(['0.0', '6.3+', '7.0', '7.3+', '7.4+']);
  });

  test('R13 of the last field wins at once, whatever the dice show', () => {
    const board = ScriptedBoard.at({ fields: triangle({ '0.0': null }) }).crossOut('0.0');
    expect(board.happened).toEqual(['fieldCrossedOut', 'boardCompleted']);
    expect(board.outcome).toMatchObject({ winners: [0], scores: [-9] });
  });

  test('R13 with pencil on the board, the rest of the roll has to be written first', () => {
    const board = ScriptedBoard.at({ fields: triangle({ '0.0': null, '7.0': null, '7.7': null }) });
    board.write('0.0', [0]).crossOut('7.0');
    expect(board.outcome).toBeNull();
    board.write('7.7', [1, 2, 3, 4, 5]);
    expect(board.outcome).toMatchObject({ winners: [0], scores: [-4] });
  });

  test('R13 without a field for the rest, only erasing or cancelling helps', () => {
    const board = ScriptedBoard.at({ fields: triangle({ '0.0': null, '7.0': null }) });
    board.write('0.0', [0]).crossOut('7.0');
    expect(board.outcome).toBeNull();
    expect(board.kinds).toEqual(['cancelBoard', 'erase']);
    expect(board.erase().kinds).toEqual(['cancelBoard', 'crossOut', 'reroll', 'write']);
  });
});

describe('canceling', () => {
  test('R14 a new board begins with a full turn, also in the middle of writing', () => {
    const board = rerolled({ fields: { '0.0': 1 }, erases: 3 })
      .write('1.0', [0])
      .crossOut('7.7')
      .cancel(...NEXT_ROLL);
    expect(board.happened).toEqual(['boardCancelled', 'boardStarted', 'diceRolled']);
    expect(board.told('boardCancelled')).toMatchObject({ seat: 0, data: { reason: 'chosen', cancelledBoards: 1 } });
    expect(board.told('boardStarted')?.data).toEqual({ board: 2 });
    expect(board.view).toMatchObject({ dice: NEXT_ROLL, used: [null, null, null, null, null, null], rerollsLeft: 2 });
    expect(Object.values(board.view.fields).every(({ value }) => value === null)).toBe(true);
    expect(board.state).toMatchObject({ erases: 0, rerolls: 0 });
  });
});
