import { describe, expect, test } from 'vitest';
import { NO_DICE } from '#rules/pascal/dice.ts';
import { scoreOf } from '#rules/pascal/scoring.ts';
import { type Filled, NEXT_ROLL, positionOf, ruleset, ScriptedBoard, triangle } from './scripted-board.ts';

const finished = (fields: Filled, marks = {}) => ScriptedBoard.at({ fields, dice: NO_DICE, ...marks });
/** A complete board that is not Pascal's triangle: the left edge of row 6 is 2. */
const other = (changes: Parameters<typeof triangle>[0] = {}) => triangle({ '6.0': 2, '7.1': 8, ...changes });

const CORNERS = ['0.0', '7.0', '7.7'] as const;
const BONUS = ['6.3+', '7.3+', '7.4+'] as const;
const TOTALS = { '6.3+': 20, '7.3+': 35, '7.4+': 35 } as const;
const MAINS = { '6.3+': '6.3', '7.3+': '7.3', '7.4+': '7.4' } as const;

function triples<T>(values: readonly T[]): [T, T, T][] {
  return values.flatMap((a) => values.flatMap((b) => values.map((c): [T, T, T] => [a, b, c])));
}

function withBonus(values: readonly number[]): Filled {
  return Object.fromEntries(
    BONUS.flatMap((id, i) => [
      [id, values[i]],
      [MAINS[id], TOTALS[id] - (values[i] ?? 0)],
    ]),
  );
}

describe('R6 canceled boards', () => {
  test('R6 cost 50, keep their dots and crosses, and lose their points', () => {
    const board = ScriptedBoard.at({ dots: 12, totalDots: 15, crosses: 2, totalCrosses: 3 });
    board.crossOut('0.0').crossOut('7.0').crossOut('7.3+');
    expect(board.view.score).toMatchObject({ corners: 4, bonus: 2, total: 15 + 15 - 6 });
    board.cancel(...NEXT_ROLL);
    expect(board.view).toMatchObject({ dots: 0, crosses: 0, totalDots: 15, totalCrosses: 3, cancelledBoards: 1 });
    expect(board.view.score).toEqual({
      dots: 15,
      crosses: 15,
      boards: 50,
      corners: 0,
      bonus: 0,
      triangle: 0,
      total: 80,
    });
  });
});

describe('R7 the score', () => {
  test('R7 a Pascal triangle without a 1 or cross in its bonus fields has three ones in the corners', () => {
    const { view, outcome } = finished(triangle());
    expect(view.score).toEqual({ dots: 0, crosses: 0, boards: 0, corners: 9, bonus: 0, triangle: 15, total: -24 });
    expect(outcome).toEqual({
      winners: [0],
      scores: [-24],
      reason: 'boardComplete',
      text: 'The board is complete, with a score of -24.',
    });
  });

  test('R7 the best score is counted', () => {
    expect(finished(triangle(withBonus([0, 0, 0]))).view.score).toEqual({
      dots: 0,
      crosses: 0,
      boards: 0,
      corners: 9,
      bonus: 12,
      triangle: 100,
      total: -121,
    });
  });

  test('R7 all parts are added up', () => {
    const marks = { dots: 3, totalDots: 30, crosses: 1, totalCrosses: 4, cancelledBoards: 2 };
    expect(finished(other({ '0.0': 5, '7.7': 0 }), marks).view.score).toEqual({
      dots: 30,
      crosses: 20,
      boards: 100,
      corners: 4,
      bonus: 0,
      triangle: 0,
      total: 146,
    });
  });

  test('R7 every combination of corner, bonus and triangle points is counted', () => {
    for (const corners of triples([0, 1, 5])) {
      for (const bonus of triples([0, 1, 8])) {
        const cornerFields = Object.fromEntries(CORNERS.map((id, i) => [id, corners[i]]));
        const state = positionOf({ fields: triangle({ ...cornerFields, ...withBonus(bonus) }), dice: NO_DICE });
        const [cornerCount, crossCount, smallCount] = [
          corners.filter((value) => value < 2).length,
          bonus.filter((value) => value === 0).length,
          bonus.filter((value) => value < 2).length,
        ];
        const isPascal = corners.every((value) => value === 1);
        const expected = {
          corners: [0, 2, 2 + 2, 2 + 2 + 5][cornerCount],
          bonus: [0, 2, 2 + 5, 2 + 5 + 5][crossCount],
          triangle: isPascal ? [15, 25, 50, 100][smallCount] : 0,
        };
        expect(scoreOf(state), `${corners} ${bonus}`).toMatchObject(expected);
      }
    }
  });

  test('R7 a crossed-out corner forfeits the triangle, as does any larger entry', () => {
    expect(finished(triangle({ '7.7': 0 })).view.score).toMatchObject({ corners: 9, triangle: 0 });
    expect(finished(other()).view.score).toMatchObject({ corners: 9, triangle: 0, total: -9 });
  });

  test('R7 a 1 in a bonus field is no cross, but makes a better triangle', () => {
    expect(finished(triangle(withBonus([1, 8, 8]))).view.score).toMatchObject({ bonus: 0, triangle: 25 });
  });

  test('the lowest score is the best', () => {
    expect(ruleset.scoring({ dotSpaces: 50, crossSpaces: 10, maxBoards: 10 })).toBe('lowest');
  });
});

describe('R8 the end', () => {
  test('R8 a write that completes the board wins', () => {
    const board = ScriptedBoard.at({ fields: other({ '5.0': null }), dice: [1, 2, 3, 4, 5, 6], dots: 4, totalDots: 4 });
    expect(board.legal.filter(({ type }) => type === 'write')).toEqual([{ type: 'write', dice: [0], field: '5.0' }]);
    const last = ScriptedBoard.at({ fields: other({ '7.7': null }), dots: 4, totalDots: 4 });
    last.write('7.7', [0, 1, 2, 3, 4, 5]);
    expect(last.happened).toEqual(['sumWritten', 'turnEnded', 'boardCompleted']);
    expect(last.told('boardCompleted')?.data.score).toEqual(last.view.score);
    expect(last.outcome).toMatchObject({ winners: [0], scores: [0] });
    expect(last.legal).toEqual([]);
    expect(ruleset.actors(last.state)).toEqual([]);
  });

  test('R8 canceling the last board loses', () => {
    const board = ScriptedBoard.at({ options: { maxBoards: 2 }, totalDots: 3, totalCrosses: 1 });
    board.cancel(...NEXT_ROLL).cancel();
    expect(board.happened).toEqual(['boardCancelled']);
    expect(board.outcome).toEqual({
      winners: [],
      scores: [108],
      reason: 'boardsCancelled',
      text: 'No board was completed and 2 boards were cancelled, with a score of 108.',
    });
    expect(board.legal).toEqual([]);
  });

  test('R8 without maxBoards no canceled board is the last', () => {
    const board = ScriptedBoard.at({ options: { maxBoards: null }, cancelledBoards: 999 }).cancel(...NEXT_ROLL);
    expect(board.happened).toEqual(['boardCancelled', 'boardStarted', 'diceRolled']);
    expect(board.told('boardStarted')?.data).toEqual({ board: 1001 });
    expect(board.outcome).toBeNull();
    expect(ruleset.conceded?.(board.state, 0)).toEqual([50_050]);
  });

  test('R8 resigning scores the board as canceled and wins nothing', () => {
    const { state } = ScriptedBoard.at({ fields: { '0.0': 1 }, totalDots: 3, totalCrosses: 1, cancelledBoards: 1 });
    expect(ruleset.conceded?.(state, 0)).toEqual([108]);
  });
});

describe('R9 R15 the present score', () => {
  test('R15 counts corners and bonus fields as they stand, and no triangle', () => {
    const board = ScriptedBoard.at({ fields: triangle({ '4.0': null }) });
    expect(board.view.score).toMatchObject({ corners: 9, triangle: 0, total: -9 });
  });

  test('R9 pencil brings no points before the roll is used up', () => {
    const board = ScriptedBoard.at({}).write('0.0', [0]);
    expect(board.view.score.corners).toBe(0);
    expect(board.view.entries['0.0'].value).toBe(1);
    expect(board.write('3.0', [1, 2, 3, 4, 5], ...NEXT_ROLL).view.score.corners).toBe(2);
  });

  test('R9 a full board in pencil is not won', () => {
    const board = ScriptedBoard.at({ fields: other({ '7.7': null }) }).write('7.7', [0]);
    expect(board.outcome).toBeNull();
    expect(board.kinds).toEqual(['cancelBoard', 'erase']);
  });
});

describe('R17 when the game is over', () => {
  test('R17 no roll lies on the table, and a complete board stays', () => {
    const { view } = ScriptedBoard.at({ fields: other({ '7.7': null }), rerolls: 1, dots: 1, totalDots: 1 }).crossOut(
      '7.7',
    );
    expect(view).toMatchObject({
      dice: [0, 0, 0, 0, 0, 0],
      used: [null, null, null, null, null, null],
      rerollsLeft: 0,
    });
    expect(view.fields['7.7']).toEqual({ value: 0, crossed: true, pencil: false });
  });

  test('R17 a canceled board is removed', () => {
    const { view } = ScriptedBoard.at({
      options: { maxBoards: 1 },
      fields: { '0.0': 1 },
      dots: 2,
      totalDots: 2,
    }).cancel();
    expect(view).toMatchObject({ dice: [0, 0, 0, 0, 0, 0], dots: 0, totalDots: 2, deadEntry: null });
    expect(view.fields['0.0'].value).toBeNull();
  });
});
