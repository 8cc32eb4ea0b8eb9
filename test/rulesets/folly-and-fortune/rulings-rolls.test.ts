import { describe, expect, test } from 'vitest';
import { inPosition, type Setting } from './scripted-table.ts';

const OTHER = ['B27', 'B30', 'B36'];

describe('passed powers that pile up', () => {
  const hands = [
    ['B16', 'B33', 'B50'],
    ['B09', 'B26'],
  ];

  test('R17 lasting changes add up', () => {
    const rows = [['S01', 'S17', 'S08', 'S19', 'B01'], OTHER];
    const table = inPosition({ rows, hands, rolled: 'B16' });
    expect(table.reroll('B16').view().lasting).toBe(2);
    expect(table.reroll('B16').view().lasting).toBe(0);
    expect(table.reroll('B16').view().lasting).toBe(1);
    expect(table.reroll('B16').view()).toMatchObject({ lasting: 4, result: 10 });
  });

  test('R17 rerollsAtMost goes before rerollsExactly', () => {
    const rows = [['S06', 'S16', 'B01', 'B20'], OTHER];
    const table = inPosition({ rows, hands, rolled: 'B16' }).reroll();
    expect(table.view()).toMatchObject({ rerollsLeft: 1, mustReroll: false });
    expect(table.reroll().view()).toMatchObject({ rerollsLeft: 0, mustReroll: false, effect: { id: 'B01' } });
    expect(table.open).toEqual(['stop']);
  });

  test('R17 rerollsAtMost passed by a demanded reroll leaves nothing to do after it', () => {
    const rows = [['S16', 'S06', 'B01', 'B20'], OTHER];
    const table = inPosition({ rows, hands, rolled: 'B16' }).reroll().reroll();
    expect(table.view()).toMatchObject({ rerollsLeft: 0, effect: { id: 'B01' } });
  });

  test('R17 forcedStop goes before rerollsExactly', () => {
    const rows = [['S16', 'B46', 'B01', 'B20'], OTHER];
    const setting: Setting = { rows, hands: [['B16', 'B14'], ['B09']], rolled: 'B16' };
    const table = inPosition(setting).reroll('B14');
    expect(table.view()).toMatchObject({ rerollsLeft: 0, mustReroll: false });
    expect(table.open).toEqual(['stop']);
    expect(inPosition(setting).reroll('B16').open).toEqual(['reroll']);
  });

  test('R17 forcedStop looks at the result with the lasting changes', () => {
    const rows = [['S08', 'B03', 'B01'], OTHER];
    const setting: Setting = { rows, hands: [['B16', 'B14', 'B11'], ['B09']], rolled: 'B16' };
    expect(inPosition(setting).reroll('B14').open).toEqual(['stop']);
    expect(inPosition(setting).reroll('B11').open).toEqual(['reroll', 'stop']);
  });

  test('R18 rerollsExactly goes on past the end of the row, where the last card stays in force', () => {
    const rows = [['S16', 'S08'], OTHER];
    const table = inPosition({ rows, hands, rolled: 'B16' }).reroll('B16');
    expect(table.view()).toMatchObject({ rolls: 2, effect: { id: 'S08' }, mustReroll: true, rerollsLeft: 1 });
    table.reroll('B33');
    expect(table.told('powerUsed')?.data).toMatchObject({ card: { id: 'S08' }, power: 'lastingAdd' });
    expect(table.view()).toMatchObject({ rolls: 3, effect: { id: 'S08' }, lasting: 1, result: 6, rerollsLeft: 0 });
    expect(table.open).toEqual(['stop']);
  });

  test('R18 the passed power of the last card acts once', () => {
    const rows = [['B01', 'S21'], OTHER];
    const table = inPosition({ rows, hands, rolled: 'B16' }).reroll('B16');
    const demanded = { ...table.state, turn: { ...table.state.turn, exactly: 2 } };
    table.state = demanded;
    expect(table.reroll().used).toEqual(['shieldCard']);
    expect(table.view()).toMatchObject({ rolls: 3, effect: { id: 'S21' }, mustReroll: true });
    expect(table.reroll().used).toEqual([]);
    expect(table.view().shields).toHaveLength(1);
  });

  test('R18 as the last card of the row rerollsExactly is never passed', () => {
    const rows = [['B01', 'S16'], OTHER];
    expect(inPosition({ rows, hands, rolled: 'B16' }).reroll().open).toEqual(['stop']);
  });
});

describe('final and second rolls', () => {
  test('R19 the final roll counts the lasting changes and no other power', () => {
    const rows = [['S08', 'B13', 'B20'], OTHER];
    const table = inPosition({ rows, hands: [['B16', 'B33'], ['B09']], rolled: 'B16' }).reroll('B16');
    expect(table.view()).toMatchObject({ effect: { id: 'B13' }, lasting: 1, result: null });
    table.stopAndRoll('B33');
    expect(table.view()).toMatchObject({ phase: 'victim', rolls: 3, effect: { id: 'B13' }, result: 6 });
  });

  test('R19 cards set aside stay out of the final roll, the returned card does not', () => {
    const rows = [['S24', 'B13', 'B20'], OTHER];
    const table = inPosition({ rows, hands: [['B16', 'B33'], ['B09']], rolled: 'B16' }).reroll();
    table.pick('B33');
    expect(table.view()).toMatchObject({ current: { id: 'B16' }, effect: { id: 'B13' } });
    expect(table.stop(1).view()).toMatchObject({ current: { id: 'B16' }, result: 6 });
  });

  test('R19 a final roll below 0 hits oneself', () => {
    const rows = [['B13', 'B05', 'B41'], OTHER];
    const table = inPosition({ rows, hands: [['B16', 'S03'], ['B09']], rolled: 'B16' }).stopAndRoll('S03');
    expect(table.view().attack).toMatchObject({ victim: 0, damage: 1, goal: 1 });
  });

  test('R19 the card with finalRoll is the one stopped on, and cards after it stay unseen', () => {
    const rows = [['B13', 'S20'], OTHER];
    const setting: Setting = { rows, hands: [['B16', 'B33'], ['B09']], rolled: 'B16', options: { arrows: true } };
    const table = inPosition(setting).stopAndRoll('B33').endAttack();
    expect(table.row(0)).toBe('B33 B13 S20');
    expect(table.used).toEqual(['study']);
  });

  test('R30 addSecondRoll is skipped with an empty hand', () => {
    const table = inPosition({ rows: [['B01', 'S14'], OTHER], hands: [['B16'], ['B09']], rolled: 'B16' }).stop();
    expect(table.endAttack().place('left').skipped).toEqual(['addSecondRoll']);
    expect(table.row(0)).toBe('B16 B01 S14');
  });

  test('R30 addSecondRoll is skipped after keepRoll', () => {
    const table = inPosition({ rows: [['S25', 'S14'], OTHER], hands: [['B16', 'B33'], ['B09']], rolled: 'B16' }).stop();
    expect(table.endAttack().skipped).toEqual(['addSecondRoll']);
    expect(table.hand(0)).toEqual(['B33', 'B16']);
  });

  test('R30 addSecondRoll is skipped when only cards set aside are left', () => {
    const rows = [['S24', 'B01', 'S14'], OTHER];
    const table = inPosition({ rows, hands: [['B16', 'B33'], ['B09']], rolled: 'B16' })
      .reroll()
      .pick('B33');
    expect(table.stop().endAttack().place('left').skipped).toEqual(['addSecondRoll']);
    expect(table.hand(0)).toEqual(['B33']);
  });

  test('R30 addSecondRoll finds the first card where it now lies, and is skipped when that is not the own row', () => {
    const rows = [['B01', 'S02', 'S14'], OTHER];
    const setting: Setting = {
      rows,
      hands: [
        ['B16', 'B33'],
        ['B09', 'B26'],
      ],
      rolled: 'B16',
    };
    const gone = inPosition(setting).stop().endAttack().place('left').pickTwo('B16', 'B27');
    expect(gone.skipped).toEqual(['addSecondRoll']);
    expect(gone.row(0)).toBe('B27 B01 S02 S14');
    const there = inPosition(setting).stop().endAttack().place('left').pickTwo('B01', 'B27');
    expect(there.row(0)).toBe('B33 B27 S02 S14');
    expect(there.hand(0)).toEqual(['B16']);
  });
});

describe('cards set aside', () => {
  test('R28 with one card in hand nothing is set aside', () => {
    const table = inPosition({ rows: [['S03', 'B01'], OTHER], hands: [['B16'], ['B09']], rolled: 'B16' }).reroll();
    expect(table.skipped).toEqual(['shrinkDie']);
    expect(table.view()).toMatchObject({ phase: 'roll', rolls: 2, setAsideCount: 0 });
  });

  test('R28 of two cards one is set aside, whatever the amount', () => {
    const table = inPosition({
      rows: [['S23', 'B01'], OTHER],
      hands: [['B16', 'B33'], ['B09']],
      rolled: 'B16',
    }).reroll();
    expect(table.open).toEqual(['pickCard B33', 'pickCard B16']);
    expect(table.view().asking).toMatchObject({ power: 'shrinkDie', left: 1 });
    expect(table.pick('B16').view()).toMatchObject({ phase: 'roll', current: { id: 'B33' }, setAsideCount: 1 });
  });

  test('R28 several powers that set cards aside add up', () => {
    const rows = [['S03', 'S24', 'B01'], OTHER];
    const table = inPosition({ rows, hands: [['B16', 'B33', 'B50', 'B18'], ['B09']], rolled: 'B16' })
      .reroll()
      .pick('B33', 3);
    expect(table.view()).toMatchObject({ current: { id: 'B16' } });
    expect(table.reroll().open).toEqual(['pickCard B50', 'pickCard B18', 'pickCard B16']);
    table.pick('B50');
    expect(table.view(0).setAside.map(({ id }) => id)).toEqual(['B33', 'B50']);
  });

  test('R28 cards set aside can be put under the pile', () => {
    const rows = [['S03', 'B06', 'B01'], OTHER];
    const table = inPosition({ rows, hands: [['B16', 'B33', 'B50'], ['B09']], rolled: 'B16', pile: ['B20'] }).reroll();
    table.pick('B33', 2).stop();
    expect(table.open).toEqual(['pickCard B33', 'pickCard B50', 'pickCard B20']);
    table.pick('B33');
    expect(table.view()).toMatchObject({ phase: 'victim', setAsideCount: 1 });
    expect(table.state.drawPile[0]?.card).toBe('B33');
  });
});
