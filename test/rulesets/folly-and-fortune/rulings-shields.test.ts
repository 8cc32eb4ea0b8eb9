import { describe, expect, test } from 'vitest';
import { inPosition, type Setting } from './scripted-table.ts';

describe('health and shields', () => {
  const shielded: Setting = {
    rows: [
      ['B27', 'B50'],
      ['B36', 'S10', 'B05', 'B01'],
    ],
    hands: [
      ['B33', 'B16', 'B11'],
      ['B09', 'B26'],
    ],
    rolled: 'B33',
    shields: [[1, 'S10']],
  };

  test('R20 shieldHealth counts in attacks, and never below 0', () => {
    const table = inPosition(shielded).stop().attack(1);
    expect(table.view().attack?.exposed).toEqual([
      { card: 'B36', health: 2 },
      { card: 'S10', health: 6 },
      { card: 'B05', health: 0 },
      { card: 'B01', health: 2 },
    ]);
    expect(table.remove('B36').remove('B01').open).toEqual(['removeCard B05', 'endAttack']);
  });

  test('R20 during an attack each card keeps the health it had at the beginning', () => {
    const table = inPosition({
      ...shielded,
      hands: [['S01', 'B16'], ['B09']],
      rolled: 'S01',
      rows: [
        ['B18', 'B50'],
        ['B36', 'S10', 'B22', 'B35'],
      ],
    });
    table.stop().attack(1).remove('S10');
    expect(table.view()).toMatchObject({ shields: [], attack: { total: 6 } });
    expect(table.remove('B22').view().attack).toMatchObject({ total: 6, removed: ['S10', 'B22'] });
  });

  test('R20 shieldHealth follows its card and does not count in the scoring', () => {
    const own: Setting = {
      rows: [
        ['S10', 'B35', 'B01'],
        ['B27', 'B36'],
      ],
      hands: [['B33', 'B16'], []],
      rolled: 'B16',
    };
    const table = inPosition(own).reroll('B33').stop();
    expect(table.view().healths[0]).toEqual([6, 0, 2]);
    table.pickTwo('B01', 'S10');
    expect(table.view().healths[0]).toEqual([3, 1, 6]);
    const end = inPosition({
      ...own,
      rows: [
        ['S10', 'B50', 'B01'],
        ['B27', 'B36'],
      ],
      hands: [['B33'], []],
      rolled: 'B33',
    });
    expect(end.reroll('B33').stop().endAttack().place('right').outcome?.scores).toEqual([14, 7]);
  });

  test('R20 shieldHealth counts for healthCompare and forcedStop of its owner', () => {
    const compare: Setting = {
      rows: [
        ['S10', 'B04'],
        ['B27', 'B36'],
      ],
      hands: [['S01', 'B16'], ['B09']],
      rolled: 'B16',
    };
    expect(inPosition(compare).reroll('S01').view()).toMatchObject({ result: 8 });
    const forced: Setting = {
      rows: [
        ['S10', 'B03', 'B01'],
        ['B27', 'B36'],
      ],
      hands: [['B14', 'B11'], ['B09']],
      rolled: 'B11',
    };
    expect(inPosition(forced).reroll('B14').open).toEqual(['stop']);
    expect(inPosition(forced).reroll('B11').open).toEqual(['reroll', 'stop']);
  });

  test('R20 shieldHealth counts for noAttackByHealth and removeHealthy', () => {
    const setting: Setting = {
      rows: [
        ['B47', 'B50'],
        ['S10', 'B05'],
        ['B36', 'B41'],
      ],
      hands: [['B33', 'B16'], ['B09'], ['B26']],
      rolled: 'B33',
    };
    expect(inPosition(setting).stop().open).toEqual(['attack 1', 'attack 2', 'endAttack']);
    const healthy: Setting = {
      rows: [
        ['S15', 'B50'],
        ['S10', 'B36'],
      ],
      hands: [['B43', 'B16'], ['B09']],
      rolled: 'B43',
    };
    expect(inPosition(healthy).stop().open).toContain('pickCard B36');
    expect(inPosition({ ...healthy, shields: [[1, 'S10']] }).stop().open).not.toContain('pickCard B36');
  });

  test('R21 no shield protects the owner of ignoreShields, for any viewer', () => {
    const setting: Setting = {
      rows: [
        ['B01', 'B50'],
        ['S22', 'S18', 'S10', 'B36'],
      ],
      hands: [['B33', 'B16'], ['B09']],
      rolled: 'B33',
      shields: [
        [1, 'S22'],
        [1, 'S18'],
        [1, 'S10'],
      ],
    };
    const table = inPosition(setting);
    expect(table.view().healths[1]).toEqual([6, 3, 6, 2]);
    expect(table.stop().attack(1).open).toEqual(['removeCard S18', 'removeCard B36', 'endAttack']);
    const healthy = inPosition({
      ...setting,
      rows: [
        ['S15', 'B50'],
        ['S22', 'S18', 'S10', 'B36'],
      ],
      hands: [['B43', 'B16'], ['B09']],
      rolled: 'B43',
    });
    expect(healthy.stop().open).toContain('pickCard S18');
  });

  test('R21 shields raised later in the turn of ignoreShields are ignored too', () => {
    const own: Setting = {
      rows: [
        ['S22', 'S18', 'S10', 'B01'],
        ['B27', 'B36'],
      ],
      hands: [['B33', 'B16'], ['B09']],
      rolled: 'B16',
    };
    const table = inPosition(own).reroll().reroll().reroll('B33');
    expect(table.view()).toMatchObject({
      shields: [{ card: { id: 'S22' } }, { card: { id: 'S18' } }, { card: { id: 'S10' } }],
    });
    expect(table.view().healths[0]).toEqual([6, 3, 6, 3]);
  });

  test('R21 the attack of ignoreShields takes no notice of shieldHealth, removeHealthy does', () => {
    const rows = [
      ['S22', 'B50'],
      ['S10', 'B36', 'B30'],
    ];
    const table = inPosition({ rows, hands: [['B33', 'B16'], ['B09']], rolled: 'B16', shields: [[1, 'S10']] });
    table.reroll('B33').stop().attack(1);
    expect(table.view().attack?.exposed).toEqual([
      { card: 'S10', health: 6 },
      { card: 'B36', health: 2 },
      { card: 'B30', health: 4 },
    ]);
    const healthy = inPosition({
      rows: [
        ['S22', 'S15'],
        ['S18', 'B36', 'B30'],
      ],
      hands: [['B43', 'B16'], ['B09']],
      rolled: 'B16',
      shields: [[1, 'S18']],
    });
    healthy.reroll('B43').stop();
    expect(healthy.open).not.toContain('pickCard S18');
    expect(healthy.open).toContain('pickCard B36');
    expect(healthy.explain({ type: 'pickCard', card: 'S18' })).toMatchObject({ rule: 'R11' });
  });

  test('R11 shields never hold back their owner', () => {
    const rows = [
      ['B15', 'S18'],
      ['B27', 'B36'],
    ];
    const table = inPosition({ rows, hands: [['B43', 'B16'], ['B09']], rolled: 'B43', shields: [[0, 'S18']] });
    expect(table.stop().row(0)).toBe('B15');
    const healthy = inPosition({
      rows: [
        ['S15', 'S18'],
        ['B27', 'B36'],
      ],
      hands: [['B43', 'B16'], ['B09']],
      rolled: 'B43',
      shields: [
        [0, 'S18'],
        [0, 'S04'],
      ],
    });
    expect(healthy.stop().open).toContain('pickCard S18');
  });

  test('R11 shieldCard and shieldHealth end when their card leaves, other shields stay', () => {
    const setting: Setting = {
      rows: [
        ['B01', 'B50'],
        ['S10', 'S04', 'B36', 'B05'],
      ],
      hands: [['S01', 'B16'], ['B09']],
      rolled: 'S01',
      shields: [
        [1, 'S10'],
        [1, 'S04'],
      ],
    };
    const table = inPosition(setting).stop().attack(1).remove('S10');
    expect(table.told('shieldEnded')).toMatchObject({ seat: 1, data: { card: { id: 'S10' } } });
    expect(table.view().shields).toMatchObject([{ card: { id: 'S04' } }]);
    const row = inPosition(setting).stop().attack(1).remove('S04').remove('B36');
    expect(row.view().shields).toMatchObject([{ card: { id: 'S10' } }, { card: { id: 'S04' } }]);
    expect(row.row(1)).toBe('S10 B05');
    expect(row.view().phase).toBe('place');
  });

  test('R11 the shields of a player who is out last to the end', () => {
    const rows = [
      ['B01', 'B50'],
      ['S18', 'B36', 'B05'],
    ];
    const table = inPosition({ rows, hands: [['B16', 'B33'], []], rolled: 'B16', shields: [[1, 'S18']] });
    table.stop().endAttack().place('left');
    expect(table.view()).toMatchObject({ active: 0, shields: [{ owner: 1 }] });
    expect(table.stop().attack(1).explain({ type: 'removeCard', card: 'S18' })).toMatchObject({ rule: 'R11' });
  });

  test('R24 takeRemoved finds a card only where shieldRow lets it be removed', () => {
    const setting: Setting = {
      rows: [
        ['S07', 'B50'],
        ['B36', 'B05'],
      ],
      hands: [['B33', 'B16'], ['B09']],
      rolled: 'B33',
    };
    expect(
      inPosition({ ...setting, shields: [[1, 'S04']] })
        .stop()
        .attack(1).skipped,
    ).toEqual(['takeRemoved']);
    expect(inPosition(setting).stop().attack(1).remove('B36').open).toEqual(['pickCard B36', 'skipPower']);
  });

  test('R24 takeRemoved may take back a card that an attack on oneself removed', () => {
    const rows = [
      ['S07', 'B05', 'B41'],
      ['B27', 'B36'],
    ];
    const table = inPosition({ rows, hands: [['S03', 'B16'], ['B09']], rolled: 'S03' })
      .stop()
      .remove('B05');
    expect(table.open).toEqual(['pickCard B05', 'skipPower']);
    table.pick('B05').act(0, { type: 'placeTaken', side: 'left' });
    expect(table.row(0)).toBe('B05 S07 B41');
    expect(table.explain({ type: 'placeTaken', side: 'left' })).toMatchObject({ rule: 'R14' });
  });

  test('R24 the taken card may go to either end, whatever the arrow', () => {
    const setting: Setting = {
      options: { arrows: true },
      rows: [
        ['S07', 'B50'],
        ['B36', 'B05'],
      ],
      hands: [['B33', 'B16'], ['B09']],
      rolled: 'B33',
    };
    const table = inPosition(setting).stop().attack(1).remove('B36').pick('B36');
    expect(table.explain({ type: 'skipPower' })).toMatchObject({ rule: 'R14' });
    expect(table.explain({ type: 'pickCard', card: 'B36' })).toMatchObject({ rule: 'R24' });
    expect(table.act(0, { type: 'placeTaken', side: 'left' }).row(0)).toBe('B36 S07 B50 B33');
  });
});
