import { describe, expect, test } from 'vitest';
import { Choices, facetsOf, meantBy, type Pick } from '../../web/src/core/choose.ts';

type Labelled = ConstructorParameters<typeof Choices>[0][number];

function listed(...actions: object[]): Labelled[] {
  return actions.map((action) => ({ action, label: JSON.stringify(action) }) as Labelled);
}

const labelOf = (action: object) => JSON.stringify(action);
const roll = (die: string) => ({ type: 'rollDie', die });
const write = (field: string, ...dice: number[]) => ({ type: 'write', field, dice });
const place = (...cards: string[]) => ({ type: 'chooseRow', cards });

describe('piece by piece', () => {
  const choices = new Choices(listed(write('1.0', 0, 1), write('1.0', 0, 2), write('2.0', 1, 2), { type: 'pass' }));
  const on = (field: string): Pick => ({ field: 'field', value: field });
  const die = (value: number): Pick => ({ field: 'dice', value });

  test('each pick keeps the actions that contain it', () => {
    expect(choices.left([])).toHaveLength(4);
    expect(choices.left([on('1.0')])).toHaveLength(2);
    expect(choices.left([on('1.0'), die(2)])).toHaveLength(1);
    expect(choices.left([die(0), on('2.0')])).toEqual([]);
  });

  test('values that can be picked fit the other picks, and may replace the picked value of a field', () => {
    const open = choices.open([on('1.0')]);
    expect([0, 1, 2].filter((value) => open.has('dice', value))).toEqual([0, 1, 2]);
    expect(open.has('field', '2.0')).toBe(true);
    expect(choices.open([die(0)]).has('field', '2.0')).toBe(false);
  });

  test('a list grows with each pick, and a single value is replaced', () => {
    expect(choices.beside([die(0), on('1.0')], die(1))).toEqual([die(0), on('1.0')]);
    expect(choices.beside([die(1), on('1.0')], on('2.0'))).toEqual([die(1)]);
  });

  test('of conflicting picks, the later ones stay', () => {
    expect(choices.fitting([die(0), on('2.0')])).toEqual([on('2.0')]);
    expect(choices.fitting([{ field: 'die', value: 'd6' }])).toEqual([]);
  });

  test('a number differs from the word that looks like it', () => {
    expect(choices.fits([{ field: 'dice', value: '0' }])).toBe(false);
  });
});

describe('the resulting action', () => {
  test('is the only action left, and missing while several are', () => {
    const choices = listed(roll('d6'), roll('d8'));
    expect(meantBy(choices.slice(0, 1), [])?.label).toBe(labelOf(roll('d6')));
    expect(meantBy(choices, [])).toBeNull();
  });

  test('is the action without values beyond the picks', () => {
    const left = listed(write('1.0', 0), write('1.0', 0, 1));
    const picks = [
      { field: 'field', value: '1.0' },
      { field: 'dice', value: 0 },
    ];
    expect(meantBy(left, picks)?.label).toBe(labelOf(write('1.0', 0)));
  });

  test('of two with equal lists is the one in the order of picking', () => {
    const left = listed(place('A', 'B'), place('B', 'A'));
    const picks = ['B', 'A'].map((value) => ({ field: 'cards', value }));
    expect(meantBy(left, picks)?.label).toBe(labelOf(place('B', 'A')));
  });
});

test('the facets of the remaining actions are the values that distinguish them', () => {
  const left = listed(write('1.0', 0, 1), write('1.0', 0, 2));
  expect([...facetsOf(left, [])]).toEqual([['dice', [1, 2]]]);
});
