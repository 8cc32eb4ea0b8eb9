import { describe, expect, test } from 'vitest';
import { abilityOf, CURSE_ABILITIES, POTION_ABILITIES } from '#rules/pokers-rogue-reckoning/abilities/by-name.ts';
import { DECK, isPotion, kindOf } from '#rules/pokers-rogue-reckoning/cards.ts';
import { ScriptedRun, type Setting } from './scripted-run.ts';

const poker = (setting: Setting = {}) => ScriptedRun.inCombat({ rooms: ['2D', '3D'], ...setting });
const max = (setting: Setting = {}) => poker({ ...setting, options: { combat: 'max', ...setting.options } });

describe('the registry of abilities', () => {
  test('every potion and curse of the deck has one ability, and no other card has', () => {
    const cards = [...POTION_ABILITIES, ...CURSE_ABILITIES].map(({ card }) => card);
    expect(cards.toSorted()).toEqual(DECK.filter((card) => isPotion(card) || kindOf(card) === 'curse').toSorted());
    expect(DECK.filter((card) => abilityOf(card) !== undefined).toSorted()).toEqual(cards.toSorted());
  });

  test('without abilities potions only heal and count, and nothing else is offered', () => {
    const run = poker({ hand: ['2S', '3S', '5H', '10H'], curses: ['4C'], hp: 5, options: { abilities: false } });
    expect(run.kinds).toEqual(['roll', 'applyBuff', 'cleanse', 'drink']);
    expect(run.isLegal({ type: 'applyBuff', card: '5H' })).toBe(false);
    expect(run.apply('2S').combat).toMatchObject({ playerBonus: 1, effects: [] });
  });

  test.each(['3S', '2H', '8H'] as const)('R25 the ability of %s is used only in combat', (card) => {
    const run = ScriptedRun.from({ rooms: ['2D'], hand: [card], discard: ['9D'], hp: 5 });
    expect(run.kinds).not.toContain('useAbility');
  });
});

describe('blue potions', () => {
  test('R20 Overcharge gives 2 ATK in all', () => {
    const run = poker({ hand: ['2S', '9S'], defeated: 3 }).apply('2S');
    expect(run.combat.playerBonus).toBe(2);
    expect(run.apply('9S').combat.playerBonus).toBe(3);
    expect(run.roll(6, 6, 6, 1, 2, 3).told('enemyHurt')?.data).toEqual({ damage: 5, enemyHp: 7 });
    expect(run.combat.effects).toEqual(['playerFocus', 'overcharge']);
  });

  test('R20 Evade flees, before a roll and after one', () => {
    expect(
      poker({ hand: ['3S'] })
        .use('3S', 'shuffle')
        .told('playerFled')?.data,
    ).toEqual({ enemy: 'JS' });
    const after = poker({ hand: ['3S'], hp: 1 })
      .roll(1, 3, 6, 6)
      .use('3S', 'shuffle');
    expect(after.view).toMatchObject({ hp: 1, combat: null, discard: ['3S'] });
  });

  test('R25 an applied Evade may still be used', () => {
    const run = poker({ hand: ['3S'] })
      .apply('3S')
      .roll(1, 3, 6, 6);
    expect(run.combat.playerBonus).toBe(1);
    expect(run.use('3S', 'shuffle').view).toMatchObject({ combat: null, discard: ['3S'] });
  });

  test('R20 Tradeoff rolls the white dice again, only after a roll', () => {
    const run = poker({ hand: ['4S'] });
    expect(run.usable).toEqual([]);
    run.roll(1, 3, 6, 6).use('4S', 6, 6);
    expect(run.told('playerRerolled')?.data).toMatchObject({
      isCounter: false,
      playerDice: [6, 6],
      result: 'playerHits',
    });
    expect(run.view).toMatchObject({ hp: 12, combat: { enemyHp: 4, enemyDice: [6, 6] } });
  });

  test('R25 an applied Tradeoff no longer counts once it is used', () => {
    const run = poker({ hand: ['4S'] })
      .apply('4S')
      .roll(1, 3, 6, 6)
      .use('4S', 6, 6);
    expect(run.told('enemyHurt')?.data).toEqual({ damage: 2, enemyHp: 4 });
  });

  test('R20 Scout shows the top two cards and swaps each for a face-down room, whose card goes onto the deck unseen', () => {
    const run = poker({ hand: ['5S'], next: ['AS', 'QS', '4D'] }).apply('5S');
    expect(run.view).toMatchObject({ phase: 'scout', scouted: ['AS', 'QS'], knownTop: ['AS', 'QS'] });
    expect(run.legal).toHaveLength(5);
    run.act({ type: 'scoutSwap', card: 'AS', room: 2 });
    expect(run.view).toMatchObject({ phase: 'scout', scouted: ['QS'], knownTop: [null, 'QS'] });
    expect(run.view.rooms[2]).toEqual({ room: 2, card: 'AS', state: 'scouted' });
    expect(JSON.stringify(run.events)).not.toContain('3D');
    run.act({ type: 'scoutDone' });
    expect(run.state.deck.slice(0, 3)).toEqual(['3D', 'QS', '4D']);
    expect(run.view).toMatchObject({ phase: 'ready', scouted: [], combat: { playerBonus: 1 } });
  });

  test('R20 Nullify takes the ATK of the highest curse, whose ability stays', () => {
    const run = poker({ hand: ['6S'], curses: ['9C', '3C'] }).apply('6S');
    expect(run.combat.enemyBonus).toBe(1);
    expect(run.combat.effects).toContain('enemyTerrorize');
    expect(run.roll(1, 3, 6, 6).told('diceRolled')?.data?.result).toBe('enemyHits');
    expect(run.view.hp).toBe(12 - 2 - 2);
  });

  test('R20 Miracle drinks a red potion and keeps it', () => {
    const run = poker({ hand: ['7S', '5H', '8H'], hp: 2 });
    expect(run.usable).toContain('7S on 5H');
    run.useOn('7S', '8H');
    expect(run.view).toMatchObject({ hp: 10, potions: ['5H', '8H'], discard: ['7S'] });
    expect(run.told('potionDrunk')?.data).toEqual({ card: '8H', healed: 8, hp: 10, isKept: true });
  });

  test('R20 Miracle saves from a hit before its damage', () => {
    const run = poker({ hand: ['7S', '5H'], hp: 1, atk: 1 })
      .roll(2, 3, 6, 6)
      .useOn('7S', '5H')
      .accept();
    expect(run.view).toMatchObject({ hp: 5, phase: 'ready' });
  });

  test('R20 Fortune brings 16 money, up to 24', () => {
    expect(poker({ hand: ['8S'], money: 3 }).use('8S').view).toMatchObject({ money: 19, discard: ['8S'] });
    expect(
      poker({ hand: ['8S'], money: 20 })
        .use('8S')
        .told('moneyGained')?.data,
    ).toEqual({ gained: 4, money: 24 });
    expect(poker({ hand: ['8S'], money: 24 }).usable).toEqual([]);
  });

  test('R20 Focus wins ties in poker combat', () => {
    const run = poker({ hand: ['9S'], atk: 1 })
      .apply('9S')
      .roll(5, 4, 4, 5);
    expect(run.told('diceRolled')?.data?.result).toBe('playerHits');
    expect(run.combat.enemyHp).toBe(4);
  });

  test('R20 Focus wins ties in max combat, before any counter-attack', () => {
    const run = max({ hand: ['9S'], atk: 2 })
      .apply('9S')
      .roll(1, 2);
    expect(run.view).toMatchObject({ phase: 'ready', combat: { result: 'playerHits', enemyHp: 3 } });
  });

  test('R20 Recover takes a potion into the hand, money at once, and a curse out of the run', () => {
    const found: Setting = { hand: ['10S'], discard: ['9H', '7D', '5C', '3S'] };
    expect(poker(found).usable).toEqual(['10S on 9H', '10S on 7D', '10S on 5C', '10S on 3S']);
    expect(poker(found).useOn('10S', '9H').view).toMatchObject({ potions: ['9H'], discard: ['7D', '5C', '3S', '10S'] });
    expect(poker(found).useOn('10S', '3S').view).toMatchObject({ potions: ['3S'] });
    expect(poker(found).useOn('10S', '7D').view).toMatchObject({ money: 19, discard: ['9H', '5C', '3S', '10S', '7D'] });
    const curse = poker(found).useOn('10S', '5C');
    expect(curse.view).toMatchObject({ setAside: ['5C'], discard: ['9H', '7D', '3S', '10S'], defeated: 0 });
  });

  test('R20 Recover with an empty discard pile is not offered', () => {
    expect(poker({ hand: ['10S'] }).usable).toEqual([]);
  });
});

describe('red potions', () => {
  test.each([2, 3, 4, 5, 6, 7, 8, 9, 10])('R22 a %i heals its rank, in and out of combat', (rank) => {
    const card = `${rank}H` as '2H';
    const outside = ScriptedRun.from({ rooms: ['2D'], hand: [card], hp: 1 }).drink(card);
    expect(outside.view).toMatchObject({ hp: 1 + rank, potions: [], discard: [card] });
    expect(poker({ hand: [card], hp: 1 }).drink(card).view).toMatchObject({ hp: 1 + rank });
    expect(poker({ hand: [card], hp: 11 }).drink(card).view.hp).toBe(12);
  });

  test('R22 Roar adds 3 damage to the next hit only', () => {
    const run = poker({ hand: ['2H'], defeated: 3 }).use('2H');
    expect(run.combat.effects).toEqual(['roar']);
    expect(run.roll(6, 6, 6, 1, 2, 3).told('enemyHurt')?.data).toEqual({ damage: 5, enemyHp: 7 });
    expect(run.roll(6, 6, 6, 1, 2, 3).told('enemyHurt')?.data).toEqual({ damage: 2, enemyHp: 5 });
  });

  test('R22 Elevate adds a white die to one roll, and to the cap in max combat', () => {
    const run = poker({ hand: ['3H'] })
      .use('3H')
      .roll(6, 6, 6, 1, 2);
    expect(run.combat).toMatchObject({ playerDice: [6, 6, 6], playerHand: { kind: 'threeOfAKind' }, effects: [] });
    expect(run.roll(6, 6, 1, 2).combat.playerDice).toHaveLength(2);
    const total = max({ hand: ['3H'], atk: 3 })
      .use('3H')
      .roll(6, 5, 6)
      .told('diceRolled')?.data;
    expect(total).toMatchObject({ playerHand: { total: 12 }, enemyHand: { total: 6 }, result: 'draw' });
  });

  test('R22 Elevate lasts through the counter-attack and Tradeoff of its roll', () => {
    const run = max({ hand: ['3H', '4S'], atk: 2 })
      .use('3H')
      .roll(1, 1, 3)
      .accept();
    run.act({ type: 'counterAttack' }, 1, 1).use('4S', 6, 6);
    expect(run.combat).toMatchObject({ playerDice: [6, 6], enemyHp: 4 });
    expect(run.roll(1, 2).combat.playerDice).toHaveLength(1);
  });

  test('R22 Strategy flees with more than 6 HP', () => {
    expect(poker({ hand: ['4H'], hp: 6 }).usable).toEqual([]);
    const run = poker({ hand: ['4H'], hp: 7 }).use('4H', 'shuffle');
    expect(run.view).toMatchObject({ combat: null, discard: ['4H'] });
  });

  test('R22 Prism works as an applied blue potion', () => {
    const run = poker({ hand: ['5H'] });
    expect(run.usable).toEqual([]);
    run.apply('5H');
    expect(run.combat).toMatchObject({ buffs: ['5H'], playerBonus: 1 });
    expect(run.roll(6, 6, 1, 2).told('enemyHurt')?.data?.damage).toBe(3);
  });

  test('R22 Cleanse removes one curse in play', () => {
    const run = poker({ hand: ['6H'], curses: ['9C', '3C'] });
    expect(run.usable).toEqual(['6H on 9C', '6H on 3C']);
    run.useOn('6H', '9C');
    expect(run.combat).toMatchObject({ curses: ['3C'], enemyBonus: 1, effects: [] });
    expect(run.view.discard).toEqual(['6H', '9C']);
  });

  test('R22 Stun takes one black die out of one roll, and out of the cap in max combat', () => {
    const run = poker({ hand: ['7H'] })
      .use('7H')
      .roll(1, 3, 6);
    expect(run.combat).toMatchObject({ enemyDice: [6], enemyHand: { dice: [6, 1] } });
    expect(run.roll(6, 6, 1, 2).combat.enemyDice).toHaveLength(2);
    const total = max({ hand: ['7H'], defeated: 3 })
      .use('7H')
      .roll(6, 6, 6)
      .told('diceRolled')?.data;
    expect(total).toMatchObject({ enemyHand: { total: 6 }, playerHand: { total: 12 }, result: 'draw' });
  });

  test('R22 Alchemy takes the two newest money cards of the discard pile', () => {
    const run = poker({ hand: ['8H'], discard: ['10D', '5D', '9H', '4D'], money: 2 }).use('8H');
    expect(run.view).toMatchObject({ money: 11, discard: ['10D', '9H', '8H', '5D', '4D'] });
    expect(poker({ hand: ['8H'], discard: ['9H'] }).usable).toEqual([]);
  });

  test('R22 Shield takes 3 off the capped total in max combat', () => {
    const run = max({ hand: ['9H'], atk: 1 });
    expect(run.usable).toEqual([]);
    run.roll(3, 6).use('9H');
    expect(run.told('rollShielded')?.data).toMatchObject({ enemyHand: { total: 3 }, result: 'playerHits' });
    expect(run.view).toMatchObject({ hp: 12, combat: { enemyHp: 5, effects: ['shield'] } });
  });

  test('R22 Shield takes 3 off the highest black die in poker combat, down to 1', () => {
    const run = poker({ hand: ['9H'], atk: 3 })
      .roll(5, 4, 6, 4)
      .use('9H');
    expect(run.told('rollShielded')?.data).toMatchObject({
      enemyDice: [3, 4],
      enemyHand: { dice: [4, 3, 1] },
      result: 'playerHits',
    });
    expect(
      poker({ hand: ['9H'] })
        .roll(6, 6, 2, 3)
        .use('9H')
        .told('rollShielded')?.data?.enemyDice,
    ).toEqual([2, 1]);
    expect(poker({ hand: ['9H'] }).roll(6, 6, 1, 1).view.phase).toBe('ready');
  });

  test('R22 Time Travel begins the combat again: enemy at full HP, as many white dice as the tier for the player', () => {
    const run = poker({ hand: ['10H', '6S'], defeated: 3, hp: 9 })
      .apply('6S')
      .roll(6, 6, 6, 1, 2, 3)
      .accept();
    expect(run.combat.enemyHp).toBe(9);
    run.use('10H', 2, 3);
    expect(run.told('timeTravelled')?.data).toEqual({ dice: [2, 3], hp: 5, enemyHp: 12 });
    expect(run.view).toMatchObject({ hp: 5, phase: 'ready', discard: ['10H'] });
    expect(run.combat).toMatchObject({ enemyHp: 12, buffs: ['6S'], round: 0, playerDice: [], result: null });
  });

  test('R22 Time Travel gives no more than the maximum', () => {
    const run = poker({ hand: ['10H'], defeated: 6, hp: 5, maxHp: 6 }).use('10H', 6, 6, 6);
    expect(run.view.hp).toBe(6);
  });
});
