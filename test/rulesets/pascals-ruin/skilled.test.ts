import { describe, expect, test } from 'vitest';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { simulateOn } from '#rules/kernel/search/simulation.ts';
import type { Action } from '#rules/pascals-ruin/actions.ts';
import { plain } from '#rules/pascals-ruin/policies/plain.ts';
import { skilled } from '#rules/pascals-ruin/policies/skilled.ts';
import { DEFAULTS, faced, ruleset, ScriptedTable, won } from './scripted-table.ts';

const chosen = (policy: typeof skilled, { view, state }: ScriptedTable, seat: number): Action =>
  policy(view, ruleset.legalActions(state, seat), new FastChance('choice'));

describe('skilled', () => {
  test('wins clearly more often than plain, from both seats', () => {
    const boards = 40;
    let wins = 0;
    for (let board = 0; board < boards; board++) {
      for (const seat of [0, 1]) {
        const players = [plain, plain].with(seat, skilled);
        const plan = { ruleset, options: DEFAULTS, players, seed: '', worlds: [] };
        if (simulateOn(plan, 0, `skilled ${board}`, `choices ${board}`).outcome.winners.includes(seat)) wins++;
      }
    }
    expect(wins).toBeGreaterThan(0.55 * 2 * boards);
  });

  test('challenges at even odds, because the chain can grow', () => {
    const table = ScriptedTable.inPosition({ chain: [faced('6H')] }).roll(0, 'd12', 2);
    expect(chosen(plain, table, 1)).toEqual({ type: 'declineChallenge' });
    expect(chosen(skilled, table, 1)).toEqual({ type: 'challenge' });
  });

  test('keeps a Queen if a new roll would gain too little', () => {
    const table = ScriptedTable.inPosition({ chain: [faced('6H')], held: [['QS']] }).roll(0, 'd10', 1);
    expect(chosen(plain, table, 0)).toMatchObject({ type: 'playCard' });
    expect(chosen(skilled, table, 0)).toEqual({ type: 'pass' });
    const rich = [won('9S', 0, 'd20', 12), won('8S', 0, 'd12', 10), faced('4H')];
    const late = ScriptedTable.inPosition({ chain: rich, held: [['QS']] }).roll(0, 'd10', 1);
    expect(chosen(skilled, late, 0)).toMatchObject({ type: 'playCard' });
  });
});
