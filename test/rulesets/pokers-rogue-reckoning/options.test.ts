import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { DEFAULTS, ruleset, ScriptedRun } from './scripted-run.ts';

describe('options', () => {
  const validate = new Ajv({ useDefaults: true }).compile(ruleset.schemas.options);

  test('the defaults are poker combat in four rooms with 2 ATK and 12 HP', () => {
    const options = {};
    expect(validate(options)).toBe(true);
    expect(options).toEqual(DEFAULTS);
    expect(ruleset.checkOptions(DEFAULTS, 1)).toBeNull();
  });

  test.each([
    { combat: 'dice' },
    { grid: '4x4' },
    { startAtk: 0 },
    { startAtk: 4 },
    { startHp: 7 },
    { startHp: 24 },
    { enemyAtk: 4 },
    { finalBossDice: 4 },
    { finalBossDice: 9 },
    { trade: 'all' },
    { jokers: true },
  ])('%j is invalid', (options) => {
    expect(validate(options)).toBe(false);
  });

  test('counterAttack is rejected where it would have no effect', () => {
    expect(ruleset.checkOptions({ ...DEFAULTS, counterAttack: false }, 1)).toMatch(/no effect in poker combat/);
    expect(ruleset.checkOptions({ ...DEFAULTS, combat: 'max', counterAttack: false }, 1)).toBeNull();
  });

  test('startAtk and startHp are the values at the beginning of the run', () => {
    const run = ScriptedRun.from({ rooms: ['2D'], options: { startAtk: 3, startHp: 18 } });
    expect(run.view).toMatchObject({ atk: 3, bestAtk: 3, hp: 18, maxHp: 18 });
  });
});
