import { describe, expect, test } from 'vitest';
import { ruleset, ScriptedRun, type Setting } from './scripted-run.ts';

const poker = (setting: Setting = {}) => ScriptedRun.inCombat({ rooms: ['2D', '3D'], ...setting });
const max = (setting: Setting = {}) => poker({ ...setting, options: { combat: 'max', ...setting.options } });

describe('where two rules meet', () => {
  test('R23 at full HP a potion cannot be drunk', () => {
    expect(ScriptedRun.from({ rooms: ['2D'], hand: ['5H'] }).kinds).toEqual(['reveal']);
  });

  test('R23 under Blight a trade, the pill and Time Travel still give HP', () => {
    const curses: Setting = { curses: ['8C'], hp: 1 };
    expect(poker(curses).roll(1, 3, 6, 6).act({ type: 'tradeAtk' }).view.hp).toBe(6);
    expect(poker({ ...curses, pill: 'ready' }).roll(1, 3, 6, 6).view.hp).toBe(12);
    const travel = poker({ ...curses, hand: ['10H'] }).use('10H', 5);
    expect(travel.view.hp).toBe(5);
    expect(travel.combat.effects).toEqual(['blight']);
  });

  test('R24 a potion may be drunk about a roll, before its damage', () => {
    const run = poker({ hand: ['5H'], hp: 1, atk: 1, options: { abilities: false } }).roll(2, 3, 6, 6);
    expect(run.kinds).toEqual(['accept', 'drink']);
    run.drink('5H');
    expect(run.view).toMatchObject({ phase: 'ready', hp: 5 });
  });

  test('R25 under buffsAtOnce, a blue potion recovered in a combat waits for the next', () => {
    const run = poker({ hand: ['10S'], discard: ['3S'], options: { buffsAtOnce: true } }).useOn('10S', '3S');
    expect(run.view.potions).toEqual(['3S']);
    expect(run.kinds).toEqual(['roll']);
  });

  test('R25 Recover cannot take itself', () => {
    expect(poker({ hand: ['10S'], discard: ['3S'] }).usable).toEqual(['10S on 3S']);
  });

  test('R8 a recovered red potion heals at once under healAtOnce, and is not offered at full HP', () => {
    const setting: Setting = { hand: ['10S'], discard: ['9H'], options: { healAtOnce: true } };
    const run = poker({ ...setting, hp: 2 }).useOn('10S', '9H');
    expect(run.view).toMatchObject({ hp: 11, potions: [], discard: ['10S', '9H'] });
    expect(poker(setting).usable).toEqual([]);
    expect(poker({ ...setting, hp: 2, curses: ['8C'] }).usable).toEqual([]);
  });

  test('R26 Focus against Focus counts for neither', () => {
    const run = max({ hand: ['9S'], curses: ['5C'], atk: 2 })
      .apply('9S')
      .roll(1, 2);
    expect(run.view).toMatchObject({ phase: 'tie', combat: { effects: ['enemyFocus', 'playerFocus'] } });
  });

  test('R26 Focus does nothing about a draw at the caps', () => {
    expect(
      max({ hand: ['9S'], atk: 2 })
        .apply('9S')
        .roll(6, 6).combat.result,
    ).toBe('draw');
    expect(max({ curses: ['5C'], atk: 2 }).roll(6, 6).combat.result).toBe('draw');
  });

  test('R26 an equal counter-attack is won by a Focus that has come to count', () => {
    const run = max({ hand: ['9S', '6H'], curses: ['5C'], atk: 2 })
      .apply('9S')
      .roll(1, 2)
      .accept();
    run.act({ type: 'counterAttack' }, 1);
    expect(run.combat.result).toBe('draw');
    run.useOn('6H', '5C');
    expect(run.told('resultChanged')?.data).toEqual({ result: 'playerHits' });
    expect(run.combat.enemyHp).toBe(3);
  });

  test('R28 Shield does not go below 0, and a shielded total is not at its cap', () => {
    const run = max({ hand: ['9H'], atk: 2 }).roll(6, 6);
    expect(run.view.phase).toBe('rolled');
    expect(run.use('9H').told('rollShielded')?.data).toMatchObject({ enemyHand: { total: 3 }, result: 'playerHits' });
    const low = max({ hand: ['9H'], atk: 2 })
      .roll(6, 1)
      .use('9H');
    expect(low.told('rollShielded')?.data?.enemyHand.total).toBe(0);
  });

  test('R28 Shield on no dice is not offered', () => {
    expect(
      max({ hand: ['9H', '7H'], atk: 2 })
        .use('7H')
        .roll(6).view.phase,
    ).toBe('ready');
  });

  test('R28 a counter-attack compares only totals', () => {
    const run = max({ hand: ['3H'], atk: 2 })
      .use('3H')
      .roll(1, 3, 5);
    expect(run.combat).toMatchObject({ playerHand: { total: 6 }, enemyHand: { total: 6 }, result: 'tie' });
    run.act({ type: 'counterAttack' }, 6, 6);
    expect(run.combat).toMatchObject({ result: 'playerHits', enemyHp: 4 });
  });

  test('R29 Nullify against Nullify takes ATK on both sides and nothing else', () => {
    const run = poker({ hand: ['6S'], curses: ['10C', '3C'] }).apply('6S');
    expect(run.combat).toMatchObject({ playerBonus: 0, enemyBonus: 1 });
  });

  test('R29 a nullified Overcharge gives nothing, but is nullified last', () => {
    expect(poker({ hand: ['2S'], curses: ['10C'] }).apply('2S').combat.playerBonus).toBe(0);
    expect(
      poker({ hand: ['2S', '3S'], curses: ['10C'] })
        .apply('2S')
        .apply('3S').combat.playerBonus,
    ).toBe(2);
  });

  test('R31 Scout with one room left swaps once; without a room it opens no question', () => {
    const one = poker({ hand: ['5S'], rooms: ['2D'], next: ['AS', 'QS'] }).apply('5S');
    expect(one.legal).toHaveLength(3);
    one.act({ type: 'scoutSwap', card: 'QS', room: 1 });
    expect(one.view).toMatchObject({ phase: 'ready', knownTop: ['AS'] });
    const none = poker({ hand: ['5S'], rooms: [], next: ['AS', 'QS'] }).apply('5S');
    expect(none.view).toMatchObject({ phase: 'ready', knownTop: ['AS', 'QS'] });
    expect(none.told('scouted')?.data).toEqual({ cards: ['AS', 'QS'] });
  });

  test('R31 Scout with one card in the deck, or none', () => {
    const last = poker({ hand: ['5S'], next: ['AS'], isDeckEnd: true, defeated: 11 }).apply('5S');
    expect(last.view.scouted).toEqual(['AS']);
    const empty = poker({ hand: ['5S'], isDeckEnd: true, defeated: 11 }).apply('5S');
    expect(empty.view).toMatchObject({ phase: 'ready', scouted: [] });
  });

  test('R31 each swap takes another room', () => {
    const run = poker({ hand: ['5S'], next: ['AS', 'QS'] })
      .apply('5S')
      .act({ type: 'scoutSwap', card: 'AS', room: 1 });
    expect(run.legal).toEqual([{ type: 'scoutSwap', card: 'QS', room: 2 }, { type: 'scoutDone' }]);
    run.act({ type: 'scoutSwap', card: 'QS', room: 2 });
    expect(run.view).toMatchObject({ phase: 'ready', knownTop: [] });
    expect(run.state.deck.slice(0, 2)).toEqual(['2D', '3D']);
  });

  test('R27 scouted cards stay known when they are dealt, and are forgotten on the deck when it is shuffled', () => {
    const dealt = poker({ hand: ['5S'], rooms: [], next: ['AS', 'QS'], atk: 6 })
      .apply('5S')
      .roll(6, 6, 1, 2);
    expect(dealt.view.rooms.map(({ card }) => card)).toEqual(['AS', 'QS', null, null]);
    const shuffled = poker({ hand: ['5S', '3S'], next: ['AS', 'QS'] }).apply('5S');
    shuffled.act({ type: 'scoutSwap', card: 'AS', room: 1 }).act({ type: 'scoutDone' }).use('3S', 'shuffle');
    expect(shuffled.view.knownTop).toEqual([]);
    expect(shuffled.view.rooms[1]).toEqual({ room: 1, card: 'AS', state: 'scouted' });
  });

  test('R32 a curse that Recharge brings back acts at its number, at the same reveal', () => {
    const run = poker({ curses: ['2C', '6C'], hand: ['6S'], discard: ['3C'], money: 12 });
    expect(run.acted.map(([card]) => card)).toEqual(['2C', '3C', '6C']);
    expect(run.combat.curses).toEqual(['2C', '6C', '3C']);
  });

  test('R32 Recharge works without a curse to bring back, and with Blight or Terrorize', () => {
    expect(poker({ curses: ['2C'], discard: ['4D'] }).combat.curses).toEqual(['2C']);
    const run = poker({ curses: ['2C'], discard: ['9C'], hand: ['3S'] });
    expect(run.combat.effects).toEqual(['enemyTerrorize']);
    expect(run.usable).toEqual([]);
  });

  test('R33 Misplace works with nothing to lose, with one potion, and with one curse', () => {
    expect(poker({ curses: ['6C'] }).view.phase).toBe('ready');
    expect(poker({ curses: ['6C'], hand: ['9S'] }).view).toMatchObject({ potions: [], discard: ['9S'] });
    expect(poker({ lucky: ['6C'] }).roll(6, 6, 1, 2).combat.round).toBe(1);
    expect(poker({ lucky: ['6C'], curses: ['9C'] }).roll(6, 6, 1, 2).combat.curses).toEqual([]);
  });

  test('R34 after Time Travel the first roll is next again, and curses that acted once do not act again', () => {
    const run = poker({ hand: ['10H', '6S'], curses: ['3C'] })
      .roll(6, 6, 1, 2)
      .accept()
      .use('10H', 4);
    expect(run.view.hp).toBe(4);
    expect(run.isLegal({ type: 'applyBuff', card: '6S' })).toBe(true);
    expect(run.isLegal({ type: 'cleanse', curse: '3C', potions: ['6S'] })).toBe(true);
    run.roll(6, 6, 1, 2);
    expect(run.view.hp).toBe(4);
  });

  test('R34 lucky curses that had not acted before Time Travel still do, those of the enemy not again', () => {
    const run = poker({ hand: ['10H'], curses: ['3C'], lucky: ['7C'] }).use('10H', 4);
    expect(run.roll(1, 3, 6, 6).acted).toEqual([['7C', 'player']]);
    expect(run.view).toMatchObject({ hp: 4 - 2, combat: { enemyHp: 3 } });
  });

  test('R34 Time Travel voids the present roll, and Roar and Elevate go on waiting', () => {
    const run = poker({ hand: ['10H', '2H', '3H'], hp: 1, atk: 1 }).roll(2, 3, 6, 6);
    run.use('2H').use('3H').use('10H', 6);
    expect(run.view).toMatchObject({ hp: 6, phase: 'ready', combat: { effects: ['roar', 'elevate'], enemyHp: 6 } });
    expect(run.roll(6, 6, 6, 1, 2).told('enemyHurt')?.data).toEqual({ damage: 4, enemyHp: 2 });
  });

  test('R35 Coin Rot at 3 money takes 3, and at 0 nothing', () => {
    expect(poker({ curses: ['7C'], money: 3 }).told('moneyLost')?.data).toEqual({ lost: 3, money: 0 });
    expect(poker({ curses: ['7C'], money: 0 }).told('moneyLost')?.data).toEqual({ lost: 0, money: 0 });
  });

  test('R35 Alchemy takes a single money card if there is only one, and has no effect at 24', () => {
    expect(poker({ hand: ['8H'], discard: ['5D'], money: 2 }).use('8H').view.money).toBe(7);
    expect(poker({ hand: ['8H', '10S', '8S'], discard: ['5D'], money: 24 }).usable).toEqual([]);
  });

  test('R37 Terrorize works against Evade, on both sides', () => {
    expect(poker({ curses: ['9C', '4C'], hand: ['3S'], atk: 5 }).usable).toEqual([]);
    expect(poker({ curses: ['9C', '4C'], atk: 5 }).roll(6, 6, 1, 2, 'shuffle').happened).toContain('enemyFled');
    expect(poker({ lucky: ['9C'], curses: ['4C'], hand: ['3S'] }).usable).toEqual(['3S']);
  });

  test('R38 Miracle keeps only a potion that is drunk, not one whose ability is used', () => {
    const run = poker({ hand: ['7S', '8H'], hp: 2, discard: ['5D', '4D'], money: 0 });
    expect(run.usable).toEqual(['7S on 8H', '8H']);
    run.useOn('7S', '8H');
    expect(run.view).toMatchObject({ hp: 10, money: 0, potions: ['8H'] });
    run.use('8H');
    expect(run.view).toMatchObject({ hp: 10, money: 9, potions: [] });
  });

  test('R39 Stun and Elevate work in one roll', () => {
    const run = poker({ hand: ['7H', '3H'] })
      .use('7H')
      .use('3H');
    expect(run.combat.effects).toEqual(['elevate', 'stun']);
    run.roll(6, 6, 6, 1);
    expect(run.combat).toMatchObject({ playerDice: [6, 6, 6], enemyDice: [1], effects: [] });
  });

  test('R39 two Stuns add up, as far as there are dice', () => {
    const run = poker({ hand: ['7H', '10S'] })
      .use('7H')
      .useOn('10S', '7H')
      .use('7H');
    expect(run.roll(6, 5).combat.enemyDice).toEqual([]);
    expect(
      max({ hand: ['7H', '10S'] })
        .use('7H')
        .useOn('10S', '7H').usable,
    ).toEqual([]);
  });

  test('R39 Roar waits over several rolls', () => {
    const run = poker({ hand: ['2H'], defeated: 3 })
      .use('2H')
      .roll(1, 3, 4, 6, 6, 5);
    expect(run.combat.effects).toEqual(['roar']);
    expect(run.roll(6, 6, 6, 1, 2, 3).told('enemyHurt')?.data?.damage).toBe(5);
  });

  test('R40 Poison at 2 HP and ATK 1 is fatal before any die', () => {
    const run = poker({ curses: ['3C'], hp: 2, atk: 1 });
    expect(run.happened).toEqual(['roomRevealed', 'combatStarted', 'curseActed', 'playerHurt', 'runEnded']);
    expect(ruleset.outcome(run.state)?.reason).toBe('fallen');
  });

  test('R40 Poison at 2 HP with more ATK: the player trades, and the other curses act', () => {
    const run = poker({ curses: ['3C', '7C'], hp: 2, atk: 2 });
    expect(run.view).toMatchObject({ phase: 'trade', money: 12 });
    run.act({ type: 'tradeAtk' });
    expect(run.view).toMatchObject({ phase: 'ready', hp: 6, atk: 1, money: 2, combat: { round: 0 } });
  });

  test('R40 Poison at 2 HP with the pill: the player revives, and the other curses act', () => {
    const run = poker({ curses: ['3C', '7C'], hp: 2, atk: 1, pill: 'ready' });
    expect(run.view).toMatchObject({ phase: 'ready', hp: 12, pill: 'used', money: 2 });
  });

  test('R41 Cleanse offers no lucky curse, and a tie that was lost to Focus is decided again', () => {
    const run = poker({ hand: ['6H'], curses: ['5C'], lucky: ['7C'], atk: 1 }).roll(5, 4, 4, 5);
    expect(run.combat.result).toBe('enemyHits');
    expect(run.usable).toEqual(['6H on 5C']);
    run.useOn('6H', '5C');
    expect(run.view).toMatchObject({ hp: 12, phase: 'ready', combat: { result: 'tie' } });
  });

  test('R42 white dice are thrown first, and reshuffle shuffles even an empty discard pile', () => {
    expect(poker().roll(6, 5, 1, 2).combat).toMatchObject({ playerDice: [6, 5], enemyDice: [1, 2] });
    const run = ScriptedRun.from({ rooms: ['AS'], options: { reshuffle: true } }).reveal(0, 'shuffle');
    expect(run.told('deckShuffled')?.data?.returned).toEqual([]);
  });
});
