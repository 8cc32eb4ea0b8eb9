import { describe, expect, test } from 'vitest';
import type { CardId } from '#rules/folly-and-fortune/cards.ts';
import { inPosition, type ScriptedTable, type Setting } from './scripted-table.ts';

function rolling(rolled: CardId, setting: Partial<Setting> = {}): ScriptedTable {
  return inPosition({
    rows: [
      ['B01', 'B50'],
      ['B27', 'B30', 'B36'],
    ],
    hands: [[rolled, 'B33'], ['B09']],
    rolled,
    ...setting,
  });
}

/** Returns a table at which seat 0 stops below zero: its row begins with a card that subtracts 4. */
function below(rolled: CardId, others: CardId[], setting: Partial<Setting> = {}): ScriptedTable {
  return rolling(rolled, {
    rows: [
      ['B15', ...others],
      ['B27', 'B30'],
    ],
    ...setting,
  }).stop();
}

describe('attacking another player', () => {
  test.each<[string, Partial<Setting>, boolean]>([
    ['finalCardVulnerable', { options: { finalCardVulnerable: true } }, true],
    ['neither', {}, false],
    ['finalCardVulnerable and shieldRow', { options: { finalCardVulnerable: true }, shields: [[1, 'S04']] }, false],
    [
      'finalCardVulnerable and a shieldRow that is ignored',
      {
        options: { finalCardVulnerable: true },
        shields: [
          [1, 'S04'],
          [0, 'S22'],
        ],
      },
      true,
    ],
  ])('R11 whether the row may be emptied is stated with %s', (_, setting, mayEmptyRow) => {
    const rows = [
      ['B01', 'S22'],
      ['S04', 'B27', 'B30'],
    ];
    const table = rolling('B18', { rows, ...setting })
      .stop()
      .attack(1);
    expect(table.view().attack).toMatchObject({ victim: 1, mayEmptyRow });
  });

  test('R5 cards are removed one by one as long as their health stays within the damage', () => {
    const table = rolling('B16').stop().attack(1);
    expect(table.told('attackStarted')?.data).toEqual({ victim: 1, damage: 6 });
    expect(table.open).toEqual(['removeCard B27', 'removeCard B30', 'removeCard B36', 'endAttack']);
    table.remove('B36');
    expect(table.view().attack).toMatchObject({ victim: 1, damage: 6, removed: ['B36'], total: 2, goal: null });
    expect(table.open).toEqual(['removeCard B30', 'endAttack']);
    expect(table.explain({ type: 'removeCard', card: 'B27' })).toMatchObject({ rule: 'R5' });
    table.remove('B30');
    expect(table.row(1)).toBe('B27');
    expect(table.view()).toMatchObject({ phase: 'place', attack: null, discardCount: 2 });
    expect(table.told('attackEnded')?.data).toEqual({ victim: 1, removed: 2, health: 6 });
  });

  test('R5 the last card of a row cannot be removed', () => {
    const table = rolling('S01', {
      rows: [
        ['B01', 'B50'],
        ['B36', 'B05'],
      ],
    })
      .stop()
      .attack(1)
      .remove('B36');
    expect(table.row(1)).toBe('B05');
    expect(table.view().phase).toBe('place');
  });

  test('R5 the attack may be ended or left out, and is aimed at another player who is there', () => {
    expect(rolling('B16').stop().endAttack().told('attackOmitted')?.data).toEqual({ reason: 'declined' });
    const table = rolling('B16').stop();
    expect(table.explain({ type: 'attack', seat: 0 })).toMatchObject({ rule: 'R5' });
    expect(table.explain({ type: 'attack', seat: 7 })).toMatchObject({ rule: 'R5' });
    expect(table.attack(1).explain({ type: 'removeCard', card: 'B01' })).toMatchObject({ rule: 'R5' });
    expect(table.endAttack().row(1)).toBe('B27 B30 B36');
  });

  test('R5 with a result of 0 there is no attack', () => {
    const table = rolling('S10').stop();
    expect(table.told('attackOmitted')?.data).toEqual({ reason: 'zero' });
    expect(table.view()).toMatchObject({ phase: 'place', result: 0 });
  });

  test('R5 finalCardVulnerable lets the last card be removed', () => {
    const options = { finalCardVulnerable: true };
    const table = rolling('B16', {
      options,
      rows: [['B01', 'B50'], ['B36']],
      hands: [
        ['B16', 'B33'],
        ['B09', 'B26'],
      ],
    });
    expect(table.stop().attack(1).remove('B36').row(1)).toBe('');
    expect(table.place('right').view()).toMatchObject({ active: 1, effect: null, phase: 'roll', rerollsLeft: 0 });
  });

  test('R9 tough removes one card, and two from a result of 6', () => {
    const options = { tough: true };
    const five = rolling('B17', { options }).stop().attack(1);
    expect(five.view().attack?.limit).toBe(1);
    expect(five.remove('B36').view().phase).toBe('place');
    const rows = [
      ['B01', 'B50'],
      ['B36', 'B05', 'B22', 'B35'],
    ];
    const six = rolling('B16', { options, rows }).stop().attack(1).remove('B36').remove('B05');
    expect(six.row(1)).toBe('B22 B35');
    expect(six.view().phase).toBe('place');
  });

  test('R22 a player may be attacked in vain', () => {
    const table = rolling('B16', { rows: [['B01', 'B50'], ['B36']] })
      .stop()
      .attack(1);
    expect(table.told('attackEnded')?.data).toEqual({ victim: 1, removed: 0, health: 0 });
    expect(table.view()).toMatchObject({ phase: 'place', attacked: [1] });
  });

  test('R22 the second victim of attackTwo is another one, or there is none', () => {
    const two = rolling('B16', {
      rows: [
        ['B34', 'B50'],
        ['B27', 'B30', 'B36'],
      ],
    })
      .stop()
      .attack(1)
      .remove('B27');
    expect(two.told('attackOmitted')?.data).toEqual({ reason: 'nobody' });
    const rows = [
      ['B34', 'B50'],
      ['B27', 'B30', 'B36'],
      ['B20', 'B18'],
    ];
    const three = rolling('B16', { rows, hands: [['B16', 'B33'], ['B09'], ['B26']] })
      .stop()
      .attack(1)
      .endAttack();
    expect(three.explain({ type: 'attack', seat: 1 })).toMatchObject({ rule: 'R22' });
  });

  test('R22 with tough each attack of attackTwo has its own limit', () => {
    const rows = [
      ['B48', 'B50'],
      ['B27', 'B30', 'B36'],
      ['B20', 'B18', 'B10'],
    ];
    const hands = [['B17', 'B33'], ['B09'], ['B26']];
    const table = rolling('B17', { options: { tough: true }, rows, hands }).stop();
    table.attack(1).remove('B36').attack(2).remove('B18');
    expect([table.row(1), table.row(2)]).toEqual(['B27 B30', 'B20 B10']);
  });
});

describe('attacking oneself', () => {
  test('R6 a result below 0 removes as much of the own health as it can', () => {
    const table = below('B42', ['B01', 'B36', 'B05']);
    expect(table.view().attack).toMatchObject({ victim: 0, damage: 3, goal: 3, total: 0 });
    expect(table.open).toEqual(['removeCard B01', 'removeCard B36', 'removeCard B05']);
    expect(table.explain({ type: 'endAttack' })).toMatchObject({ rule: 'R6' });
    expect(table.explain({ type: 'removeCard', card: 'B15' })).toMatchObject({ rule: 'R6' });
    table.remove('B01');
    expect(table.row(0)).toBe('B15 B36 B05');
    expect(table.view().phase).toBe('place');
  });

  test('R6 a card with which less would be removed in all cannot be chosen', () => {
    const table = below('S03', ['B01', 'B10', 'B36', 'B50']);
    expect(table.view().attack).toMatchObject({ damage: 5, goal: 5 });
    expect(table.open).toEqual(['removeCard B01', 'removeCard B10', 'removeCard B36', 'removeCard B50']);
    expect(table.explain({ type: 'removeCard', card: 'B15' })).toMatchObject({ rule: 'R6' });
    expect(table.remove('B36').open).toEqual(['removeCard B01', 'removeCard B10']);
  });

  test('R6 the last card stays, unless finalCardVulnerable holds', () => {
    expect(below('S03', ['B05']).row(0)).toBe('B05');
    const vulnerable = below('S03', ['B05'], { options: { finalCardVulnerable: true } });
    expect(vulnerable.row(0)).toBe('S03');
    expect(vulnerable.view().active).toBe(1);
  });

  test('R6 the option tough does not limit an attack on oneself', () => {
    const table = below('S03', ['B05', 'B36', 'B27'], {
      options: { tough: true },
      rows: [
        ['B15', 'B05', 'B41', 'B22', 'B36'],
        ['B27', 'B30'],
      ],
    });
    expect(table.view().attack).toMatchObject({ limit: null, damage: 5, goal: 5 });
    table.remove('B05').remove('B41');
    expect(table.row(0)).toBe('B15');
  });

  test('R6 harmlessNegatives lets a result below 0 do nothing', () => {
    const table = below('S03', ['B05'], { options: { harmlessNegatives: true } });
    expect(table.row(0)).toBe('B15 B05');
    expect(table.told('attackOmitted')?.data).toEqual({ reason: 'harmless' });
    expect(table.view()).toMatchObject({ phase: 'place', result: -5 });
  });

  test('R6 with attackTwo a result below 0 hits only once', () => {
    const table = rolling('S03', {
      rows: [
        ['B22', 'B41', 'B35'],
        ['B27', 'B30'],
      ],
    }).stop();
    expect(table.allTold('attackStarted')).toHaveLength(1);
    expect(table.open).toEqual(['removeCard B22', 'removeCard B41', 'removeCard B35']);
    expect(table.remove('B41').view().phase).toBe('place');
  });

  test('R23 cards that every choice would remove are removed at once, and the player chooses the rest', () => {
    const table = below('S03', [], {
      rows: [
        ['B15', 'B30', 'B05', 'B41'],
        ['B27', 'B36'],
      ],
    });
    expect(table.view().attack).toMatchObject({ damage: 5, goal: 5, total: 0 });
    expect(table.remove('B30').open).toEqual(['removeCard B05', 'removeCard B41']);
    const forced = below('S03', [], {
      rows: [
        ['B15', 'B05'],
        ['B27', 'B36'],
      ],
    });
    expect(forced.happened.filter((type) => type === 'cardRemoved')).toHaveLength(1);
    expect(forced.row(0)).toBe('B05');
    const both = below('S03', [], {
      rows: [
        ['B15', 'B05', 'B27', 'B43'],
        ['B30', 'B36'],
      ],
    });
    expect(both.open).toEqual(['removeCard B15', 'removeCard B05', 'removeCard B27', 'removeCard B43']);
    expect(both.remove('B15').row(0)).toBe('B27 B43');
  });

  test('R23 nothing is removed when every card has more health than the damage', () => {
    const table = below('B01', ['B27', 'B43'], {
      rows: [
        ['B39', 'B27', 'B43'],
        ['B30', 'B36'],
      ],
      hands: [['B14', 'B33'], ['B09']],
      rolled: 'B14',
    });
    expect(table.view()).toMatchObject({ phase: 'place', result: -1 });
    expect(table.told('attackEnded')?.data).toEqual({ victim: 0, removed: 0, health: 0 });
  });

  test('R35 a result below 0 and selfDamage are settled one after the other', () => {
    const rows = [
      ['B15', 'B05', 'B41', 'S19'],
      ['B27', 'B30'],
    ];
    const table = below('B11', [], { rows });
    expect(table.view().attack).toMatchObject({ damage: 1, goal: 1 });
    table.remove('B05').place('right');
    expect(table.view().attack).toMatchObject({ damage: 1, goal: 1, total: 0 });
    expect(table.open).toEqual(['removeCard B41', 'removeCard S19']);
    expect(table.remove('S19').row(0)).toBe('B15 B41 B11');
    expect(table.view().active).toBe(1);
  });

  test('R35 selfDamage holds under harmlessNegatives', () => {
    const rows = [
      ['B15', 'S19'],
      ['B27', 'B30'],
    ];
    const table = below('B11', [], { rows, options: { harmlessNegatives: true } }).place('right');
    expect(table.row(0)).toBe('B15 B11');
    expect(table.used).toEqual(['selfDamage']);
  });

  test('R35 selfDamage is skipped when no card has so little health that counts', () => {
    const table = inPosition({
      rows: [
        ['S10', 'B10', 'S19'],
        ['B25', 'B36'],
      ],
      hands: [['B27', 'B33'], ['B09']],
      rolled: 'B27',
    });
    table.reroll('B27').stop().endAttack().place('left');
    expect(table.skipped).toEqual(['selfDamage']);
    expect(table.row(0)).toBe('B27 S10 B10 S19');
  });
});
