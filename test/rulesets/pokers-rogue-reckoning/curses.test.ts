import { describe, expect, test } from 'vitest';
import { ScriptedRun, type Setting } from './scripted-run.ts';

const poker = (setting: Setting = {}) => ScriptedRun.inCombat({ rooms: ['2D', '3D'], ...setting });
const max = (setting: Setting = {}) => poker({ ...setting, options: { combat: 'max', ...setting.options } });

describe('curses on the enemy', () => {
  test('without abilities a curse counts 1 ATK and does nothing else', () => {
    const run = poker({ curses: ['3C', '7C', '9C'], options: { abilities: false } });
    expect(run.combat).toMatchObject({ enemyBonus: 3, effects: [] });
    expect(run.roll(6, 6, 1, 2).view).toMatchObject({ hp: 12, money: 12 });
  });

  test('R21 Recharge puts the newest curse of the discard pile in play, and it acts too', () => {
    const run = poker({ curses: ['2C'], discard: ['9C', '3C', '4D'] });
    expect(run.told('curseRecharged')?.data).toEqual({ card: '3C' });
    expect(run.combat.curses).toEqual(['2C', '3C']);
    expect(run.view).toMatchObject({ hp: 12 - 2, discard: ['9C', '4D'] });
    expect(run.roll(1, 3, 6, 6).view.hp).toBe(12 - 2 - 3);
  });

  test('R21 Poison takes 2 HP', () => {
    expect(poker({ curses: ['3C'] }).roll(6, 6, 1, 2).view.hp).toBe(10);
  });

  test('R21 Evade: the enemy flees when its HP are exactly 1', () => {
    const run = poker({ curses: ['4C'], atk: 5 }).roll(6, 6, 1, 2, 'shuffle');
    expect(run.told('enemyFled')?.data).toEqual({ enemy: 'JS' });
    expect(run.view).toMatchObject({ combat: null, defeated: 0, discard: ['4C'] });
    expect(run.state.deck).toContain('JS');
    expect(poker({ curses: ['4C'], atk: 4 }).roll(6, 6, 1, 2).combat.enemyHp).toBe(2);
  });

  test('R21 Focus wins ties for the enemy', () => {
    const run = poker({ curses: ['5C'], atk: 1 }).roll(5, 4, 4, 5);
    expect(run.told('diceRolled')?.data?.result).toBe('enemyHits');
    expect(run.view).toMatchObject({ hp: 10, phase: 'ready' });
    expect(max({ curses: ['5C'], atk: 2 }).roll(1, 2).view).toMatchObject({ hp: 10, phase: 'ready' });
  });

  test('R21 Misplace: the player loses one potion of choice from the hand, then the combat goes on', () => {
    const run = poker({ curses: ['6C'], hand: ['6S', '3H'] });
    expect(run.view).toMatchObject({ phase: 'loss', pending: { kind: 'loss', cards: ['6S', '3H'] } });
    expect(run.legal).toEqual([
      { type: 'chooseLoss', card: '6S' },
      { type: 'chooseLoss', card: '3H' },
    ]);
    run.act({ type: 'chooseLoss', card: '3H' });
    expect(run.view).toMatchObject({ phase: 'ready', potions: ['6S'], discard: ['3H'], combat: { round: 0 } });
  });

  test('R21 Coin Rot takes 10 money or all', () => {
    expect(poker({ curses: ['7C'], money: 14 }).roll(6, 6, 1, 2).view.money).toBe(4);
    expect(poker({ curses: ['7C'], money: 3 }).roll(6, 6, 1, 2).view.money).toBe(0);
  });

  test('R21 Blight allows no healing, from the beginning of the combat', () => {
    const run = poker({ curses: ['8C'], hand: ['7S', '5H'], hp: 2 });
    expect(run.combat.effects).toEqual(['blight']);
    expect(run.kinds).toEqual(['roll', 'applyBuff']);
  });

  test('R21 Terrorize: the player cannot flee, by Evade, Strategy or bribe', () => {
    const run = poker({ curses: ['9C'], hand: ['3S', '4H'], options: { bribe: true } });
    expect(run.usable).toEqual([]);
    expect(run.kinds).not.toContain('bribe');
  });

  test("R21 Nullify takes the ATK of the player's highest card", () => {
    const run = poker({ curses: ['10C'], hand: ['2S', '6S'] })
      .apply('2S')
      .apply('6S');
    expect(run.combat.playerBonus).toBe(2);
    expect(poker({ curses: ['10C'], lucky: ['5C'] }).combat.playerBonus).toBe(0);
  });

  test('R21 a curse that leaves play ends its effect', () => {
    const run = poker({ curses: ['8C'], hand: ['9S', '5H'], hp: 2 });
    run.act({ type: 'cleanse', curse: '8C', potions: ['9S'] });
    expect(run.kinds).toContain('drink');
    const fled = poker({ curses: ['9C'], hand: ['6H', '3S'] })
      .roll(1, 3, 6, 6)
      .useOn('6H', '9C');
    expect(fled.usable).toEqual(['3S']);
  });
});

describe('lucky curses', () => {
  test.each(['5C', '6C', '7C', '8C', '9C', '10C'] as const)('R6 %s gives 1 ATK and is then gone', (card) => {
    const run = poker({ lucky: [card], atk: 5 });
    expect(run.combat.playerBonus).toBe(1);
    run.roll(6, 6, 1, 2);
    expect(run.view).toMatchObject({ luckyCurses: [], discard: [card], combat: null });
  });

  test('R21 Focus wins ties for the player', () => {
    const run = poker({ lucky: ['5C'], atk: 1 }).roll(5, 4, 4, 5);
    expect(run.combat).toMatchObject({ result: 'playerHits', enemyHp: 4 });
  });

  test('R21 Misplace takes one curse of choice from the enemy', () => {
    const run = poker({ lucky: ['6C'], curses: ['3C', '9C'] }).roll();
    expect(run.view).toMatchObject({ hp: 10, pending: { kind: 'loss', cards: ['3C', '9C'] } });
    run.act({ type: 'chooseLoss', card: '9C' }, 1, 3, 6, 6);
    expect(run.told('curseLost')?.data).toEqual({ card: '9C' });
    expect(run.view).toMatchObject({ hp: 8, discard: ['9C'], combat: { curses: ['3C'] } });
  });

  test('R21 Coin Rot takes 3 HP from the enemy', () => {
    expect(poker({ lucky: ['7C'] }).roll(1, 3, 6, 6).combat.enemyHp).toBe(3);
  });

  test("R21 Blight removes the enemy's highest curse below rank 5", () => {
    const run = poker({ lucky: ['8C'], curses: ['3C', '4C', '9C'] }).roll(6, 6, 1, 2);
    expect(run.combat.curses).toEqual(['3C', '9C']);
    expect(run.view.discard).toEqual(['4C']);
    expect(poker({ lucky: ['8C'], curses: ['9C'] }).roll(6, 6, 1, 2).combat.curses).toEqual(['9C']);
  });

  test('R21 the player may heal under a lucky Blight', () => {
    expect(poker({ lucky: ['8C'], hand: ['5H'], hp: 2 }).kinds).toContain('drink');
  });

  test('R21 Terrorize keeps the enemy from fleeing', () => {
    const run = poker({ lucky: ['9C'], curses: ['4C'], atk: 4 }).roll(6, 6, 1, 2);
    expect(run.combat).toMatchObject({ enemyHp: 1, effects: ['playerTerrorize'] });
  });

  test('R21 Nullify takes the ATK of the highest curse, and two of them that of the two highest', () => {
    expect(poker({ lucky: ['10C'], curses: ['3C', '4C', '9C'] }).combat.enemyBonus).toBe(2);
    const both = poker({ lucky: ['10C'], curses: ['3C', '4C', '9C'], hand: ['6S'] }).apply('6S');
    expect(both.combat.enemyBonus).toBe(1);
  });
});
