import { describe, expect, test } from 'vitest';
import { faced, ScriptedTable, type Setting, won } from './scripted-table.ts';

function facingSeven(held: Setting['held'], setting: Partial<Setting> = {}): ScriptedTable {
  return ScriptedTable.inPosition({ seats: 3, chain: [faced('7H')], held: held ?? [], next: ['9S', '5D'], ...setting });
}

describe('R6 reaction window', () => {
  test('R6 the window opens after a roll when some seat holds a card that it may use', () => {
    const table = facingSeven([[], [], ['JS']]).roll(0, 'd10', 9);
    expect(table.view).toMatchObject({
      phase: 'reaction',
      pending: { kind: 'reaction', waitingFor: [2], rolls: [{ seat: 0, die: 'd10', value: 9 }] },
      chain: [faced('7H')],
    });
    expect(table.toAct).toEqual([2]);
    expect(table.legal(2)).toEqual([{ type: 'playCard', card: 'JS', targets: [0] }, { type: 'pass' }]);
  });

  test('R6 the window does not open when no seat can use a card', () => {
    expect(facingSeven([['JD', 'QD'], ['QS'], ['QH']]).roll(0, 'd10', 9).view.phase).toBe('decide');
    expect(facingSeven([['JD'], [], []]).roll(0, 'd10', 2).view.phase).toBe('challenge');
  });

  test('R6 the window does not open on a tie or on a critical hit', () => {
    const held: Setting['held'] = [[], ['JS'], ['JD', 'QD']];
    expect(facingSeven(held).roll(0, 'd12', 12).view.phase).toBe('decide');
    expect(facingSeven(held).roll(0, 'd20', 20).view.phase).toBe('decide');
    expect(facingSeven(held).roll(0, 'd12', 7).view).toMatchObject({ phase: 'roll', active: 1 });
  });

  test('R6 a 10 on a d10, and a 12 on a d20, are no critical hits', () => {
    expect(facingSeven([[], ['JS'], []]).roll(0, 'd10', 10).view.phase).toBe('reaction');
    expect(facingSeven([[], ['JS'], []]).roll(0, 'd20', 12).view.phase).toBe('reaction');
  });

  test('R6 seats are asked clockwise from the left of the roller, the roller last, and each is asked alone', () => {
    const table = facingSeven([['QC'], ['QS'], ['JS']]).roll(0, 'd10', 2);
    expect(table.toAct).toEqual([1]);
    expect(table.pass(1).toAct).toEqual([2]);
    expect(table.pass(2).toAct).toEqual([0]);
    expect(table.legal(0)).toEqual([{ type: 'playCard', card: 'QC', targets: [0] }, { type: 'pass' }]);
  });

  test('R6 seats that can do nothing are skipped', () => {
    const table = facingSeven([['JC'], [], ['QS']]).roll(0, 'd10', 2);
    expect(table.toAct).toEqual([2]);
    expect(table.pass(2).view.phase).toBe('challenge');
  });

  test('R6 when all pass, the roll stands', () => {
    const table = facingSeven([[], ['JD'], ['JS']])
      .roll(0, 'd10', 9)
      .pass(1)
      .pass(2);
    expect(table.happened).toEqual(['passed', 'rollStands', 'levelWon']);
    expect(table.view).toMatchObject({ phase: 'decide', chain: [won('7H', 0, 'd10', 9)], held: [[], ['JD'], ['JS']] });
  });

  test('R6 the first card played makes the target roll the same die again, in a new window for all', () => {
    const table = facingSeven([[], ['JD', 'QD'], ['JS']])
      .roll(0, 'd10', 9)
      .pass(1)
      .play(2, 'JS', [0], 3);
    expect(table.told('reactionPlayed')).toMatchObject({ seat: 2, data: { card: 'JS', targets: [0] } });
    expect(table.told('dieRerolled')).toMatchObject({ seat: 0, data: { die: 'd10', value: 3, verdict: 'fail' } });
    expect(table.toAct).toEqual([1]);
    expect(table.playable(1)).toEqual(['JD on 0', 'QD on 0']);
    expect(table.view.pending?.rolls).toEqual([{ seat: 0, die: 'd10', value: 3 }]);
  });

  test('R6 a seat that passed may play in the next window, and the same seat may play again', () => {
    const table = facingSeven([[], ['JD', 'JH'], ['JS']])
      .roll(0, 'd10', 9)
      .pass(1)
      .play(2, 'JS', [0], 8);
    table.play(1, 'JD', [0], 9).play(1, 'JH', [0], 10);
    expect(table.view).toMatchObject({ phase: 'decide', held: [[], [], []] });
    expect(table.view.chain[0]).toEqual({ ...won('7H', 0, 'd10', 10), extras: ['JS', 'JD', 'JH'] });
  });

  test('R6 a new roll that is a critical hit stands at once', () => {
    const table = facingSeven([[], ['JD', 'JH'], []])
      .roll(0, 'd12', 9)
      .play(1, 'JD', [0], 12);
    expect(table.view).toMatchObject({ phase: 'decide', held: [[], ['JH'], []] });
  });

  test('R6 a new roll that is a tie ends the turn at once', () => {
    const table = facingSeven([[], ['JD', 'JH'], []])
      .roll(0, 'd12', 9)
      .play(1, 'JD', [0], 7);
    expect(table.view).toMatchObject({ active: 1, phase: 'roll', scores: [7, 0, 0], held: [[], ['JH'], []] });
  });

  test('R6 a die that is rolled again is spent only once', () => {
    const table = facingSeven([[], ['JD'], []])
      .roll(0, 'd12', 9)
      .play(1, 'JD', [0], 8);
    expect(table.view.diceLeft[0]).toEqual(['d6', 'd8', 'd10', 'd20']);
  });

  test("R6 a challenger's roll can be forced again too, the challenger being asked last", () => {
    const table = facingSeven([['JS'], ['QD'], ['QC']])
      .roll(0, 'd10', 2)
      .pass(1)
      .pass(2)
      .challenge(1)
      .decline(2, 3);
    expect(table.toAct).toEqual([2]);
    expect(table.playable(2)).toEqual(['QC on 1']);
    expect(table.pass(2).toAct).toEqual([0]);
    expect(table.playable(0)).toEqual(['JS on 1']);
    expect(table.pass(0).toAct).toEqual([1]);
    expect(table.playable(1)).toEqual(['QD on 1']);
    table.play(1, 'QD', [1], 9).pass(0);
    expect(table.view).toMatchObject({ phase: 'decide', active: 1 });
  });
});

describe('R7 Jacks and Queens', () => {
  test('R7 a Jack is played on another seat, on a win or a fail', () => {
    expect(
      facingSeven([[], ['JD'], []])
        .roll(0, 'd10', 9)
        .playable(1),
    ).toEqual(['JD on 0']);
    expect(
      facingSeven([[], ['JD'], []])
        .roll(0, 'd10', 2)
        .playable(1),
    ).toEqual(['JD on 0']);
  });

  test('R7 a Jack is never played on oneself', () => {
    const table = facingSeven([['JD', 'QD'], [], []]).roll(0, 'd10', 2);
    expect(table.playable(0)).toEqual(['QD on 0']);
  });

  test('R7 a Queen is played on oneself or on another, on a fail only', () => {
    expect(
      facingSeven([['QD'], [], []])
        .roll(0, 'd10', 2)
        .playable(0),
    ).toEqual(['QD on 0']);
    expect(
      facingSeven([[], ['QD'], []])
        .roll(0, 'd10', 2)
        .playable(1),
    ).toEqual(['QD on 0']);
    expect(facingSeven([['QD'], ['QC'], []]).roll(0, 'd10', 9).view.phase).toBe('decide');
  });

  test('R7 every held card is an action of its own', () => {
    const table = facingSeven([[], ['JD', 'QD', 'JS'], []]).roll(0, 'd10', 2);
    expect(table.playable(1)).toEqual(['JD on 0', 'QD on 0', 'JS on 0']);
  });

  test('R7 played cards lie beside the chain and are discarded with it', () => {
    const table = facingSeven([['QH'], ['JD'], []])
      .roll(0, 'd10', 9)
      .play(1, 'JD', [0], 2)
      .play(0, 'QH', [0], 8);
    expect(table.view.chain[0]?.extras).toEqual(['JD', 'QH']);
    expect(table.view.held).toEqual([[], [], []]);
    table.take(0);
    expect(table.told('turnEnded')?.data.discarded).toEqual(['7H', 'JD', 'QH']);
    expect(table.view.discardTop).toBe('QH');
  });
});
