import { describe, expect, test } from 'vitest';
import { inPosition, type Setting } from './scripted-table.ts';

const OTHER = ['B27', 'B30', 'B36'];

describe('the order of a turn', () => {
  test('R11 the stopped power comes before the attack, which comes before takeRemoved and the placement', () => {
    const table = inPosition({ rows: [['S07', 'S20'], OTHER], hands: [['B16', 'B50'], ['B09']], rolled: 'B16' });
    table.stop().attack(1).remove('B30').remove('B36').pick('B36');
    table.act(0, { type: 'placeTaken', side: 'right' });
    expect(table.view().phase).toBe('place');
    table.place('left');
    expect(table.happened.slice(0, 4)).toEqual(['rollPlaced', 'powerUsed', 'handStudied', 'turnEnded']);
  });

  test('R11 unseen powers are those of cards that lay there, were not reached and still lie there', () => {
    const rows = [['B01', 'S12', 'S20', 'B10'], OTHER];
    const table = inPosition({ rows, hands: [['B16', 'S24'], ['B09']], rolled: 'S24' });
    table.reroll('S24').stop().endAttack().place('right');
    expect(table.used).toEqual(['study']);
    expect(table.row(0)).toBe('B01 S12 S20 B10 S24');
  });

  test('R29 unseen powers act from left to right, each only if its card still lies there', () => {
    const rows = [['B01', 'S12', 'S20', 'S24'], OTHER];
    const table = inPosition({ rows, hands: [['B16', 'B33', 'B18'], ['B09']], rolled: 'B16' })
      .stop()
      .endAttack();
    table.place('right').pick('S20');
    expect(table.used).toEqual(['drawIfFew']);
    expect(table.row(0)).toBe('B01 S12 S24 B16');
  });

  test('R29 unseen powers act in the order in which the cards lie by then', () => {
    const rows = [['B35', 'S20', 'B50', 'S12'], OTHER];
    const table = inPosition({ rows, hands: [['B16', 'B33'], ['B09']], rolled: 'B16' }).stop();
    table.pickTwo('S12', 'S20').endAttack().place('right');
    expect(table.view().asking?.power).toBe('discardOne');
    expect(table.pick('B50').used).toEqual(['study']);
  });

  test('R29 a card that was swapped in does not act as unseen', () => {
    const rows = [
      ['B01', 'S02'],
      ['S12', 'B30'],
    ];
    const table = inPosition({
      rows,
      hands: [
        ['B16', 'B33'],
        ['B09', 'B26'],
      ],
      rolled: 'B16',
    })
      .stop()
      .endAttack();
    table.place('right').pickTwo('B01', 'S12');
    expect(table.row(0)).toBe('S12 S02 B16');
    expect(table.used).toEqual([]);
    expect(table.view().active).toBe(1);
  });

  test('R29 a card that was removed and taken back does not act as unseen', () => {
    const rows = [['S07', 'S19', 'B27'], OTHER.slice(1)];
    const table = inPosition({ rows, hands: [['S03', 'B33'], ['B09']], rolled: 'S03' }).stop();
    expect(table.row(0)).toBe('S07 B27');
    table.pick('S19').act(0, { type: 'placeTaken', side: 'right' }).place('right');
    expect(table.used).toEqual([]);
    expect(table.row(0)).toBe('S07 B27 S19 S03');
  });
});

describe('drawing', () => {
  const empty: Setting = { rows: [['B08', 'B01'], OTHER], hands: [['B16', 'B33'], ['B09']], rolled: 'B16' };

  test('R12 an empty draw pile is formed again from the discard pile', () => {
    const table = inPosition({ ...empty, options: { superpowers: false }, discard: ['B50', 'B20', 'B18'], rest: 1 });
    expect(table.view()).toMatchObject({ drawCount: 0, discardCount: 3 });
    table.stop(1, 2);
    expect(table.told('pileFormed')?.data).toEqual({ drawCount: 3 });
    expect(table.hand(0)).toEqual(['B33', 'B50']);
    expect(table.view()).toMatchObject({ drawCount: 2, discardCount: 0 });
  });

  test('R12 and R27 with no card at all drawInstead draws nothing and still makes no attack', () => {
    const table = inPosition({ ...empty, options: { superpowers: false }, rest: 1 }).stop();
    expect(table.skipped).toEqual(['drawInstead']);
    expect(table.told('attackOmitted')?.data).toEqual({ reason: 'power' });
    expect(table.hand(0)).toEqual(['B33']);
  });

  test('R27 with no card at all swapHand and drawIfFew are skipped', () => {
    const rows = [['B06', 'S24'], OTHER];
    const table = inPosition({ ...empty, rows, rest: 1 }).stop();
    expect(table.skipped).toEqual(['swapHand']);
    expect(table.hand(0)).toEqual(['B33']);
    expect(table.endAttack().place('left').skipped).toEqual(['drawIfFew']);
  });

  test('R15 and R27 swapHand asks even if the drawn card is the only one', () => {
    const table = inPosition({ ...empty, rows: [['B06', 'B01'], OTHER], hands: [['B16'], ['B09']], pile: ['B20'] });
    expect(table.stop().open).toEqual(['pickCard B20']);
    expect(table.view(0).hand).toMatchObject([{ id: 'B20' }]);
    expect(table.pick('B20').view()).toMatchObject({ phase: 'victim', handCounts: [0, 1] });
  });
});

describe('powers that cannot be carried out', () => {
  test('R14 swapRow, shuffleRow and doubleThenDiscard with one row card', () => {
    const setting: Setting = { rows: [['B35'], OTHER], hands: [['B16', 'B33'], ['B09']], rolled: 'B16' };
    expect(inPosition(setting).stop().skipped).toEqual(['swapRow']);
    const doubled = inPosition({ ...setting, rows: [['B11'], OTHER] }).stop();
    expect(doubled.view()).toMatchObject({ phase: 'victim', result: 12 });
    expect(doubled.row(0)).toBe('B11');
  });

  test('R15 swapRow with two row cards swaps them at once', () => {
    const table = inPosition({ rows: [['B35', 'B01'], OTHER], hands: [['B16', 'B33'], ['B09']], rolled: 'B16' }).stop();
    expect(table.row(0)).toBe('B01 B35');
  });

  test('R14 removeHealthy is skipped when no card has more health', () => {
    const table = inPosition({ rows: [['S15', 'B01'], OTHER], hands: [['S01', 'B33'], ['B09']], rolled: 'S01' }).stop();
    expect(table.skipped).toEqual(['removeHealthy']);
    expect(table.view().phase).toBe('place');
  });

  test('R14 a mandatory action cannot be left out', () => {
    const table = inPosition({ rows: [['B11', 'B01'], OTHER], hands: [['B16', 'B33'], ['B09']], rolled: 'B16' }).stop();
    expect(table.explain({ type: 'skipPower' })).toMatchObject({ rule: 'R14' });
    expect(table.explain({ type: 'pickCard', card: 'B33' })).toMatchObject({ rule: 'R14' });
    expect(table.explain({ type: 'pickSeat', seat: 1 })).toMatchObject({ rule: 'R14' });
  });

  test('R36 study needs a hand with cards, and discardOne something to discard', () => {
    const rows = [['B01', 'S20'], OTHER];
    const study = inPosition({ rows, hands: [['B16', 'B33'], []], rolled: 'B16' })
      .stop()
      .endAttack()
      .place('left');
    expect(study.skipped).toEqual(['study']);
    const table = inPosition({ rows: [['B01', 'S12'], OTHER], hands: [['B16'], ['B09', 'B26']], rolled: 'B16' });
    expect(table.stop().endAttack().place('left').open).toEqual(['pickCard B16', 'pickCard B01', 'pickCard S12']);
  });

  test('R36 a card discarded from a hand is visible to all', () => {
    const table = inPosition({
      rows: [['B01', 'S12'], OTHER],
      hands: [
        ['B16', 'B33'],
        ['B09', 'B26'],
      ],
      rolled: 'B16',
    });
    table.stop().endAttack().place('left').pick('B33');
    const discarded = table.events.find(({ type }) => type === 'cardDiscarded');
    expect(discarded?.data).toMatchObject({ card: { id: 'B33' }, from: 'hand' });
  });

  test('R36 study shows the hand of that moment', () => {
    const table = inPosition({
      rows: [['B01', 'S20'], OTHER],
      hands: [
        ['B16', 'B33'],
        ['B09', 'B26'],
      ],
      rolled: 'B16',
    });
    table.stop().endAttack().place('left', 2);
    expect(table.view(0)).toMatchObject({ active: 1, current: { id: 'B26' } });
    expect(table.view(0).studied).toMatchObject({ seat: 1, cards: [{ id: 'B09' }, { id: 'B26' }] });
    expect(table.view(1).studied).toBeNull();
  });

  test('R26 discards, keepRoll and removeHealthy never take a last card, even with finalCardVulnerable', () => {
    const options = { finalCardVulnerable: true };
    const setting: Setting = {
      options,
      rows: [['B11'], ['B27']],
      hands: [
        ['B16', 'B33'],
        ['B09', 'B26'],
      ],
      rolled: 'B16',
    };
    expect(inPosition(setting).stop().row(0)).toBe('B11');
    expect(inPosition({ ...setting, rows: [['S15'], ['B27']] }).stop().skipped).toEqual(['removeHealthy']);
    const kept = inPosition({ ...setting, rows: [['S25'], ['B27']] })
      .stop()
      .endAttack();
    expect(kept.skipped).toEqual(['keepRoll']);
    expect(kept.place('left').row(0)).toBe('B16 S25');
  });

  test('R26 doubleThenDiscard discards before the attack on oneself', () => {
    const rows = [['B31', 'B05', 'B41', 'B01'], OTHER];
    const table = inPosition({ rows, hands: [['S03', 'B33'], ['B09']], rolled: 'S03' }).stop();
    expect(table.pick('B31').row(0)).toBe('B01');
    expect(table.told('attackStarted')?.data).toEqual({ victim: 0, damage: 2 });
  });

  test('R25 keepRoll is skipped when an attack on oneself leaves only its card', () => {
    const table = inPosition({ rows: [['S17', 'S25'], OTHER], hands: [['S03', 'B33'], ['B09']], rolled: 'B33' });
    table.reroll('S03').stop();
    expect(table.row(0)).toBe('S25');
    expect(table.skipped).toEqual(['keepRoll']);
    expect(table.place('left').row(0)).toBe('S03 S25');
  });
});

describe('swapping', () => {
  test('R31 swapWithRow cannot take a card that is shielded by shieldCard, and may take one of a shielded row', () => {
    const rows = [
      ['B01', 'S02'],
      ['S18', 'B30'],
      ['S04', 'B36'],
    ];
    const table = inPosition({
      rows,
      hands: [['B16', 'B33'], ['B09'], ['B26']],
      rolled: 'B16',
      shields: [
        [1, 'S18'],
        [2, 'S04'],
      ],
    });
    table.stop().endAttack().place('right');
    expect(table.explain({ type: 'pickCard', card: 'B01', other: 'S18' })).toMatchObject({ rule: 'R11' });
    expect(table.open).toHaveLength(9);
    table.pickTwo('B16', 'S04');
    expect(table.view().shields).toMatchObject([{ owner: 2, card: { id: 'S04' } }]);
    expect([table.row(0), table.row(2)]).toEqual(['B01 S02 S04', 'B16 B36']);
  });

  test('R31 the only card of a row may be swapped, and the own shielded card too', () => {
    const rows = [['B01', 'S18', 'S02'], ['B30']];
    const setting: Setting = {
      rows,
      hands: [
        ['B16', 'B33'],
        ['B09', 'B26'],
      ],
      rolled: 'B16',
    };
    const table = inPosition({ ...setting, shields: [[0, 'S18']] })
      .stop()
      .endAttack()
      .place('right');
    table.pickTwo('B30', 'S18');
    expect([table.row(0), table.row(1)]).toEqual(['B01 B30 S02 B16', 'S18']);
    expect(table.view().shields).toEqual([]);
  });

  test('R21 swapWithRow takes a shielded card of a player whose shields are ignored', () => {
    const rows = [
      ['B01', 'S02'],
      ['S22', 'S18'],
    ];
    const setting: Setting = {
      rows,
      hands: [
        ['B16', 'B33'],
        ['B09', 'B26'],
      ],
      rolled: 'B16',
    };
    const shielded = inPosition({ ...setting, shields: [[1, 'S18']] })
      .stop()
      .endAttack()
      .place('right');
    expect(shielded.open).toHaveLength(3);
    const ignored = inPosition({
      ...setting,
      shields: [
        [1, 'S22'],
        [1, 'S18'],
      ],
    })
      .stop()
      .endAttack()
      .place('right');
    expect(ignored.open).toHaveLength(6);
  });
});
