import { describe, expect, test } from 'vitest';
import type { CardId } from '#rules/folly-and-fortune/cards.ts';
import { inPosition, type ScriptedTable, type Setting } from './scripted-table.ts';

const OTHER = ['B27', 'B30', 'B36'];

function onCard(card: CardId, rolled: CardId, setting: Partial<Setting> = {}): ScriptedTable {
  return inPosition({
    rows: [[card, 'B01', 'B10'], OTHER],
    hands: [
      [rolled, 'B50', 'B33'],
      ['B09', 'B26'],
    ],
    rolled,
    ...setting,
  });
}

/** Returns a table at which seat 0 stops on a plain card before it reaches `card`. */
function unseen(card: CardId, setting: Partial<Setting> = {}): ScriptedTable {
  return inPosition({
    rows: [['B01', card], OTHER],
    hands: [
      ['B42', 'B50', 'B33'],
      ['B09', 'B26'],
    ],
    rolled: 'B42',
    ...setting,
  }).stop();
}

describe('stopped', () => {
  test('keepRoll returns the rolled card and discards its own card instead', () => {
    const table = onCard('S25', 'B16').stop().endAttack();
    expect(table.hand(0)).toEqual(['B50', 'B33', 'B16']);
    expect(table.row(0)).toBe('B01 B10');
    expect(table.told('rollKept')?.data).toMatchObject({ card: { id: 'B16' }, discarded: { id: 'S25' } });
    expect(table.view()).toMatchObject({ active: 1, discardCount: 1 });
  });

  test('removeHealthy removes a card with more health than the result from any row, and makes no attack', () => {
    const table = onCard('S15', 'B11').stop();
    expect(table.open).toEqual(['pickCard S15', 'pickCard B27', 'pickCard B30', 'skipPower']);
    table.pick('B27');
    expect(table.row(1)).toBe('B30 B36');
    expect(table.told('cardRemoved')?.data).toMatchObject({ victim: 1, card: { id: 'B27' }, health: 5 });
    expect(table.told('attackOmitted')?.data).toEqual({ reason: 'power' });
    expect(table.view().phase).toBe('place');
  });

  test('removeHealthy takes one of the own cards too, or none', () => {
    expect(onCard('S15', 'B11').stop().pick('S15').row(0)).toBe('B01 B10');
    const skipped = onCard('S15', 'B11').stop().skip();
    expect(skipped.told('powerDeclined')?.data).toMatchObject({ power: 'removeHealthy', trigger: 'stopped' });
    expect([skipped.row(0), skipped.row(1)]).toEqual(['S15 B01 B10', 'B27 B30 B36']);
  });

  test('takeRemoved puts one removed card at an end of the own row', () => {
    const table = onCard('S07', 'B16').stop().attack(1).remove('B30').remove('B36');
    expect(table.view()).toMatchObject({ phase: 'power', asking: { power: 'takeRemoved', taken: null } });
    expect(table.open).toEqual(['pickCard B30', 'pickCard B36', 'skipPower']);
    table.pick('B30');
    expect(table.open).toEqual(['placeTaken left', 'placeTaken right']);
    table.act(0, { type: 'placeTaken', side: 'left' });
    expect(table.row(0)).toBe('B30 S07 B01 B10');
    expect(table.state.discardPile).toEqual(['B36']);
    expect(table.view().phase).toBe('place');
  });

  test('takeRemoved may be left out, and is skipped when nothing was removed', () => {
    expect(onCard('S07', 'B16').stop().attack(1).remove('B30').remove('B36').skip().row(0)).toBe('S07 B01 B10');
    expect(onCard('S07', 'B16').stop().endAttack().skipped).toEqual(['takeRemoved']);
  });

  test('forcedSide sends the rolled card to its side', () => {
    const table = onCard('S11', 'B16').stop().endAttack();
    expect(table.row(0)).toBe('B16 S11 B01 B10');
  });

  test('shieldRow keeps the row from falling below two cards until the next turn', () => {
    const table = onCard('S04', 'B42', {
      hands: [
        ['B42', 'B50'],
        ['B16', 'B26'],
      ],
    })
      .stop()
      .endAttack();
    expect(table.view().shields).toMatchObject([{ owner: 0, card: { id: 'S04' }, power: { kind: 'shieldRow' } }]);
    table.place('right', 1);
    expect(table.row(0)).toBe('S04 B01 B10 B42');
    expect(table.view()).toMatchObject({ active: 1, result: 6 });
    const two = inPosition({
      rows: [['S04', 'B42'], OTHER],
      hands: [['B50'], ['B16', 'B26']],
      rolled: 'B16',
      active: 1,
      shields: [[0, 'S04']],
    });
    expect(two.stop().attack(0).view()).toMatchObject({ phase: 'place' });
    expect(two.row(0)).toBe('S04 B42');
    expect(two.place('right').view()).toMatchObject({ active: 0, shields: [] });
    expect(two.told('shieldEnded')).toMatchObject({ seat: 0, data: { card: { id: 'S04' } } });
  });

  test.each<[CardId, CardId, boolean]>([
    ['S05', 'B16', true],
    ['S05', 'B17', false],
    ['S13', 'B42', true],
    ['S13', 'B49', false],
  ])('shieldAgainst of %s keeps off an attack with %s: %s', (shield, rolled, keepsOff) => {
    const table = inPosition({
      rows: [[shield, 'B01'], OTHER, ['B10', 'B33']],
      hands: [['B50'], [rolled, 'B26'], ['B18']],
      rolled,
      active: 1,
      shields: [[0, shield]],
    }).stop();
    expect(table.open).toEqual(keepsOff ? ['attack 2', 'endAttack'] : ['attack 0', 'attack 2', 'endAttack']);
    if (keepsOff) expect(table.explain({ type: 'attack', seat: 0 })).toMatchObject({ rule: 'R11' });
  });

  test('shieldAgainst is raised by stopping on it', () => {
    expect(onCard('S05', 'B16').stop().view().shields).toMatchObject([{ owner: 0, card: { id: 'S05' } }]);
  });
});

describe('passed', () => {
  test('lastingAdd and lastingSubtract change every further result', () => {
    const table = onCard('S08', 'B16').reroll('B50');
    expect(table.view()).toMatchObject({ lasting: 1, result: 5, effect: { id: 'B01' } });
    expect(table.told('powerUsed')?.data).toMatchObject({ power: 'lastingAdd', trigger: 'passed' });
    expect(table.reroll('B33').view()).toMatchObject({ lasting: 1, result: 6 });
    expect(onCard('S17', 'B16').reroll('B50').view()).toMatchObject({ lasting: -2, result: 2 });
  });

  test('a passed power does nothing when its card is stopped on', () => {
    expect(onCard('S08', 'B16').stop().view()).toMatchObject({ lasting: 0, result: 6 });
  });

  test('rerollsAtMost limits the rerolls that follow', () => {
    const rows = [['S06', 'B01', 'B10', 'B20'], OTHER];
    const table = onCard('S06', 'B16', { rows }).reroll();
    expect(table.view()).toMatchObject({ rolls: 2, rerollsLeft: 1, mustReroll: false });
    expect(table.open).toEqual(['reroll', 'stop']);
    expect(table.reroll().open).toEqual(['stop']);
    expect(table.explain({ type: 'reroll' })).toMatchObject({ rule: 'R17' });
  });

  test('rerollsExactly demands its rerolls, and then a stop', () => {
    const rows = [['S16', 'B01', 'B10', 'B20'], OTHER];
    const table = onCard('S16', 'B16', { rows }).reroll();
    expect(table.view()).toMatchObject({ rerollsLeft: 1, mustReroll: true });
    expect(table.open).toEqual(['reroll']);
    expect(table.explain({ type: 'stop' })).toMatchObject({ rule: 'R17' });
    expect(table.reroll().open).toEqual(['stop']);
    expect(table.view()).toMatchObject({ rolls: 3, rerollsLeft: 0, mustReroll: false, effect: { id: 'B10' } });
  });

  test('shrinkDie has cards of the hand set aside, the returned one included', () => {
    const table = onCard('S03', 'B16').reroll();
    expect(table.view(0)).toMatchObject({ phase: 'power', current: null, asking: { power: 'shrinkDie', left: 1 } });
    expect(table.open).toEqual(['pickCard B50', 'pickCard B33', 'pickCard B16']);
    table.pick('B16', 2);
    expect(table.view(0)).toMatchObject({ phase: 'roll', current: { id: 'B33' }, setAside: [{ id: 'B16' }] });
    expect(table.view(1)).toMatchObject({ setAside: [], setAsideCount: 1 });
  });

  test('shrinkDie of two cards asks twice, and the cards come back into play in the next turn', () => {
    const table = onCard('S23', 'B16', { hands: [['B16', 'B50', 'B33'], ['B42']] }).reroll();
    expect(table.view().asking).toMatchObject({ left: 2 });
    expect(table.pick('B16').open).toEqual(['pickCard B50', 'pickCard B33']);
    expect(table.view().asking).toMatchObject({ left: 1 });
    table.pick('B33');
    expect(table.view()).toMatchObject({ current: { id: 'B50' }, setAsideCount: 2 });
    table.stop().endAttack().place('right').stop().endAttack().place('right', 2);
    expect(table.view(0)).toMatchObject({ active: 0, setAside: [], setAsideCount: 0, current: { id: 'B16' } });
  });

  test('shieldCard keeps its card from being removed', () => {
    const table = onCard('S18', 'B16').reroll();
    expect(table.view().shields).toMatchObject([{ owner: 0, card: { id: 'S18' }, power: { kind: 'shieldCard' } }]);
    const attacked = inPosition({
      rows: [['S18', 'B01', 'B10'], OTHER],
      hands: [['B50'], ['B16', 'B26']],
      rolled: 'B16',
      active: 1,
      shields: [[0, 'S18']],
    });
    expect(attacked.stop().attack(0).open).toEqual(['removeCard B01', 'removeCard B10', 'endAttack']);
    expect(attacked.explain({ type: 'removeCard', card: 'S18' })).toMatchObject({ rule: 'R11' });
  });

  test('shieldHealth changes the health of the cards to its right', () => {
    const table = onCard('S10', 'B16').reroll();
    expect(table.view().healths[0]).toEqual([6, 2, 2]);
    expect(table.view().rows[0]?.map(({ health }) => health)).toEqual([6, 3, 3]);
  });

  test('ignoreShields makes the attack of this turn ignore the shields of others', () => {
    const setting: Setting = {
      rows: [
        ['S22', 'B01'],
        ['S18', 'S05', 'B30'],
      ],
      hands: [['B16', 'B50'], ['B26']],
      rolled: 'B50',
      shields: [
        [1, 'S18'],
        [1, 'S05'],
      ],
    };
    const shielded = inPosition({
      ...setting,
      rows: [
        ['B10', 'B01'],
        ['S18', 'S05', 'B30'],
      ],
    });
    expect(shielded.reroll('B16').stop().view().phase).toBe('place');
    const table = inPosition(setting).reroll('B16').stop();
    expect(table.open).toEqual(['attack 1', 'endAttack']);
    expect(table.attack(1).open).toEqual(['removeCard S18', 'removeCard S05', 'removeCard B30', 'endAttack']);
  });
});

describe('unseen', () => {
  test('discardOne discards a card of the own row or hand', () => {
    const table = unseen('S12').endAttack().place('right');
    expect(table.open).toEqual(['pickCard B01', 'pickCard S12', 'pickCard B42', 'pickCard B50', 'pickCard B33']);
    expect(table.told('powerUsed')?.data).toMatchObject({ power: 'discardOne', trigger: 'unseen' });
    table.pick('B50');
    expect(table.told('cardDiscarded')?.data).toMatchObject({ card: { id: 'B50' }, from: 'hand' });
    expect(table.hand(0)).toEqual(['B33']);
    expect(unseen('S12').endAttack().place('right').pick('B01').row(0)).toBe('S12 B42');
  });

  test('drawIfFew draws a card with fewer than four in hand', () => {
    const table = unseen('S24', { pile: ['B20'] })
      .endAttack()
      .place('right');
    expect(table.hand(0)).toEqual(['B50', 'B33', 'B20']);
    const many = unseen('S24', { hands: [['B42', 'B50', 'B33', 'B18', 'B19'], ['B09']] })
      .endAttack()
      .place('right');
    expect(many.skipped).toEqual(['drawIfFew']);
    expect(many.hand(0)).toHaveLength(4);
  });

  test('study shows the hand of another player', () => {
    const setting = { rows: [['B01', 'S20'], OTHER, ['B10', 'B20']], hands: [['B42', 'B50'], ['B09', 'B26'], ['B18']] };
    const table = unseen('S20', setting).endAttack().place('right');
    expect(table.open).toEqual(['pickSeat 1', 'pickSeat 2']);
    table.pickSeat(1, 2);
    expect(table.view(0).studied).toMatchObject({ seat: 1, cards: [{ id: 'B09' }, { id: 'B26' }] });
    expect(table.told('handStudied')?.data).toMatchObject({ owner: 1, cards: [{ id: 'B09' }, { id: 'B26' }] });
  });

  test("swapWithRow swaps a card of the own row with one of another player's", () => {
    const table = unseen('S02').endAttack().place('right');
    expect(table.open).toHaveLength(9);
    table.pickTwo('B27', 'S02');
    expect([table.row(0), table.row(1)]).toEqual(['B01 B27 B42', 'S02 B30 B36']);
    expect(table.told('cardsSwapped')?.data).toMatchObject({ card: { id: 'S02' }, owner: 1, other: { id: 'B27' } });
  });

  test('addSecondRoll puts a second card into the place of the first one', () => {
    const table = unseen('S14').endAttack().place('left', 2);
    expect(table.row(0)).toBe('B33 B01 S14');
    expect(table.hand(0)).toEqual(['B50', 'B42']);
    expect(table.told('rollReplaced')?.data).toMatchObject({ card: { id: 'B33' }, returned: { id: 'B42' } });
  });

  test('selfDamage removes a card with 1 health from the own row', () => {
    const table = unseen('S19').endAttack().place('right');
    expect(table.row(0)).toBe('B01 B42');
    expect(table.allTold('attackStarted').map(({ data }) => data)).toEqual([{ victim: 0, damage: 1 }]);
  });

  test('an unseen power does not act when its card was reached', () => {
    const table = inPosition({ rows: [['B01', 'S19'], OTHER], hands: [['B42', 'B50'], ['B09']], rolled: 'B42' });
    expect(table.reroll('B50').stop().endAttack().place('right').row(0)).toBe('B01 S19 B50');
  });
});
