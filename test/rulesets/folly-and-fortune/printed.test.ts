import { describe, expect, test } from 'vitest';
import { cardOf, deckOf } from '#rules/folly-and-fortune/cards.ts';
import { plain } from '#rules/folly-and-fortune/policies/plain.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { DEFAULTS, inPosition, ruleset, type ScriptedTable, type Setting } from './scripted-table.ts';

function atBoth(setting: Setting, play: (table: ScriptedTable) => ScriptedTable): [ScriptedTable, ScriptedTable] {
  const { options } = setting;
  return [false, true].map((printed) => play(inPosition({ ...setting, options: { ...options, printed } }))) as [
    ScriptedTable,
    ScriptedTable,
  ];
}

const THREE: Setting = {
  rows: [
    ['B01', 'B50'],
    ['B27', 'B30', 'B36'],
    ['B20', 'B18'],
  ],
  hands: [['B16', 'B33'], ['B09'], ['B26']],
  rolled: 'B16',
};

describe('the attack on another player, as printed', () => {
  test('R5 a player has to be named, and nothing has to be removed', () => {
    const [ruled, printed] = atBoth(THREE, (table) => table.stop());
    expect(ruled.open).toEqual(['attack 1', 'attack 2', 'endAttack']);
    expect(printed.open).toEqual(['attack 1', 'attack 2']);
    const refusal = printed.explain({ type: 'endAttack' });
    expect(refusal).toMatchObject({ rule: 'R5', detail: expect.stringContaining('You have to name a player') });
    expect(printed.attack(1).endAttack().row(1)).toBe('B27 B30 B36');
  });

  test('R15 the only player who can be named is named at once', () => {
    const two: Setting = { ...THREE, rows: THREE.rows.slice(0, 2), hands: THREE.hands.slice(0, 2) };
    const [ruled, printed] = atBoth(two, (table) => table.stop());
    expect(ruled.view().phase).toBe('victim');
    expect(printed.view().attack).toMatchObject({ victim: 1, damage: 6 });
    expect(printed.open).toEqual(['removeCard B27', 'removeCard B30', 'removeCard B36', 'endAttack']);
  });

  test('R22 the second attack of attackTwo may still be left out', () => {
    const rows = [['B34', 'B50'], ...THREE.rows.slice(1)];
    const [, printed] = atBoth({ ...THREE, rows }, (table) => table.stop());
    expect(printed.open).toEqual(['attack 1', 'attack 2']);
    expect(printed.attack(1).endAttack().open).toEqual(['attack 2', 'endAttack']);
    expect(printed.endAttack().told('attackOmitted')?.data).toEqual({ reason: 'declined' });
  });

  test('R5 a result of 0 is an attack, which removes what counts no health', () => {
    const setting: Setting = {
      rows: [
        ['B01', 'B50'],
        ['S10', 'B05', 'B36'],
      ],
      hands: [['S15', 'B33'], ['B09']],
      rolled: 'S15',
      shields: [[1, 'S10']],
    };
    const [ruled, printed] = atBoth(setting, (table) => table.stop());
    expect(ruled.told('attackOmitted')?.data).toEqual({ reason: 'zero' });
    expect(printed.view().attack).toMatchObject({ victim: 1, damage: 0 });
    expect(printed.open).toEqual(['removeCard B05', 'endAttack']);
    expect(printed.remove('B05').row(1)).toBe('S10 B36');
  });
});

describe('the attack on oneself, as printed', () => {
  const BELOW: Setting = {
    rows: [
      ['B15', 'B01', 'B36', 'B05'],
      ['B27', 'B30'],
    ],
    hands: [['B42', 'B33'], ['B09']],
    rolled: 'B42',
  };

  test('R6 less may be removed, and nothing too', () => {
    const [ruled, printed] = atBoth(BELOW, (table) => table.stop());
    expect(ruled.open).toEqual(['removeCard B01', 'removeCard B36', 'removeCard B05']);
    expect(printed.view().attack).toMatchObject({ victim: 0, damage: 3, goal: null });
    expect(printed.open).toEqual(['removeCard B01', 'removeCard B36', 'removeCard B05', 'endAttack']);
    expect(printed.explain({ type: 'removeCard', card: 'B15' })).toMatchObject({ rule: 'R5' });
    expect(ruleset.describe(printed.view())).toContain('Seat 0 may remove cards with 3 health from its own row.');
    expect(printed.endAttack().row(0)).toBe('B15 B01 B36 B05');
  });

  test('R23 nothing is removed without being chosen', () => {
    const rows = [
      ['B15', 'B05'],
      ['B27', 'B30'],
    ];
    const [ruled, printed] = atBoth({ ...BELOW, rows }, (table) => table.stop());
    expect(ruled.told('cardRemoved')?.data).toMatchObject({ card: cardOf('B05') });
    expect(printed.told('cardRemoved')).toBeUndefined();
    expect(printed.open).toEqual(['removeCard B05', 'endAttack']);
  });

  test('R6 the plain way of playing removes none of its own cards then', () => {
    const [, printed] = atBoth(BELOW, (table) => table.stop());
    expect(plain(printed.view(0), printed.legal(), new FastChance('plain'))).toEqual({ type: 'endAttack' });
  });

  const HURT: Setting = { ...BELOW, rows: [['B01', 'B05', 'S19'], BELOW.rows[1] ?? []], rolled: 'B33' };

  test('R35 selfDamage may remove nothing', () => {
    const [ruled, printed] = atBoth(HURT, (table) =>
      (table.stop().view().phase === 'victim' ? table.attack(1) : table).endAttack().place('right'),
    );
    expect(ruled.open).toEqual(['removeCard B05', 'removeCard S19']);
    expect(printed.open).toEqual(['removeCard B05', 'removeCard S19', 'endAttack']);
  });

  test('R35 selfDamage is skipped under harmlessNegatives', () => {
    const [ruled, printed] = atBoth({ ...HURT, options: { harmlessNegatives: true } }, (table) =>
      (table.stop().view().phase === 'victim' ? table.attack(1) : table).endAttack().place('right'),
    );
    expect(ruled.used).toEqual(['selfDamage']);
    expect(printed.skipped).toEqual(['selfDamage']);
  });
});

describe('rolls and powers, as printed', () => {
  test('R18 the end of the row goes before rerollsExactly', () => {
    const rows = [
      ['S16', 'B50'],
      ['B27', 'B30'],
    ];
    const [ruled, printed] = atBoth({ ...THREE, rows, hands: THREE.hands.slice(0, 2) }, (table) => table.reroll('B16'));
    expect(ruled.open).toEqual(['reroll']);
    expect(printed.open).toEqual(['stop']);
    expect(printed.view()).toMatchObject({ mustReroll: false, rerollsLeft: 0 });
    expect(printed.explain({ type: 'reroll' })).toMatchObject({ rule: 'R2' });
  });

  test('R18 before the end of the row rerollsExactly demands what it says', () => {
    const rows = [
      ['S16', 'B50', 'B01', 'B20'],
      ['B27', 'B30'],
    ];
    const [, printed] = atBoth({ ...THREE, rows, hands: THREE.hands.slice(0, 2) }, (table) => table.reroll('B16'));
    expect(printed.open).toEqual(['reroll']);
    expect(printed.reroll('B16').open).toEqual(['stop']);
  });

  test('R29 the rolled card acts as unseen, and a card that was reached does not', () => {
    const setting: Setting = { ...THREE, rows: [['S20', 'B50'], ...THREE.rows.slice(1)], rolled: 'S24' };
    const hands = [['S24', 'B33'], ['B09'], ['B26']];
    const [ruled, printed] = atBoth({ ...setting, hands }, (table) => table.stop().attack(1).endAttack().place('left'));
    expect(ruled.used).toEqual([]);
    expect(printed.used).toEqual(['drawIfFew']);
  });

  test('R29 a card that was taken acts as unseen', () => {
    const rows = [
      ['S07', 'B50'],
      ['S24', 'B30'],
    ];
    const [ruled, printed] = atBoth({ ...THREE, rows, hands: THREE.hands.slice(0, 2) }, (table) => {
      const attacking = table.stop().view().phase === 'victim' ? table.attack(1) : table;
      return attacking.remove('S24').pick('S24').act(0, { type: 'placeTaken', side: 'right' }).place('left');
    });
    expect(ruled.used).toEqual([]);
    expect(printed.used).toEqual(['drawIfFew']);
  });

  test('R1 the game ends before unseen powers once all hands are empty', () => {
    const rows = [
      ['B01', 'S24'],
      ['B27', 'B30'],
    ];
    const [ruled, printed] = atBoth({ ...THREE, rows, hands: [['B16'], []] }, (table) =>
      (table.stop().view().phase === 'victim' ? table.attack(1) : table).endAttack().place('left'),
    );
    expect(ruled.view()).toMatchObject({ phase: 'roll', active: 0 });
    expect(printed.view().phase).toBe('over');
    expect(printed.outcome?.text).toMatch(/^All hands are empty/);
  });
});

describe('variants, as printed', () => {
  test('R13 simplePowers leaves out the cards without a power', () => {
    const simple = { ...DEFAULTS, simplePowers: true };
    const isPlain = (card: string) => cardOf(card).powers.length === 0;
    expect(deckOf(simple).filter(isPlain)).toHaveLength(5);
    expect(deckOf({ ...simple, printed: true }).filter(isPlain)).toEqual([]);
    expect(ruleset.checkOptions({ ...simple, printed: true }, 2)).toBeNull();
    expect(ruleset.checkOptions({ ...simple, printed: true }, 3)).toMatch(/there are 21/);
    expect(deckOf({ ...DEFAULTS, printed: true })).toEqual(deckOf(DEFAULTS));
  });

  test('R26 finalCardVulnerable lets removeHealthy take a last card', () => {
    const setting: Setting = {
      options: { finalCardVulnerable: true },
      rows: [['S15', 'B50'], ['B27']],
      hands: [['S10', 'B33'], ['B09']],
      rolled: 'S10',
    };
    const [ruled, printed] = atBoth(setting, (table) => table.stop());
    expect(ruled.open).toEqual(['pickCard S15', 'pickCard B50', 'skipPower']);
    expect(printed.open).toEqual(['pickCard S15', 'pickCard B50', 'pickCard B27', 'skipPower']);
    expect(printed.pick('B27').row(1)).toBe('');
    const [, spared] = atBoth({ ...setting, options: {} }, (table) => table.stop());
    expect(spared.open).toEqual(['pickCard S15', 'pickCard B50', 'skipPower']);
  });
});
