import { describe, expect, test } from 'vitest';
import { ScriptedTable, type Setting } from './scripted-table.ts';

function tableWith(setting: Setting): ScriptedTable {
  return ScriptedTable.inPosition({ draws: ['6a', '6b'], ...setting });
}

describe('R7 the end', () => {
  test('R7 the first player without cards wins', () => {
    const table = tableWith({ hands: [['5a'], ['1b', '2b'], ['1c']] });
    table.battle({ against: 1, dice: [['5a'], ['2b']], challenge: 'highest', rolls: ['5a', '2b'] });
    expect(table.toAct).toEqual([]);
    expect(table.view.phase).toBe('over');
    expect(table.outcome).toEqual({
      winners: [0],
      scores: [0, 2, 1],
      reason: 'emptyHand',
      text: 'Seat 0 has no cards left.',
    });
  });

  test('R7 the opponent can be the first, too', () => {
    const table = tableWith({ hands: [['5a', '4a'], ['6c'], ['1c']] });
    table.battle({ against: 1, dice: [['5a'], ['6c']], challenge: 'highest', rolls: ['5a', '6c'] });
    expect(table.outcome).toMatchObject({ winners: [1], scores: [2, 0, 1] });
  });

  test('R7 both battlers win if both are out', () => {
    const table = tableWith({ hands: [['4w'], ['2x'], ['1c']], options: { wackyNumbers: true } });
    table.battle({ against: 1, dice: [['4w'], ['2x']], challenge: 'highest', rolls: ['4w', '2x'] });
    expect(table.outcome).toEqual({
      winners: [0, 1],
      scores: [0, 0, 1],
      reason: 'emptyHand',
      text: 'Seat 0 and seat 1 have no cards left.',
    });
  });

  test('R7 the battle is resolved to its end first: a thief who was out gets a card', () => {
    const table = tableWith({ hands: [['6y'], ['2b', '3b']], options: { wackyNumbers: true } });
    table.battle({ against: 1, dice: [['6y'], ['2b']], challenge: 'highest', rolls: ['6y', '2b'] });
    expect(table.view).toMatchObject({ phase: 'steal', handCounts: [0, 2] });
    expect(table.outcome).toBeNull();
    table.steal(0, '2b');
    expect(table.view).toMatchObject({ phase: 'opponent', handCounts: [1, 1] });
  });

  test('R7 a player whose last card is stolen wins', () => {
    const table = tableWith({ hands: [['6y', '5a'], ['2b']], options: { wackyNumbers: true } });
    table.battle({ against: 1, dice: [['5a'], ['2b']], challenge: 'lowest', rolls: ['5a', '2b'] });
    expect(table.outcome).toMatchObject({ winners: [1] });
    const robbed = tableWith({ hands: [['6y'], ['2b']], options: { wackyNumbers: true } });
    robbed.battle({ against: 1, dice: [['6y'], ['2b']], challenge: 'highest', rolls: ['6y', '2b'] }).steal(0, '2b');
    expect(robbed.outcome).toMatchObject({ winners: [1], scores: [1, 0] });
  });

  test('R7 the card that a tie brings keeps a player in the game', () => {
    const table = tableWith({ hands: [['5a'], ['5b']] });
    table.battle({ against: 1, dice: [['5a'], ['5b']], challenge: 'highest', rolls: ['5a', '5b'] });
    table.discard(0, '5a').discard(1, '5b');
    expect(table.outcome).toBeNull();
  });
});

describe('R11 a thousand battles', () => {
  const last = {
    hands: [
      ['5a', '4a'],
      ['1b', '2b', '3b'],
      ['1c', '2c', '3c'],
    ],
    battle: 1000,
  };

  test('R11 after them the fewest cards win', () => {
    const table = tableWith(last);
    table.battle({
      against: 1,
      dice: [
        ['5a', '4a'],
        ['1b', '2b'],
      ],
      challenge: 'highest',
      rolls: ['5a', '2b'],
    });
    expect(table.outcome).toEqual({
      winners: [0],
      scores: [1, 3, 3],
      reason: 'lastBattle',
      text: '1000 battles were fought; seat 0 holds the fewest cards, 1.',
    });
  });

  test('R11 equal scores share the win', () => {
    const table = tableWith(last);
    table.battle({
      against: 1,
      dice: [
        ['5a', '4a'],
        ['1b', '2b'],
      ],
      challenge: 'lowest',
      rolls: ['5a', '2b'],
    });
    expect(table.outcome).toMatchObject({ winners: [0, 1], scores: [2, 2, 3] });
  });

  test('R11 with Victory Dice the most icons win', () => {
    const table = tableWith({ ...last, options: { victoryDice: true }, piles: [['1d'], ['3d'], []] });
    table.battle({
      against: 1,
      dice: [
        ['5a', '4a'],
        ['1b', '2b'],
      ],
      challenge: 'lowest',
      rolls: ['5a', '2b'],
    });
    expect(table.outcome).toEqual({
      winners: [1],
      scores: [2, 4 + 2, 0],
      reason: 'lastBattle',
      text: '1000 battles were fought; seat 1 has the most icons, 6.',
    });
  });

  test('R11 the last battle is resolved to its end first', () => {
    const hands = [
      ['6y', '4a'],
      ['1b', '2b'],
    ];
    const table = tableWith({ hands, battle: 1000, options: { wackyNumbers: true } });
    table.battle({
      against: 1,
      dice: [
        ['6y', '4a'],
        ['1b', '2b'],
      ],
      challenge: 'lowest',
      rolls: ['6y', '1b'],
    });
    expect(table.outcome).toBeNull();
    table.steal(0, '2b');
    expect(table.outcome).toMatchObject({ winners: [1], scores: [3, 0] });
  });

  test('R11 the game goes on after battle 999', () => {
    const table = tableWith({ ...last, battle: 999 });
    table.battle({
      against: 1,
      dice: [
        ['5a', '4a'],
        ['1b', '2b'],
      ],
      challenge: 'highest',
      rolls: ['5a', '2b'],
    });
    expect(table.outcome).toBeNull();
    expect(table.view.battle).toBe(1000);
  });
});
