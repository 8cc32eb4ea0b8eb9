import { describe, expect, test } from 'vitest';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import type { Action } from '#rules/pascal/actions.ts';
import { FIELDS, type FieldId, fieldOf, HIGHEST } from '#rules/pascal/board.ts';
import { ALL_DICE, partsOf, sumsOf } from '#rules/pascal/dice.ts';
import { bestOffers, bestPlan, bestWorth, type Offer, UNWANTED } from '#rules/pascal/plan.ts';
import { scoreOf } from '#rules/pascal/scoring.ts';
import type { State } from '#rules/pascal/state.ts';
import { DEFAULTS, ruleset, ScriptedBoard, triangle } from './scripted-board.ts';

const { planner, skilled } = ruleset.policies ?? {};
if (planner === undefined || skilled === undefined) throw new Error('a policy is missing');

const chosen = (board: ScriptedBoard, policy = planner) => policy(board.view, board.legal, new FastChance('choice'));

const sent = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

function played(game: number, policy = planner): State {
  const [chance, choice] = [new FastChance(`planned ${game}`), new FastChance(`choices ${game}`)];
  let { state } = ruleset.setup(DEFAULTS, 1, chance);
  for (let steps = 0; steps < 2_000; steps++) {
    const legal = ruleset.legalActions(state, 0);
    if (legal.length === 0) return state;
    const action = policy?.(ruleset.view(state, 0), legal, choice) as Action;
    if (!legal.includes(action)) throw new Error(`${JSON.stringify(action)} is not one of those listed`);
    state = ruleset.apply(state, 0, action, chance).state;
  }
  throw new Error('the game is not over');
}

describe('the planner', () => {
  test('completes the first board in more than 80 % of its games', () => {
    const games = 15;
    const cancelled = Array.from({ length: games }, (_, game) => played(game).cancelledBoards);
    expect(cancelled.filter((boards) => boards === 0).length).toBeGreaterThan(0.8 * games);
    expect(Math.max(...cancelled)).toBeLessThan(DEFAULTS.maxBoards);
  });

  test('chooses from what it receives, and the same if chance is the same', () => {
    const board = ScriptedBoard.at({ fields: { '1.0': 1, '1.1': 2, '7.2': 27 }, dice: [3, 3, 5, 1, 6, 2] });
    const choice = planner(sent(board.view), sent(board.legal), new FastChance('choice'));
    expect(board.isLegal(choice)).toBe(true);
    expect(choice).toEqual(chosen(board));
  });

  test('completes a board when it can', () => {
    const board = ScriptedBoard.at({
      fields: triangle({ '5.0': null, '7.2': null, '0.0': null }),
      dice: [1, 6, 6, 6, 3, 4],
    });
    while (board.view.used.some((field) => field !== null) || board.outcome === null) board.act(chosen(board));
    expect(board.outcome).toMatchObject({ winners: [0] });
    expect(board.view.totalDots).toBe(0);
  });

  test('crosses corners out when nothing else is open', () => {
    const board = ScriptedBoard.at({ fields: triangle({ '0.0': null, '7.7': null, '6.0': 2, '7.1': 8 }) });
    board.act(chosen(board)).act(chosen(board));
    expect(board.outcome).toMatchObject({ winners: [0], scores: [-9] });
  });

  test('crosses a bonus field out whose main field is all of the total', () => {
    const fields = triangle({
      '6.3': 20,
      '6.3+': null,
      '7.0': null,
      '7.3': null,
      '7.3+': null,
      '7.4': null,
      '7.4+': null,
    });
    expect(chosen(ScriptedBoard.at({ fields }))).toEqual({ type: 'crossOut', field: '6.3+' });
  });

  test('gives up a board that cannot be completed, and erases the cause', () => {
    expect(chosen(ScriptedBoard.at({ fields: { '1.0': 20, '1.1': 17 } }))).toEqual({ type: 'cancelBoard' });
    const board = ScriptedBoard.at({ fields: { '7.1': 17 } }).write('5.0', [1, 4, 5]);
    expect(chosen(board)).toEqual({ type: 'erase' });
  });

  test('discards a roll that fits nowhere', () => {
    const fields = triangle({ '7.2': null });
    expect(chosen(ScriptedBoard.at({ fields, dice: [6, 6, 6, 6, 6, 6], rerolls: 2 }))).toEqual({ type: 'discardRoll' });
    expect(chosen(ScriptedBoard.at({ fields, dice: [6, 6, 6, 6, 6, 6] })).type).toBe('reroll');
  });
});

describe('the skilled policy', () => {
  test('scores less than the planner on most boards', () => {
    const better = [...Array(12).keys()].filter(
      (game) => scoreOf(played(game, skilled)).total < scoreOf(played(game)).total,
    );
    expect(better.length).toBeGreaterThan(7);
  });

  test('keeps the last corner for the dice that are left over in the last turn', () => {
    const fields = triangle({ '3.0': null, '3.3': null, '7.0': null });
    const board = ScriptedBoard.at({ fields, dice: [2, 3, 4, 5, 6, 6], rerolls: 2 });
    expect(chosen(board)).toMatchObject({ type: 'write', field: '7.0' });
    expect(chosen(board, skilled)).toEqual({ type: 'discardRoll' });
  });
});

describe('plans', () => {
  const offer = (id: FieldId, worths: Record<number, number>): Offer => ({
    field: fieldOf(id),
    worth: Array.from({ length: HIGHEST + 1 }, (_, sum) => worths[sum] ?? UNWANTED),
  });

  test('use every die, and each field once', () => {
    const dice = [1, 2, 3, 4, 5, 6];
    const plan = bestPlan(dice, ALL_DICE, [
      offer('0.0', { 6: 1, 15: 5 }),
      offer('7.0', { 6: 2, 15: 3 }),
      offer('7.7', { 21: 4 }),
    ]);
    expect(plan?.worth).toBe(7);
    expect(plan?.groups.map(({ field, set }) => [field.id, sumsOf(dice, set)[set]]).sort()).toEqual([
      ['0.0', 15],
      ['7.0', 6],
    ]);
    expect(bestPlan(dice, ALL_DICE, [offer('0.0', { 20: 1 })])).toBeNull();
  });

  function tried(dice: readonly number[], left: number, offers: readonly Offer[]): number {
    const [first, ...rest] = offers;
    if (first === undefined) return left === 0 ? 0 : UNWANTED;
    const sums = sumsOf(dice, left);
    const groups = partsOf(left).map(
      (set) => (first.worth[sums[set] ?? 0] ?? UNWANTED) + tried(dice, left & ~set, rest),
    );
    return Math.max(tried(dice, left, rest), ...groups);
  }

  test('are optimal', () => {
    const chance = new FastChance('plans');
    for (let i = 0; i < 40; i++) {
      const dice = Array.from({ length: 6 }, () => 1 + chance.int(6));
      const offers = FIELDS.slice(0, 5).map(({ id }) =>
        offer(id, Object.fromEntries(Array.from({ length: 12 }, () => [1 + chance.int(20), chance.int(30) - 10]))),
      );
      const best = tried(dice, ALL_DICE, offers);
      expect(bestWorth(dice, ALL_DICE, offers)).toBe(best);
      expect(bestPlan(dice, ALL_DICE, offers)?.worth ?? UNWANTED).toBe(best);
    }
  });

  test('need only the few best fields for each sum', () => {
    const offers = FIELDS.slice(0, 8).map(({ id }, i) => offer(id, { 1: i, 7: 1 }));
    const kept = bestOffers(offers);
    expect(kept.filter(({ worth }) => (worth[1] ?? UNWANTED) > UNWANTED).map(({ worth }) => worth[1])).toEqual([
      4, 5, 6, 7,
    ]);
    expect(kept).toHaveLength(8);
  });
});
