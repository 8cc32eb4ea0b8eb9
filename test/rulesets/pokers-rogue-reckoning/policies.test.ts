import { describe, expect, test } from 'vitest';
import type { Chance } from '#rules/kernel/chance.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import type { Action } from '#rules/pokers-rogue-reckoning/actions.ts';
import ruleset from '#rules/pokers-rogue-reckoning/index.ts';
import type { Options } from '#rules/pokers-rogue-reckoning/options.ts';
import { chanceToOutlast, counterOdds, decisiveOdds } from '#rules/pokers-rogue-reckoning/policies/odds.ts';
import { plain } from '#rules/pokers-rogue-reckoning/policies/plain.ts';
import { skilled } from '#rules/pokers-rogue-reckoning/policies/skilled.ts';
import { DEFAULTS, ScriptedRun } from './scripted-run.ts';

const FIRST: Chance = { int: () => 0 };
const LAST: Chance = { int: (below) => below - 1 };

function chosen(policy: typeof plain, run: ScriptedRun, chance = FIRST): Action {
  return policy(run.view, run.legal, chance);
}

function wins(
  policy: typeof plain,
  options: Options,
  games: number,
  watch: (action: Action) => void = () => {},
): number {
  let won = 0;
  for (let game = 0; game < games; game++) {
    const chance = new FastChance(`run ${game}`);
    const choice = new FastChance(`choice ${game}`);
    let { state } = ruleset.setup(options, 1, chance);
    for (let legal = ruleset.legalActions(state, 0); legal.length > 0; legal = ruleset.legalActions(state, 0)) {
      const action = policy(ruleset.view(state, 0), legal, choice);
      if (!legal.includes(action)) throw new Error(`${JSON.stringify(action)} is not listed`);
      watch(action);
      ({ state } = ruleset.apply(state, 0, action, chance));
    }
    won += ruleset.outcome(state)?.winners.length ?? 0;
  }
  return won;
}

describe('plain', () => {
  const combat = (setting = {}) => ScriptedRun.inCombat({ rooms: ['2D', '3D'], ...setting });

  test('reveals any of the rooms', () => {
    const run = ScriptedRun.from({ rooms: ['2D', '3D'], open: ['9S'], money: 20 });
    expect(chosen(plain, run)).toEqual({ type: 'reveal', room: 0 });
    expect(chosen(plain, run, LAST)).toEqual({ type: 'reveal', room: 1 });
  });

  test('takes money as money, drinks at once, applies blue potions, and rolls', () => {
    expect(chosen(plain, ScriptedRun.from({ rooms: ['2D'], hp: 1 }).reveal(0)).type).toBe('takeMoney');
    expect(chosen(plain, ScriptedRun.from({ rooms: ['2D'], hp: 11, hand: ['9H'] })).type).toBe('drink');
    expect(chosen(plain, combat({ hand: ['3S', '5H'] }))).toEqual({ type: 'applyBuff', card: '3S' });
    expect(chosen(plain, combat({ hand: ['5H'] })).type).toBe('roll');
  });

  test('buys at the end of a level in room order, red potions only when hurt', () => {
    const shop = (hp: number) => ScriptedRun.from({ rooms: ['AS'], open: ['7H', '6S', '8S'], money: 14, hp }).reveal(0);
    expect(chosen(plain, shop(12))).toEqual({ type: 'buy', room: 2 });
    expect(chosen(plain, shop(11))).toEqual({ type: 'buy', room: 1 });
    const red = ScriptedRun.from({ rooms: ['AS'], open: ['7H'] }).reveal(0);
    expect(chosen(plain, red).type).toBe('leaveLevel');
  });

  test('counter-attacks, gives up ATK, accepts, and never flees', () => {
    const options = { combat: 'max' } as const;
    expect(chosen(plain, combat({ options }).roll(1, 2)).type).toBe('counterAttack');
    expect(chosen(plain, combat({ hp: 1 }).roll(1, 3, 6, 6)).type).toBe('tradeAtk');
    expect(chosen(plain, combat({ hand: ['3S'] }).roll(1, 3, 6, 6)).type).toBe('accept');
  });

  test('uses no ability and no curse in whole runs', () => {
    const used = new Set<string>();
    wins(plain, { ...DEFAULTS, combat: 'max', bribe: true, revivalPill: true }, 100, ({ type }) => used.add(type));
    for (const type of ['useAbility', 'cleanse', 'bribe', 'craftPill', 'fall', 'rollAgain', 'scoutSwap']) {
      expect(used.has(type)).toBe(false);
    }
  });
});

describe('skilled', () => {
  const setUps = (['random', 'sparse'] as const).flatMap((shuffle) =>
    (['lastDie', 'allDice'] as const).flatMap((trade) =>
      [1, 2].flatMap((startAtk) => [6, 12].map((startHp) => ({ shuffle, trade, startAtk, startHp }))),
    ),
  );

  test.each(setUps)(
    'wins clearly more often than plain with $shuffle, $trade, $startAtk ATK and $startHp HP',
    (setUp) => {
      const options: Options = { ...DEFAULTS, combat: 'max', ...setUp };
      const games = setUp.startAtk === 1 ? 150 : 80;
      const plainly = wins(plain, { ...options, abilities: false }, games);
      expect(wins(skilled, options, games)).toBeGreaterThan(plainly * 1.25 + 1);
    },
  );

  test('wins clearly more often than plain in poker combat', () => {
    const plainly = wins(plain, { ...DEFAULTS, abilities: false }, 150);
    expect(wins(skilled, DEFAULTS, 150)).toBeGreaterThan(2 * plainly + 5);
  });

  test('plays under every option', () => {
    const sets: Partial<Options>[] = [
      { grid: '3x3', reshuffle: true, bribe: true, revivalPill: true },
      { healAtOnce: true, buffsAtOnce: true, moneyReturns: true },
      { potionsReturn: true, swordsHeartsReturn: true, combat: 'max', counterAttack: false },
    ];
    const used = new Set<string>();
    for (const options of sets) wins(skilled, { ...DEFAULTS, ...options }, 60, ({ type }) => used.add(type));
    for (const type of ['useAbility', 'cleanse', 'craftPill', 'applyBuff', 'drink', 'buy', 'takeHealing']) {
      expect(used).toContain(type);
    }
  });
});

describe('the odds', () => {
  test('of one die and ATK against one die and ATK are exact', () => {
    const { hit, hurt } = decisiveOdds('max', { dice: 1, atk: 2 }, { dice: 1, atk: 1 });
    expect(hit).toBeCloseTo(18 / 27);
    expect(hurt).toBeCloseTo(9 / 27);
  });

  test('of poker hands are equal for equal forces', () => {
    const { hit, hurt } = decisiveOdds('poker', { dice: 3, atk: 2 }, { dice: 3, atk: 2 });
    expect(hit).toBeCloseTo(0.5);
    expect(hurt).toBeCloseTo(0.5);
  });

  test('of a counter-attack are exact', () => {
    expect(counterOdds({ dice: 1, atk: 2 }, 4)).toEqual({ hit: expect.closeTo(4 / 6), hurt: expect.closeTo(1 / 6) });
  });

  test('of landing hits before taking them are exact', () => {
    expect(chanceToOutlast({ hit: 0.5, hurt: 0.5 }, 2, 2)).toBeCloseTo(0.5);
    expect(chanceToOutlast({ hit: 0.5, hurt: 0.5 }, 1, 3)).toBeCloseTo(0.875);
    expect(chanceToOutlast({ hit: 0, hurt: 1 }, 1, 3)).toBe(0);
  });
});
