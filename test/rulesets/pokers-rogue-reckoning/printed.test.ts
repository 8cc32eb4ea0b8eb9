import { describe, expect, test } from 'vitest';
import { ruleset, ScriptedRun, type Setting } from './scripted-run.ts';

const explore = (printed: boolean, setting: Setting = {}) =>
  ScriptedRun.from({ rooms: ['2D', '3D'], ...setting, options: { ...setting.options, printed } });
const poker = (printed: boolean, setting: Setting = {}) =>
  ScriptedRun.inCombat({ rooms: ['2D', '3D'], ...setting, options: { ...setting.options, printed } });
const max = (printed: boolean, setting: Setting = {}) =>
  poker(printed, { ...setting, options: { combat: 'max', ...setting.options } });

const MIRACLE_KEEPS = { type: 'useAbility', card: '8H', miracle: true } as const;

function refusedBy(run: ScriptedRun, action: Parameters<typeof ruleset.explain>[2]): string {
  expect(run.isLegal(action)).toBe(false);
  const { rule, detail } = ruleset.explain(run.view, 0, action);
  return `${rule}: ${detail}`;
}

describe('a game from before the option', () => {
  test('plays as with false', () => {
    const { printed: _, ...options } = explore(false).state.options;
    const { state } = ruleset.setup(options, 1, { int: () => 0 });
    expect('print' in state).toBe(false);
    expect('print' in ruleset.view(state, 0)).toBe(false);
  });
});

describe('R7: ATK', () => {
  test.each([
    [false, 6],
    [true, 7],
  ])('R7: with printed %s a sword takes ATK 6 to %i', (printed, atk) => {
    const run = explore(printed, { rooms: ['AS', '2D'], atk: 6 }).reveal(0);
    expect(run.view).toMatchObject({ atk, bestAtk: atk });
  });

  test('R12: more than 6 ATK is a 6 in a hand, and all of it in a hit', () => {
    const run = poker(true, { atk: 8, defeated: 3 }).roll(6, 6, 1, 1, 2, 3);
    expect(run.told('diceRolled')?.data?.playerHand).toMatchObject({ kind: 'threeOfAKind', dice: [6, 6, 6, 1] });
    expect(run.told('enemyHurt')?.data?.damage).toBe(8);
  });
});

describe('R10: enemies', () => {
  test.each([
    [false, [3, 4, 5, 6]],
    [true, [3, 2, 3, 4]],
  ])('R10: with printed %s and enemyAtk 3 the tiers have %j ATK', (printed, tiers) => {
    const options = { enemyAtk: 3 };
    expect([0, 3, 6, 9].map((defeated) => poker(printed, { defeated, options }).combat.enemyAtk)).toEqual(tiers);
  });

  test.each([
    [false, 6],
    [true, 5],
  ])('R10: with printed %s the final boss has %i ATK after enemyAtk 3', (printed, enemyAtk) => {
    const run = explore(printed, { rooms: ['JS', '2D'], defeated: 11, options: { enemyAtk: 3 } });
    if (run.state.print !== undefined) run.state = { ...run.state, print: { ...run.state.print, enemiesDrawn: 11 } };
    expect(run.reveal(0).combat).toMatchObject({ enemyAtk, enemyHp: 30, finalBoss: true });
  });

  test.each([
    [false, false],
    [true, true],
  ])('R10: with printed %s the twelfth enemy card drawn is the final boss: %s', (printed, finalBoss) => {
    const run = explore(printed, { rooms: ['JS', '2D'], defeated: 6 });
    if (run.state.print !== undefined) run.state = { ...run.state, print: { ...run.state.print, enemiesDrawn: 11 } };
    run.reveal(0);
    expect(run.combat.finalBoss).toBe(finalBoss);
    expect(run.combat).toMatchObject(finalBoss ? { enemyHp: 30, enemyAtk: 5 } : { enemyHp: 18, enemyAtk: 3 });
    expect(run.roll(1, 1, 2, 3, 6, 6, 5, 5).combat.playerDice).toHaveLength(4);
  });

  test('R10: an enemy that is met again counts again, and the final boss stays it', () => {
    const run = explore(true, { rooms: ['JS', 'QS'], hand: ['3S', '4H'] });
    run.state = { ...run.state, print: { enemiesDrawn: 11, finalBoss: null, fresh: null } };
    run.reveal(0).use('3S', 'shuffle');
    expect(run.view.print).toEqual({ enemiesDrawn: 12, finalBoss: 'JS' });
    expect(ruleset.describe(run.view)).toContain('Enemy cards drawn: 12; the final boss is the jack of spades.');
    expect(run.reveal(1).combat).toMatchObject({ finalBoss: false, enemyHp: 6 });
    expect(run.view.print?.enemiesDrawn).toBe(13);
  });
});

describe("R11: the player's cards", () => {
  test('R11: lucky curses act with the first roll, with printed together with those of the enemy', () => {
    const setting: Setting = { curses: ['3C'], lucky: ['7C', '9C'], hand: ['9S'] };
    const off = poker(false, setting);
    expect(off.acted).toEqual([['3C', 'enemy']]);
    expect(off.roll(6, 6, 1, 2).acted).toEqual([['7C', 'player']]);
    const on = poker(true, setting);
    expect(on.acted).toEqual([
      ['3C', 'enemy'],
      ['7C', 'player'],
    ]);
    expect(on.combat).toMatchObject({ enemyHp: 3, effects: ['playerTerrorize'], round: 0 });
    expect(on.apply('9S').combat.effects).toEqual(['playerTerrorize', 'playerFocus']);
    expect(on.roll(1, 3, 6, 6).acted).toEqual([]);
  });

  test('R11: with printed a lucky Misplace and a trade interrupt the meeting, and it goes on', () => {
    const run = poker(true, { curses: ['3C', '9C'], lucky: ['6C', '7C'], hp: 2 });
    run.act({ type: 'tradeAtk' });
    expect(run.view.phase).toBe('loss');
    run.act({ type: 'chooseLoss', card: '9C' });
    expect(run.view).toMatchObject({ phase: 'ready', combat: { enemyHp: 3, curses: ['3C'], round: 0 } });
  });

  test('R37: the Evade of the enemy shows until the lucky Terrorize counts', () => {
    const off = poker(false, { lucky: ['9C'], curses: ['4C'] });
    expect(off.combat.effects).toEqual(['enemyEvade']);
    expect(off.roll(6, 6, 1, 2).combat.effects).toEqual(['playerTerrorize']);
    expect(poker(true, { lucky: ['9C'], curses: ['4C'] }).combat.effects).toEqual(['playerTerrorize']);
  });
});

describe('R11: blue potions against curses', () => {
  test('R11: blue potions remove curses before the first roll only, with printed after every roll and before its damage', () => {
    const setting: Setting = { curses: ['3C', '5C'], hand: ['3S', '6S'], hp: 12, atk: 1 };
    const off = poker(false, setting).roll(5, 4, 4, 5);
    expect(off.kinds).not.toContain('cleanse');
    const on = poker(true, setting).roll(5, 4, 4, 5);
    expect(on.combat.result).toBe('enemyHits');
    on.act({ type: 'cleanse', curse: '5C', potions: ['6S'] });
    expect(on.told('resultChanged')?.data).toEqual({ result: 'tie' });
    expect(on.view).toMatchObject({ phase: 'rolled', hp: 10, curses: [] });
    on.act({ type: 'cleanse', curse: '3C', potions: ['3S'] });
    expect(on.view).toMatchObject({ phase: 'ready', hp: 10, combat: { curses: [] } });
  });

  test('R11: with printed an applied potion removes a curse too, which opens a question about the roll', () => {
    const setting: Setting = { curses: ['8C'], hand: ['9S'] };
    expect(poker(false, setting).apply('9S').kinds).not.toContain('cleanse');
    const run = poker(true, setting).apply('9S').roll(1, 3, 6, 6);
    expect(run.kinds).toEqual(['accept', 'cleanse']);
    run.act({ type: 'cleanse', curse: '8C', potions: ['9S'] });
    expect(run.view).toMatchObject({ hp: 11, phase: 'ready', combat: { buffs: [], curses: [] } });
  });

  test('R30: with printed no potion may be spare either', () => {
    const run = poker(true, { curses: ['3C'], hand: ['2S', '3S'] });
    expect(refusedBy(run, { type: 'cleanse', curse: '3C', potions: ['2S', '3S'] })).toBe(
      'R30: One of the potions is not needed for that.',
    );
    expect(refusedBy(run, { type: 'cleanse', curse: '3C', potions: ['6S'] })).toContain(
      'R11: The blue potion 6 (Nullify) is no blue potion of the hand, and none that is applied.',
    );
  });
});

describe('R20: Overcharge', () => {
  test.each([
    [false, 2, 0],
    [true, 3, 2],
  ])('R20, R29: with printed %s it gives %i ATK, and %i when it is nullified', (printed, atk, nullified) => {
    expect(poker(printed, { hand: ['2S'] }).apply('2S').combat.playerBonus).toBe(atk);
    expect(poker(printed, { hand: ['2S'], curses: ['10C'] }).apply('2S').combat.playerBonus).toBe(nullified);
  });
});

describe('R26: Focus', () => {
  test.each([
    [false, 'draw', 'draw'],
    [true, 'playerHits', 'enemyHits'],
  ])('R26: with printed %s a draw at the caps is %s for the player, and %s for the enemy', (printed, own, other) => {
    expect(
      max(printed, { hand: ['9S'] })
        .apply('9S')
        .roll(6, 6).combat.result,
    ).toBe(own);
    expect(max(printed, { curses: ['5C'] }).roll(6, 6).combat.result).toBe(other);
  });

  test('R26: with printed Focus against Focus leaves a draw, and different caps are a draw too', () => {
    expect(
      max(true, { hand: ['9S'], curses: ['5C'] })
        .apply('9S')
        .roll(6, 6).combat.result,
    ).toBe('draw');
    expect(
      max(true, { hand: ['3H'], curses: ['5C'], atk: 2 })
        .use('3H')
        .roll(6, 6, 6).combat.result,
    ).toBe('enemyHits');
    expect(
      max(true, { hand: ['3H'], atk: 2 })
        .use('3H')
        .roll(6, 6, 6).combat.result,
    ).toBe('draw');
  });

  test('R13: with printed the Focus of the enemy decides where no roll could differ', () => {
    const options = { enemyAtk: 3 };
    const boss: Setting = { defeated: 11, atk: 20, hp: 18, maxHp: 18, curses: ['5C'], options };
    expect(max(false, { ...boss, atk: 6 }).roll(6, 6, 6, 6, 6, 6).combat.result).toBe('draw');
    expect(max(true, boss).roll(1, 1, 1, 6, 6, 6).combat.result).toBe('enemyHits');
  });
});

describe('R38: Miracle', () => {
  const setting: Setting = { hand: ['7S', '8H'], discard: ['5D', '4D'], money: 0, hp: 2 };

  test('R38: Miracle keeps a potion that is drunk; with printed also one whose ability is used', () => {
    const off = poker(false, setting);
    expect(refusedBy(off, MIRACLE_KEEPS)).toBe('R38: Miracle keeps only a potion that it drinks.');
    const on = poker(true, setting);
    const labels = on.legal.map((action) => ruleset.label(action, on.view));
    expect(labels).toContain(
      'Use Alchemy, take the two newest money cards of the discard pile, and keep the potion by Miracle',
    );
    expect(new Set(labels).size).toBe(labels.length);
    on.act(MIRACLE_KEEPS);
    expect(on.view).toMatchObject({ money: 9, hp: 2, potions: ['8H'], discard: ['7S', '5D', '4D'] });
    expect(on.events.map((event) => ruleset.narrate?.(event, on.state.options))).toContain(
      'You use the blue potion 7 (Miracle) on the red potion 8 (Alchemy).',
    );
  });

  test('R38: with printed Miracle works as an applied potion, with a target, and under Blight', () => {
    const run = poker(true, { hand: ['7S', '6H'], curses: ['8C', '3C'] }).apply('7S');
    run.act({ type: 'useAbility', card: '6H', target: '8C', miracle: true });
    expect(run.view).toMatchObject({ potions: ['6H'], combat: { buffs: [], curses: ['3C'] } });
  });

  test('R25: with printed and buffsAtOnce Miracle has to be applied first', () => {
    const options = { buffsAtOnce: true };
    const run = poker(true, { ...setting, hand: ['10S', '8H'], discard: ['7S', '5D'], options });
    run.useOn('10S', '7S');
    expect(run.isLegal(MIRACLE_KEEPS)).toBe(false);
    expect(run.isLegal({ type: 'useAbility', card: '8H' })).toBe(true);
  });
});

describe('R22: red potions', () => {
  test.each([
    [false, true, 6],
    [true, true, 5],
    [true, false, 6],
  ])('R22: with printed %s and abilities %s the 6 heals %i', (printed, abilities, healed) => {
    const run = poker(printed, { hand: ['6H'], hp: 1, options: { abilities } });
    expect(run.legal.map((action) => ruleset.label(action, run.view))).toContain(
      `Drink the red potion 6 (Cleanse): heal ${healed} HP`,
    );
    expect(run.drink('6H').view.hp).toBe(1 + healed);
  });

  test('R22: with printed Shield works in max combat only', () => {
    expect(poker(false, { hand: ['9H'] }).roll(1, 3, 6, 6).usable).toEqual(['9H']);
    const run = poker(true, { hand: ['9H'] }).roll(1, 3, 6, 6);
    expect(run.usable).toEqual([]);
    expect(refusedBy(run, { type: 'useAbility', card: '9H' })).toContain('R22: Shield takes points off a total');
    expect(max(true, { hand: ['9H'] }).roll(1, 6).usable).toEqual(['9H']);
  });

  test('R24: outside combat they are drunk at any time, with printed right after they were taken', () => {
    const setting: Setting = { hand: ['4H'], open: ['7H'], hp: 3 };
    expect(explore(false, setting).kinds).toEqual(['reveal', 'buy', 'drink']);
    const run = explore(true, setting);
    expect(run.kinds).toEqual(['reveal', 'buy']);
    expect(refusedBy(run, { type: 'drink', card: '4H' })).toBe(
      'R24: Outside combat a potion is drunk right after it was taken, or not at all.',
    );
    run.act({ type: 'buy', room: 2 });
    expect(run.legal.filter(({ type }) => type === 'drink')).toEqual([{ type: 'drink', card: '7H' }]);
    const later = explore(true, setting).act({ type: 'buy', room: 2 }).reveal(0).act({ type: 'takeMoney', room: 0 });
    expect(later.kinds).toEqual(['reveal']);
    expect(run.drink('7H').view.hp).toBe(10);
    expect(poker(true, setting).kinds).toContain('drink');
  });
});

test('R38: a missing Miracle is refused by its name', () => {
  const run = poker(true, { hand: ['2H'] });
  expect(refusedBy(run, { type: 'useAbility', card: '2H', miracle: true })).toBe(
    'R38: Miracle is neither in your hand nor applied.',
  );
});

describe('R31: Scout', () => {
  test('R31: the scouted cards may stay; with printed they have to be swapped, as far as there are rooms', () => {
    const setting: Setting = { hand: ['5S'], next: ['AS', 'QS'] };
    expect(poker(false, setting).apply('5S').kinds).toEqual(['scoutSwap', 'scoutDone']);
    const run = poker(true, setting).apply('5S');
    expect(run.kinds).toEqual(['scoutSwap']);
    expect(refusedBy(run, { type: 'scoutDone' })).toContain('R31: Every scouted card has to be swapped');
    run.act({ type: 'scoutSwap', card: 'QS', room: 1 }).act({ type: 'scoutSwap', card: 'AS', room: 2 });
    expect(run.view).toMatchObject({ phase: 'ready', scouted: [] });
    expect(poker(true, { ...setting, rooms: ['2D'] }).apply('5S').legal).toHaveLength(2);
  });
});
