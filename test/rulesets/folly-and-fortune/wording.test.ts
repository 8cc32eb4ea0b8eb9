import { describe, expect, test } from 'vitest';
import { inPosition, ruleset, ScriptedTable, type Setting } from './scripted-table.ts';

const PLAIN: Setting = {
  rows: [
    ['B14', 'B50'],
    ['B27', 'S10', 'B36'],
  ],
  hands: [
    ['B16', 'B33'],
    ['B09', 'B26'],
  ],
  rolled: 'B16',
};

function labels(table: ScriptedTable): string[] {
  const view = table.view(table.state.active);
  return table.legal().map((action) => ruleset.label(action, view));
}

describe('labels', () => {
  test('name the effects of a reroll and a stop', () => {
    expect(labels(inPosition(PLAIN))).toEqual([
      'Reroll: 6 “+2” (health 2) returns to your hand, and 4 (health 2) is in force',
      'Stop on 2 “−2” (health 3) and keep 6 “+2” (health 2): the result is 4',
    ]);
    expect(labels(inPosition({ ...PLAIN, rows: [['B13'], ['B27']] }))).toEqual([
      'Stop on 4 “final roll” (health 2) and keep 6 “+2” (health 2): one final roll counts',
    ]);
  });

  test("name the victim of an attack, and a card's value in it", () => {
    const table = inPosition({ ...PLAIN, shields: [[1, 'S10']] }).stop();
    expect(labels(table)).toEqual(['Attack seat 1 with 4 points of damage', 'Do not attack']);
    expect(labels(table.attack(1))).toEqual([
      'Remove 5 (health 2), which counts 1 health, from the row of seat 1',
      'End the attack and remove nothing',
    ]);
    const six = inPosition({ ...PLAIN, rows: [['B01'], ['B30', 'B36', 'B41']] })
      .stop()
      .attack(1)
      .remove('B36');
    expect(labels(six)).toContain('End the attack');
  });

  test("name what hits the player's own row", () => {
    const table = inPosition({
      ...PLAIN,
      rows: [['B15', 'B05', 'B41'], ['B27']],
      hands: [['B11', 'B33'], ['B09']],
      rolled: 'B11',
    });
    expect(labels(table.stop())).toEqual([
      'Remove 6 “+1” (health 1) from your own row',
      'Remove 6 “shuffle row” (health 1) from your own row',
    ]);
  });

  test('name the effect of an answer to a power', () => {
    const swap = inPosition({ ...PLAIN, rows: [['B35', 'B50', 'B01'], ['B27']] }).stop();
    expect(labels(swap)[0]).toBe('Swap 6 “swap row” (health 1) and 4 (health 2)');
    const shuffled = inPosition({ ...PLAIN, rows: [['B12', 'B50'], ['B27']] }).stop();
    expect(labels(shuffled)).toEqual(['Shuffle the row of seat 0', 'Shuffle the row of seat 1']);
    const taking = inPosition({
      ...PLAIN,
      rows: [
        ['S07', 'B50'],
        ['B36', 'B01'],
      ],
    })
      .stop()
      .attack(1)
      .remove('B36');
    expect(labels(taking)).toEqual(['Take 5 (health 2) into your row', 'Do without the power']);
    expect(labels(taking.pick('B36'))[0]).toBe('Put 5 (health 2) at the left end of your row');
  });

  test('name the two cards of a first row in their order', () => {
    const table = ScriptedTable.setUp({}, 2, [1]);
    const [left, right] = table.view(0).hand;
    const named = (cards: string[]) =>
      ruleset.label({ type: 'chooseRow', cards }, table.view(0)).replace('Begin with this row: ', '').split(' and ');
    const [first, second] = named([left?.id ?? '', right?.id ?? '']);
    expect(named([right?.id ?? '', left?.id ?? ''])).toEqual([second, first]);
  });
});

describe('the table in words', () => {
  test("shows rows with cards' values, shields, the player's own hand and the question", () => {
    const table = inPosition({ ...PLAIN, shields: [[1, 'S10']] });
    expect(ruleset.describe(table.view(0)).split('\n')).toEqual([
      'Folly & Fortune. Draw pile: 66 cards. Discard pile: 0 cards.',
      'Seat 0, whose turn it is: 1 card in hand, 2 cards and 5 health in the row.',
      '  B14: number 2, health 3, arrow right; stopped: the result is 2 lower',
      '  B50: number 4, health 2, arrow left',
      'Seat 1: 2 cards in hand, 3 cards and 12 health in the row.',
      '  B27: number 2, health 5, arrow left',
      '  S10: number 0, health 6; passed: cards to the right of this one have 1 less health until your next turn',
      '  B36: number 5, health 2, which counts 1 now, arrow left',
      'Shield of seat 1 by S10: cards to the right of this one have 1 less health until your next turn.',
      'Your hand:',
      '  B33: number 5, health 3, arrow left; stopped: the result is 1 higher',
      'In force for roll 1: B14.',
      'Seat 0 rolled 6 “+2” (health 2); stopping gives 4, and 1 reroll at most may follow.',
    ]);
  });

  test('shows a studied hand and cards set aside to the one who knows them', () => {
    const aside = inPosition({ ...PLAIN, rows: [['S03', 'B50'], ['B27']] })
      .reroll()
      .pick('B33');
    expect(ruleset.describe(aside.view(0))).toContain('You cannot roll 5 “+1” (health 3) in this turn.');
    expect(ruleset.describe(aside.view(1))).not.toMatch(/B33|5 “\+1”/);
    const study = inPosition({ ...PLAIN, rows: [['B01', 'S20'], ['B27']] })
      .stop()
      .endAttack()
      .place('left');
    const seen = 'When you saw the hand of seat 1: 2 “draw instead” (health 5) and 1 “draw instead” (health 5).';
    expect(ruleset.describe(study.view(0))).toContain(seen);
    expect(ruleset.describe(study.view('spectator'))).not.toMatch(/B26|1 “draw instead”/);
  });

  test('names the result of the game', () => {
    const table = inPosition({ ...PLAIN, hands: [['B16'], []] })
      .stop()
      .endAttack()
      .place('left');
    expect(ruleset.describe(table.view())).toMatch(/The game is over\.$/);
  });
});
