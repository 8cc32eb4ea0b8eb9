import { describe, expect, test } from 'vitest';
import type { CardId } from '#rules/folly-and-fortune/cards.ts';
import { inPosition, type ScriptedTable, type Setting } from './scripted-table.ts';

const OTHER = ['B25', 'B21', 'B23'];

function onCard(card: CardId, rolled: CardId, setting: Partial<Setting> = {}): ScriptedTable {
  return inPosition({
    rows: [[card, 'B01'], OTHER],
    hands: [
      [rolled, 'B50'],
      ['B09', 'B26'],
    ],
    rolled,
    ...setting,
  });
}

describe('powers that change the result', () => {
  test.each<[string, CardId, CardId, number]>([
    ['subtract takes the amount from the result', 'B14', 'B16', 4],
    ['subtract can lead below 0', 'B15', 'B27', -2],
    ['add adds the amount', 'B18', 'B30', 7],
    ['raiseLow makes a result below the threshold a 6', 'B07', 'B11', 6],
    ['raiseLow leaves a result at the threshold', 'B07', 'B30', 4],
    ['raiseLow lifts a result below 0', 'B07', 'S03', 6],
    ['dropHigh makes a result above the threshold a 1', 'B40', 'B17', 1],
    ['dropHigh leaves a result at the threshold', 'B40', 'B30', 4],
    ['doubleLow doubles a result below the threshold', 'B44', 'B11', 6],
    ['doubleLow leaves a result at the threshold', 'B44', 'B30', 4],
    ['doubleLow doubles a result below 0', 'B44', 'S03', -2],
    ['doubleThenDiscard doubles the result', 'B11', 'B30', 8],
    ['doubleThenDiscard doubles a result below 0', 'B11', 'S03', -2],
    ['healthCompare adds to a result above the health of the row', 'B04', 'B36', 6],
    ['healthCompare leaves a result that is not above it', 'B04', 'B30', 4],
    ['healthCompare subtracts from a result below the health of the row', 'B39', 'B36', 2],
    ['healthCompare leaves a result that is not below it', 'B39', 'B16', 6],
  ])('%s', (_, card, rolled, result) => {
    const table = onCard(card, rolled);
    expect(table.view()).toMatchObject({ phase: 'roll', effect: { id: card }, current: { id: rolled }, result });
    expect(table.stop().told('stopped')?.data.result).toBe(result);
    expect(table.view().result).toBe(result);
  });

  test('a power that leaves the result as it is does not act', () => {
    expect(onCard('B07', 'B30').stop().used).toEqual([]);
    expect(onCard('B07', 'B11').stop().used).toEqual(['raiseLow']);
  });

  test('doubleThenDiscard asks for a card of the own row, its own card included', () => {
    const table = onCard('B11', 'B30').stop();
    expect(table.view()).toMatchObject({
      phase: 'power',
      asking: { card: { id: 'B11' }, power: 'doubleThenDiscard', left: 1, taken: null },
    });
    expect(table.open).toEqual(['pickCard B11', 'pickCard B01']);
    table.pick('B11');
    expect(table.view()).toMatchObject({ phase: 'victim', result: 8, effect: { id: 'B11' }, discardCount: 1 });
    expect(table.row(0)).toBe('B01');
    expect(table.told('cardDiscarded')?.data).toMatchObject({ card: { id: 'B11' }, from: 'row' });
  });
});

describe('powers about the attack', () => {
  test('noAttackByHealth spares rows with more health than the threshold', () => {
    const rows = [['B02', 'B01'], ['B05', 'B41'], OTHER];
    const table = onCard('B02', 'B30', { rows, hands: [['B30', 'B50'], ['B09'], ['B26']] }).stop();
    expect(table.open).toEqual(['attack 1', 'endAttack']);
    expect(table.used).toEqual(['noAttackByHealth']);
    expect(table.explain({ type: 'attack', seat: 2 })).toMatchObject({ rule: 'R14' });
  });

  test('noAttackByHealth spares rows with less health than the threshold', () => {
    const rows = [['B47', 'B01'], ['B05', 'B41'], OTHER];
    const table = onCard('B47', 'B30', { rows, hands: [['B30', 'B50'], ['B09'], ['B26']] }).stop();
    expect(table.open).toEqual(['attack 2', 'endAttack']);
  });

  test.each<[CardId, string[]]>([
    ['B37', ['attack 2', 'attack 3', 'endAttack']],
    ['B32', ['attack 1', 'attack 2', 'endAttack']],
  ])('noAttackNeighbour of %s spares the neighbour on its side', (card, open) => {
    const rows = [[card, 'B01'], OTHER, ['B10', 'B33'], ['B20', 'B18']];
    const hands = [['B50', 'B16'], ['B09'], ['B26'], ['B19']];
    expect(onCard(card, 'B16', { rows, hands }).stop().open).toEqual(open);
  });

  test.each<CardId>(['B32', 'B37'])('noAttackNeighbour of %s spares the only other player', (card) => {
    const table = onCard(card, 'B30').stop();
    expect(table.told('attackOmitted')?.data).toEqual({ reason: 'nobody' });
    expect(table.view().phase).toBe('place');
  });

  test('drawInstead draws a card and makes no attack', () => {
    const table = onCard('B08', 'B30', { pile: ['B20'] }).stop();
    expect(table.hand(0)).toEqual(['B50', 'B20']);
    expect(table.told('attackOmitted')?.data).toEqual({ reason: 'power' });
    expect(table.view().phase).toBe('place');
  });

  test('drawInstead makes no attack on oneself either', () => {
    const table = onCard('B08', 'S03', { pile: ['B20'] }).stop();
    expect(table.row(0)).toBe('B08 B01');
    expect(table.view()).toMatchObject({ phase: 'place', result: -1 });
  });

  test('attackTwo allows two attacks on different players, each with the whole result', () => {
    const rows = [['B34', 'B01'], OTHER, ['B10', 'B33', 'B20']];
    const table = onCard('B34', 'B30', { rows, hands: [['B30', 'B50'], ['B09'], ['B26']] }).stop();
    table.attack(1).remove('B21');
    expect(table.view()).toMatchObject({ phase: 'victim', attacked: [1] });
    expect(table.open).toEqual(['attack 2', 'endAttack']);
    table.attack(2).remove('B20');
    expect(table.view()).toMatchObject({ phase: 'place', attacked: [1, 2] });
    expect([table.row(1), table.row(2)]).toEqual(['B25 B23', 'B10 B33']);
  });

  test('attackTwo may end with one attack', () => {
    const rows = [['B34', 'B01'], OTHER, ['B10', 'B33', 'B20']];
    const table = onCard('B34', 'B30', { rows, hands: [['B30', 'B50'], ['B09'], ['B26']] }).stop();
    expect(table.attack(1).endAttack().endAttack().view().phase).toBe('place');
    expect(table.told('attackOmitted')?.data).toEqual({ reason: 'declined' });
  });
});

describe('powers about cards', () => {
  test('swapHand draws the top card, then puts a hand card under the pile', () => {
    const table = onCard('B06', 'B30', { pile: ['B20', 'B18'] }).stop();
    expect(table.hand(0)).toEqual(['B50', 'B20']);
    expect(table.open).toEqual(['pickCard B50', 'pickCard B20']);
    const before = table.view().drawCount;
    table.pick('B50');
    expect(table.hand(0)).toEqual(['B20']);
    expect(table.state.drawPile[0]?.card).toBe('B50');
    expect(table.view()).toMatchObject({ phase: 'victim', drawCount: before + 1 });
  });

  test('swapHand may put the drawn card under the pile, and never the rolled one', () => {
    const table = onCard('B06', 'B30', { pile: ['B20', 'B18'] }).stop();
    expect(table.explain({ type: 'pickCard', card: 'B30' })).toMatchObject({ rule: 'R14' });
    expect(table.pick('B20').hand(0)).toEqual(['B50']);
  });

  test('swapRow swaps two cards of the own row', () => {
    const rows = [['B35', 'B01', 'B50'], OTHER];
    const table = onCard('B35', 'B30', { rows, hands: [['B30', 'B33'], ['B09']] }).stop();
    expect(table.open).toEqual(['pickCard B01 B35', 'pickCard B35 B50', 'pickCard B01 B50']);
    table.pickTwo('B35', 'B50');
    expect(table.row(0)).toBe('B50 B01 B35');
    expect(table.view()).toMatchObject({ phase: 'victim', effect: { id: 'B35' } });
  });

  test("shuffleRow shuffles any player's row", () => {
    const table = onCard('B12', 'B30').stop();
    expect(table.open).toEqual(['pickSeat 0', 'pickSeat 1']);
    table.pickSeat(1, 1, 1);
    expect(table.row(1)).toBe('B21 B23 B25');
    expect(table.told('rowShuffled')?.data).toMatchObject({
      owner: 1,
      row: [{ id: 'B21' }, { id: 'B23' }, { id: 'B25' }],
    });
    expect(table.view().phase).toBe('victim');
  });
});

describe('powers about the roll', () => {
  test('finalRoll returns the rolled card and rolls once more, which counts', () => {
    const table = onCard('B13', 'B30');
    expect(table.view().result).toBeNull();
    table.stopAndRoll('B50');
    expect(table.happened).toEqual(['stopped', 'powerUsed', 'cardReturned', 'cardRolled']);
    expect(table.view()).toMatchObject({
      phase: 'victim',
      rolls: 2,
      result: 4,
      current: { id: 'B50' },
      effect: { id: 'B13' },
    });
    expect(table.hand(0)).toEqual(['B30']);
    expect(table.endAttack().place('left').row(0)).toBe('B50 B13 B01');
  });

  test('forcedStop leaves no reroll when the result equals the health of its card', () => {
    const table = onCard('B03', 'B11');
    expect(table.open).toEqual(['stop']);
    expect(table.view()).toMatchObject({ rerollsLeft: 0, mustReroll: false });
    expect(table.explain({ type: 'reroll' })).toMatchObject({ rule: 'R17', detail: expect.stringContaining('B03') });
  });

  test('forcedStop does nothing with another result', () => {
    expect(onCard('B03', 'B30').open).toEqual(['reroll', 'stop']);
  });
});
