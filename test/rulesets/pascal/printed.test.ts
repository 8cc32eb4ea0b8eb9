import { describe, expect, test } from 'vitest';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import type { Options } from '#rules/pascal/options.ts';
import { type Filled, NEXT_ROLL, ruleset, ScriptedBoard, triangle } from './scripted-board.ts';

const PRINTED: Partial<Options> = { printed: true };
const CROSS = { type: 'crossOut', field: '6.3+' } as const;

const KNOWN: Filled = { '5.2': 10, '5.3': 10, '6.3': 12 };
const open = (main: number): Filled => triangle({ '6.3': main, '6.3+': null });

const at = (fields: Filled, options: Partial<Options>) => ScriptedBoard.at({ fields, options });

describe('R2: crosses that break a sum', () => {
  test('R2: by the printed rules a cross may break a sum, and then the impossible entry is shown', () => {
    const board = at(KNOWN, PRINTED).act(CROSS);
    expect(board.view.fields['6.3+']).toEqual({ value: 0, crossed: true, pencil: false });
    expect(board.view.entries['6.3'].value).toBe(12);
    expect(board.view.deadEntry).not.toBeNull();
    expect(ruleset.describe(board.view)).toMatch(/can no longer be met: the board cannot be completed/);
  });

  test('R2: without the option such a cross is refused', () => {
    const board = at(KNOWN, {});
    expect(board.isLegal(CROSS)).toBe(false);
    expect(ruleset.explain(board.view, 0, CROSS)).toMatchObject({
      rule: 'R2',
      detail: '6.3+ crossed out beside 12 in 6.3 cannot stand: 6.3 has to be the sum of 5.2 and 5.3, 10 + 10 = 20.',
    });
  });

  test('R2: by the printed rules only crosses may break a sum: numbers that break one are refused as before', () => {
    for (const options of [PRINTED, {}]) {
      const board = ScriptedBoard.at({ fields: KNOWN, options, dice: [1, 2, 3, 4, 5, 6] });
      expect(board.isLegal({ type: 'write', dice: [2, 4], field: '6.3+' })).toBe(true);
      expect(board.isLegal({ type: 'write', dice: [2, 5], field: '6.3+' })).toBe(false);
    }
  });

  test('R13: filled fields, and those that are neither corner nor bonus field, are refused with either rule', () => {
    for (const options of [PRINTED, {}]) {
      const board = at({ ...KNOWN, '0.0': 5, '7.4+': 0 }, options);
      for (const [field, rule] of [
        ['0.0', 'R13'],
        ['7.4+', 'R13'],
        ['6.4', 'R13'],
      ] as const) {
        expect(board.isLegal({ type: 'crossOut', field })).toBe(false);
        expect(ruleset.explain(board.view, 0, { type: 'crossOut', field }).rule).toBe(rule);
      }
    }
  });

  test('R2: with a roll in pencil a cross may break a sum, and erasing leaves the cross', () => {
    const board = at({ '5.2': 10, '5.3': 10 }, PRINTED).write('6.3', [0, 1]).act(CROSS).act({ type: 'erase' });
    expect(board.view.fields['6.3+'].crossed).toBe(true);
    expect(board.view.deadEntry).toBeNull();
  });
});

describe('R8: a board that is full and has a broken sum', () => {
  test('R8: a full board with a broken sum is not complete, and can only be canceled', () => {
    const board = at(open(12), PRINTED).act(CROSS);
    expect(board.events.map(({ type }) => type)).toEqual(['fieldCrossedOut']);
    expect(ruleset.outcome(board.state)).toBeNull();
    expect(new Set(board.legal.map(({ type }) => type))).toEqual(new Set(['reroll', 'cancelBoard']));
    board.act({ type: 'cancelBoard' }, ...NEXT_ROLL);
    expect(board.view).toMatchObject({ cancelledBoards: 1, deadEntry: null });
  });

  test('R8: when the last number makes such a board full, a new turn begins', () => {
    const fields = triangle({ '6.3': 12, '6.3+': null, '7.7': null });
    const board = at(fields, PRINTED)
      .act(CROSS)
      .write('7.7', [0, 1, 2, 3, 4, 5], ...NEXT_ROLL);
    expect(board.events.map(({ type }) => type)).toEqual(['sumWritten', 'turnEnded', 'diceRolled']);
  });

  test('R13: a last cross that breaks no sum wins at once, with either rule', () => {
    for (const options of [PRINTED, {}]) {
      const board = at(open(20), options).act(CROSS);
      expect(ruleset.outcome(board.state)).toMatchObject({ winners: [0], reason: 'boardComplete' });
    }
  });

  test.each(['plain', 'planner'])('%s gives such a board up, and does not break a sum itself', (name) => {
    const policy = ruleset.policies?.[name];
    const chosen = (board: ScriptedBoard) => policy?.(board.view, board.legal, new FastChance('choice')).type;
    expect(chosen(at(open(12), PRINTED).act(CROSS))).toBe('cancelBoard');
    expect(chosen(at(open(12), PRINTED))).not.toBe('crossOut');
    expect(chosen(at(open(20), PRINTED))).toBe('crossOut');
  });
});
