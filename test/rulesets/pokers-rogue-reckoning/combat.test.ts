import { describe, expect, test } from 'vitest';
import { compareTotals } from '#rules/pokers-rogue-reckoning/judge.ts';
import type { Options } from '#rules/pokers-rogue-reckoning/options.ts';
import { ruleset, ScriptedRun, type Setting } from './scripted-run.ts';

const MAX: Partial<Options> = { combat: 'max' };
const KEEP: Setting = { rooms: ['2D', '3D'] };

const poker = (setting: Setting = {}) => ScriptedRun.inCombat({ ...KEEP, ...setting });
const max = (setting: Setting = {}) =>
  ScriptedRun.inCombat({ ...KEEP, ...setting, options: { ...MAX, ...setting.options } });

describe('R10 tiers', () => {
  test.each([
    [0, 1, 6, 1],
    [2, 1, 6, 1],
    [3, 2, 12, 2],
    [5, 2, 12, 2],
    [6, 3, 18, 3],
    [9, 4, 24, 4],
    [10, 4, 24, 4],
  ])('R10 with %i enemies defeated, the enemy has tier %i, %i HP and %i ATK', (defeated, tier, enemyHp, enemyAtk) => {
    const run = poker({ defeated });
    expect(run.view.tier).toBe(tier);
    expect(run.combat).toMatchObject({ enemyHp, enemyAtk, finalBoss: false });
  });

  test('R10 the enemy met with eleven defeated is the final boss: 5 dice, 5 ATK', () => {
    const run = poker({ defeated: 11 });
    expect(run.combat).toMatchObject({ enemyHp: 30, enemyAtk: 5, finalBoss: true });
    run.roll(1, 2, 3, 4, 6, 1, 1, 3, 3, 6);
    expect(run.combat.playerDice).toHaveLength(5);
  });

  test('R10 enemyAtk raises all tiers, up to 6, and finalBossDice the last enemy', () => {
    expect(poker({ defeated: 9, options: { enemyAtk: 2 } }).combat.enemyAtk).toBe(5);
    const boss = poker({ defeated: 11, options: { enemyAtk: 3, finalBossDice: 8 } });
    expect(boss.combat).toMatchObject({ enemyHp: 48, enemyAtk: 6 });
  });

  test('R10 the tier rises within a level', () => {
    const run = poker({ rooms: ['QS', '3D'], defeated: 2, atk: 6 }).roll(6, 6, 1, 2);
    expect(run.told('enemyDefeated')?.data).toEqual({ enemy: 'JS', defeated: 3, tier: 2 });
    expect(run.reveal(1).combat).toMatchObject({ enemyHp: 12, enemyAtk: 2 });
  });
});

describe('R11 the phases of a combat', () => {
  test('R11 before the first roll the player may drink, cleanse, apply, use abilities and bribe', () => {
    const run = poker({ hand: ['4S', '3S', '6H'], hp: 5, curses: ['2C'], options: { bribe: true } });
    expect(run.kinds).toEqual(['roll', 'applyBuff', 'cleanse', 'drink', 'useAbility', 'bribe']);
    expect(run.usable).toEqual(['3S', '6H on 2C']);
  });

  test('R11 between rolls no potion is applied and no curse removed by blue potions', () => {
    const run = poker({ hand: ['4S', '3S', '6H'], hp: 5, curses: ['2C'] })
      .roll(6, 6, 1, 2)
      .accept();
    expect(run.view.phase).toBe('ready');
    expect(run.kinds).toEqual(['roll', 'drink', 'useAbility']);
  });

  test('R11 a roll stands at once if nothing can change it', () => {
    expect(poker().roll(6, 6, 1, 2).view).toMatchObject({ phase: 'ready', combat: { enemyHp: 4, round: 1 } });
    expect(poker({ hand: ['6S'] }).roll(6, 6, 1, 2).view).toMatchObject({ phase: 'ready', combat: { enemyHp: 4 } });
  });

  test('R11 otherwise the player is asked before its damage, and again after every use', () => {
    const run = poker({ hand: ['2H', '4S'] }).roll(6, 6, 1, 2);
    expect(run.view).toMatchObject({ phase: 'rolled', pending: { kind: 'rolled' }, combat: { enemyHp: 6 } });
    expect(run.kinds).toEqual(['accept', 'useAbility']);
    run.use('2H');
    expect(run.view.phase).toBe('rolled');
    expect(run.usable).toEqual(['4S']);
    run.use('4S', 5, 5);
    expect(run.view).toMatchObject({ combat: { enemyHp: 1, playerDice: [5, 5] }, phase: 'ready' });
  });

  test("R11 the enemy's curses act at the reveal, in order of rank, and only once", () => {
    const run = poker({ curses: ['7C', '3C', '2C'], discard: ['6C'], hand: ['3S'] });
    expect(run.acted).toEqual([
      ['2C', 'enemy'],
      ['3C', 'enemy'],
      ['6C', 'enemy'],
      ['7C', 'enemy'],
    ]);
    expect(run.happened.at(1)).toBe('combatStarted');
    expect(run.view).toMatchObject({ phase: 'ready', hp: 10, money: 2, potions: [] });
    run.roll(6, 6, 1, 2);
    expect(run.acted).toEqual([]);
    expect(run.view).toMatchObject({ hp: 10, money: 2 });
  });

  test('R11 no potion can be drunk, spent or emptied before the curses have acted', () => {
    const hand: Setting['hand'] = ['5H', '3S', '8S'];
    const run = poker({ curses: ['3C', '6C', '7C'], hand, hp: 4, options: { bribe: true } });
    expect(run.view).toMatchObject({ phase: 'loss', hp: 2, money: 12 });
    expect(run.kinds).toEqual(['chooseLoss']);
    run.act({ type: 'chooseLoss', card: '8S' });
    expect(run.view).toMatchObject({ phase: 'ready', money: 2, potions: ['5H', '3S'] });
    expect(run.kinds).toEqual(['roll', 'applyBuff', 'cleanse', 'drink', 'useAbility']);
  });

  test('R11 buffsAtOnce applies the potions that the curses left, also after a choice and a trade', () => {
    const options = { buffsAtOnce: true };
    const run = poker({ curses: ['3C', '6C'], hand: ['9S', '6S', '4S'], hp: 2, options });
    expect(run.combat.buffs).toEqual([]);
    expect(run.kinds).toEqual(['tradeAtk', 'fall']);
    run.act({ type: 'tradeAtk' });
    expect(run.view.pending).toEqual({ kind: 'loss', cards: ['9S', '6S', '4S'] });
    run.act({ type: 'chooseLoss', card: '6S' });
    expect(run.view).toMatchObject({ phase: 'ready', potions: [], discard: ['6S'], combat: { buffs: ['4S', '9S'] } });
    expect(poker({ curses: ['6C'], hand: ['9S'], options }).combat.buffs).toEqual([]);
  });

  test("R11 the enemy's lasting effects hold from the reveal, the player's from the first roll", () => {
    const run = poker({ curses: ['4C', '5C', '8C', '9C'], lucky: ['10C'], hand: ['9S', '3S'] }).apply('9S');
    expect(run.combat.effects).toEqual(['blight', 'enemyTerrorize', 'enemyEvade', 'enemyFocus']);
    run.roll(6, 6, 1, 2);
    expect(run.combat.effects).toEqual([
      'blight',
      'enemyTerrorize',
      'enemyEvade',
      'enemyFocus',
      'playerFocus',
      'playerNullify',
    ]);
  });

  test('R11 lucky curses act with the first roll, before the dice', () => {
    const run = poker({ curses: ['3C', '9C'], lucky: ['7C', '6C'] });
    expect(run.acted).toEqual([['3C', 'enemy']]);
    run.roll();
    expect(run.acted).toEqual([['6C', 'player']]);
    run.act({ type: 'chooseLoss', card: '9C' }, 1, 3, 6, 6);
    expect(run.acted).toEqual([['7C', 'player']]);
    expect(run.combat).toMatchObject({ enemyHp: 3, curses: ['3C'], round: 1 });
  });

  test('R11 an action without an effect is not legal', () => {
    const run = poker({ hand: ['7S', '8S', '10S', '6H', '8H', '4H'], money: 24, hp: 6 });
    expect(run.usable).toEqual(['7S on 6H', '7S on 8H', '7S on 4H']);
    const full = poker({ hand: ['7S', '5H', '4H'] });
    expect(full.usable).toEqual(['4H']);
    expect(full.kinds).not.toContain('drink');
  });
});

describe('R12 poker combat', () => {
  test('R12 two dice and ATK 3 are a hand of three dice', () => {
    const run = poker({ atk: 3 }).roll(3, 5, 6, 4);
    expect(run.told('diceRolled')?.data).toMatchObject({
      playerHand: { kind: 'pair', dice: [3, 3, 5] },
      enemyHand: { kind: 'highDie', dice: [6, 4, 1] },
      result: 'playerHits',
    });
    expect(run.combat.enemyHp).toBe(3);
  });

  test.each([
    [0, 2],
    [3, 3],
    [6, 4],
    [9, 5],
  ])('R12 with %i enemies defeated, each side rolls %i dice', (defeated, dice) => {
    const script = Array.from({ length: 2 * dice }, (_, i) => (i < dice ? 6 : 1));
    const { combat } = poker({ defeated, hp: 12 }).roll(...script);
    expect([combat.playerDice.length, combat.enemyDice.length]).toEqual([dice, dice]);
    expect(combat.playerHand?.dice).toHaveLength(Math.min(5, dice + 1));
  });

  test('R12 bonuses do not count in the hand', () => {
    const run = poker({ hand: ['6S', '9S'], atk: 2 })
      .apply('6S')
      .apply('9S')
      .roll(6, 4, 6, 4);
    expect(run.told('diceRolled')?.data?.playerHand.dice).toEqual([6, 4, 2]);
  });

  test('R12 identical hands are a tie, and the next roll is for both', () => {
    const run = poker({ atk: 1 }).roll(5, 4, 4, 5);
    expect(run.combat).toMatchObject({ tie: true, result: 'tie', round: 1, enemyHp: 6 });
    expect(run.view).toMatchObject({ phase: 'ready', hp: 12 });
    expect(run.kinds).toEqual(['roll']);
    expect(run.roll(6, 6, 1, 2).combat).toMatchObject({ tie: false, round: 2, enemyHp: 5 });
  });
});

describe('R13 max combat', () => {
  test.each([
    [0, 1],
    [3, 2],
    [6, 3],
    [9, 3],
  ])('R13 with %i enemies defeated, each side rolls %i dice', (defeated, dice) => {
    const run = max({ defeated }).roll(...Array<number>(dice).fill(4), ...Array<number>(dice).fill(1));
    expect(run.combat.playerDice).toHaveLength(dice);
  });

  test('R13 dice and ATK are added, up to 6 for each die, and the higher total hits', () => {
    const run = max({ atk: 2 }).roll(6, 3);
    expect(run.told('diceRolled')?.data).toMatchObject({
      playerHand: { kind: 'total', dice: [6], total: 6 },
      enemyHand: { kind: 'total', dice: [3], total: 4 },
      result: 'playerHits',
    });
    expect(max({ atk: 2 }).roll(1, 5).view).toMatchObject({ hp: 11 });
  });

  test('R13 if both totals are at their caps, the roll is a draw, and the next one is for both', () => {
    const run = max({ atk: 3 }).roll(6, 6);
    expect(run.combat).toMatchObject({ result: 'draw', tie: true });
    expect(run.view).toMatchObject({ phase: 'ready', hp: 12 });
    expect(run.kinds).toEqual(['roll']);
  });

  test('R13 a tie below the cap is answered by a counter-attack or by rolling again', () => {
    const run = max({ atk: 2 }).roll(1, 2);
    expect(run.view).toMatchObject({ phase: 'tie', pending: { kind: 'tie' } });
    expect(run.kinds).toEqual(['counterAttack', 'rollAgain']);
  });

  test('R13 a counter-attack rolls only the white dice: higher hits, lower is hit, equal starts again', () => {
    const tied = () => max({ atk: 2 }).roll(1, 2);
    const higher = tied().act({ type: 'counterAttack' }, 2);
    expect(higher.told('playerRerolled')?.data).toMatchObject({
      isCounter: true,
      playerDice: [2],
      result: 'playerHits',
    });
    expect(higher.view).toMatchObject({ phase: 'ready', combat: { enemyHp: 4, enemyDice: [2] } });
    const lower = max({ atk: 2 }).roll(2, 3).act({ type: 'counterAttack' }, 1);
    expect(lower.view).toMatchObject({ phase: 'ready', hp: 11 });
    const equal = tied().act({ type: 'counterAttack' }, 1);
    expect(equal.view).toMatchObject({ phase: 'ready', hp: 12, combat: { result: 'draw', enemyHp: 6 } });
  });

  test('R13 rolling again rolls for both sides', () => {
    const run = max({ atk: 2 }).roll(1, 2).act({ type: 'rollAgain' }, 4, 1);
    expect(run.combat).toMatchObject({ playerDice: [4], enemyDice: [1], round: 2, enemyHp: 4 });
  });

  test('R13 without counterAttack the next roll is for both after any tie', () => {
    const run = max({ atk: 2, options: { counterAttack: false } }).roll(1, 2);
    expect(run.view).toMatchObject({ phase: 'ready', combat: { tie: true, result: 'tie' } });
    expect(run.kinds).toEqual(['roll']);
  });

  test('R43 the player may use cards after a tie before answering it, as after any roll, and after a counter-attack', () => {
    const run = max({ atk: 2, hand: ['2H'] }).roll(1, 2);
    expect(run.kinds).toEqual(['accept', 'useAbility']);
    expect(run.accept().kinds).toEqual(['counterAttack', 'rollAgain']);
    expect(run.act({ type: 'counterAttack' }, 3).kinds).toEqual(['accept', 'useAbility']);
  });

  test('R13 each side has its own cap, and where neither can be below it the player hits', () => {
    const side = (dice: number, atk: number, total: number) => ({ dice, atk, total });
    expect(compareTotals(side(2, 2, 12), side(1, 1, 6))).toBe('draw');
    expect(compareTotals(side(2, 2, 6), side(1, 1, 6))).toBe('tie');
    expect(compareTotals(side(1, 5, 6), side(1, 5, 6))).toBe('playerHits');
    expect(compareTotals(side(1, 5, 6), side(1, 4, 6))).toBe('draw');
  });

  test('R28 a side without dice totals 0 and is not at its cap', () => {
    const run = max({ hand: ['7H'], atk: 5 })
      .use('7H')
      .roll(6);
    expect(run.told('diceRolled')?.data).toMatchObject({
      enemyDice: [],
      enemyHand: { total: 0 },
      result: 'playerHits',
    });
  });
});

describe('R14 damage', () => {
  test('R14 a hit takes ATK and 1 for each applied potion and lucky curse', () => {
    const run = poker({ atk: 2, hand: ['6S', '9S'], lucky: ['10C'], defeated: 3 })
      .apply('6S')
      .apply('9S');
    expect(run.combat.playerBonus).toBe(3);
    expect(run.roll(6, 6, 6, 1, 2, 3).told('enemyHurt')?.data).toEqual({ damage: 5, enemyHp: 7 });
  });

  test('R14 a hit of the enemy takes its ATK and 1 for each curse', () => {
    const run = poker({ curses: ['4C', '5C'] });
    expect(run.combat.enemyBonus).toBe(2);
    expect(run.roll(1, 3, 6, 6).told('playerHurt')?.data).toEqual({ damage: 3, hp: 9 });
  });
});

describe('R15 at 0 HP', () => {
  const down = (atk: number, setting: Setting = {}) => poker({ ...setting, hp: 1, atk }).roll(1, 3, 6, 6);

  test('R15 with ATK above 1, the player gives up 1 ATK and stands at exactly 6 HP', () => {
    const run = down(2, { curses: ['4C', '9C'] });
    expect(run.view).toMatchObject({ phase: 'trade', hp: 0, pending: { kind: 'trade' } });
    expect(run.kinds).toEqual(['tradeAtk', 'fall']);
    run.act({ type: 'tradeAtk' });
    expect(run.view).toMatchObject({ phase: 'ready', hp: 6, atk: 1, bestAtk: 2 });
    expect(run.combat.enemyHp).toBe(6);
  });

  test('R15 allDice brings all HP', () => {
    const run = down(2, { maxHp: 18, options: { trade: 'allDice' } }).act({ type: 'tradeAtk' });
    expect(run.view.hp).toBe(18);
  });

  test('R15 a trade with ATK 2, then a fall at ATK 1', () => {
    const run = down(2).act({ type: 'tradeAtk' });
    for (let hits = 0; hits < 6; hits++) run.roll(2, 3, 6, 6);
    expect(run.view).toMatchObject({ phase: 'over', hp: 0, atk: 1 });
    expect(ruleset.outcome(run.state)).toEqual({
      winners: [],
      scores: [0],
      reason: 'fallen',
      text: 'The player has fallen to 0 HP, with 0 enemies defeated.',
    });
  });

  test('R15 the run may be given up instead', () => {
    const run = down(3).act({ type: 'fall' });
    expect(run.told('runEnded')?.data).toEqual({ ending: 'fallen' });
    expect(ruleset.actors(run.state)).toEqual([]);
  });

  test('R11 at 0 HP no other action is possible before', () => {
    const run = poker({ hp: 1, hand: ['10H', '3S'], options: { bribe: true } })
      .roll(1, 3, 6, 6)
      .accept();
    expect(run.kinds).toEqual(['tradeAtk', 'fall']);
  });
});

describe('R16 the end of a combat', () => {
  test('R16 cards in play are discarded, and the enemy is set aside', () => {
    const run = poker({ atk: 6, hand: ['6S'], curses: ['2C'], lucky: ['9C'] })
      .apply('6S')
      .roll(6, 6, 1, 2);
    expect(run.view).toMatchObject({ combat: null, discard: ['6S', '2C', '9C'], setAside: ['JS'], defeated: 1 });
    expect(run.view.rooms[0]).toEqual({ room: 0, card: null, state: 'empty' });
  });

  test('R16 after a flee cards in play are discarded, the enemy goes into the deck, and its room stays empty', () => {
    const run = poker({ hand: ['6S', '3S'], curses: ['2C'], lucky: ['10C'], defeated: 1 })
      .apply('6S')
      .roll(6, 6, 1, 2);
    const before = run.view.deckCount;
    run.use('3S', 'shuffle');
    expect(run.view).toMatchObject({
      combat: null,
      discard: ['3S', '6S', '2C', '10C'],
      deckCount: before + 1,
      defeated: 1,
    });
    expect(run.state.deck).toContain('JS');
    expect(run.view.rooms[0]).toMatchObject({ card: null, state: 'empty' });
  });

  test('R16 an enemy that comes back has full HP', () => {
    const run = poker({ hand: ['3S'], rooms: [], isDeckEnd: true, defeated: 11 })
      .roll(6, 6, 6, 6, 6, 1, 1, 3, 4, 6)
      .accept();
    expect(run.combat.enemyHp).toBe(28);
    run.use('3S');
    expect(run.view).toMatchObject({ level: 2, deckCount: 0 });
    expect(run.reveal(0).combat).toMatchObject({ enemy: 'JS', enemyHp: 30, finalBoss: true });
  });
});

describe('R17 bribes', () => {
  test.each([
    [0, 10],
    [3, 15],
    [6, 20],
  ])('R17 with %i enemies defeated a bribe costs %i', (defeated, price) => {
    const run = poker({ defeated, money: price, options: { bribe: true } });
    expect(run.view.bribePrice).toBe(price);
    run.act({ type: 'bribe' }, 'shuffle');
    expect(run.view).toMatchObject({ money: 0, combat: null });
    expect(poker({ defeated, money: price - 1, options: { bribe: true } }).kinds).not.toContain('bribe');
  });

  test('R17 no bribe is possible in tier 4, nor without the option', () => {
    expect(poker({ defeated: 9, money: 24, options: { bribe: true } }).kinds).not.toContain('bribe');
    expect(poker({ money: 24 }).kinds).not.toContain('bribe');
  });

  test('R17 a bribe may be paid after a roll, which opens the question about that roll', () => {
    const run = poker({ options: { bribe: true } }).roll(1, 3, 6, 6);
    expect(run.kinds).toEqual(['accept', 'bribe']);
    expect(run.act({ type: 'bribe' }, 'shuffle').view).toMatchObject({ hp: 12, money: 2, combat: null });
  });
});

describe('R18 the revival pill', () => {
  const options = { revivalPill: true };
  const craft = { type: 'craftPill', blue: '6S', red: '7H' } as const;

  test('R18 the pill takes one blue and one red potion of the hand and 10 money, once', () => {
    const run = ScriptedRun.from({ ...KEEP, hand: ['6S', '7H', '9S', '2H'], options, money: 22 });
    expect(run.legal.filter(({ type }) => type === 'craftPill')).toHaveLength(4);
    run.act(craft);
    expect(run.view).toMatchObject({ pill: 'ready', money: 12, potions: ['9S', '2H'], discard: ['6S', '7H'] });
    expect(run.kinds).not.toContain('craftPill');
  });

  test('R18 the pill can be made before a roll, but not after it, nor without 10 money or the option', () => {
    const run = poker({ hand: ['6S', '7H', '3S'], options });
    expect(run.isLegal(craft)).toBe(true);
    expect(run.roll(6, 6, 1, 2).kinds).toEqual(['accept', 'useAbility']);
    expect(run.accept().isLegal(craft)).toBe(true);
    expect(poker({ hand: ['6S', '7H'], options, money: 9 }).isLegal(craft)).toBe(false);
    expect(poker({ hand: ['6S', '7H'] }).isLegal(craft)).toBe(false);
  });

  test('R18 at 0 HP the pill acts by itself: full HP and the highest ATK of the run', () => {
    const run = poker({ hp: 1, atk: 1, bestAtk: 4, pill: 'ready', options }).roll(2, 3, 6, 6);
    expect(run.view).toMatchObject({ phase: 'ready', hp: 12, atk: 4, pill: 'used' });
    expect(run.told('playerRevived')?.data).toEqual({ atk: 4, hp: 12 });
  });

  test('R18 the pill also acts where the player could have given up ATK', () => {
    expect(poker({ hp: 1, atk: 3, pill: 'ready', options }).roll(1, 2, 6, 6).view).toMatchObject({ hp: 12, atk: 3 });
  });
});

describe('R19 and R36 victory', () => {
  test('R36 the twelfth defeat wins at once and scores 12, without a rest', () => {
    const run = poker({ defeated: 11, atk: 6, hand: ['2S', '6S'], hp: 3 })
      .apply('2S')
      .apply('6S');
    for (let hits = 0; hits < 4; hits++) run.roll(6, 6, 6, 6, 6, 1, 2, 3, 4, 6);
    expect(run.view).toMatchObject({ phase: 'over', defeated: 12, hp: 3, combat: null });
    expect(ruleset.outcome(run.state)).toEqual({
      winners: [0],
      scores: [12],
      reason: 'victory',
      text: 'All enemies are defeated.',
    });
  });
});
