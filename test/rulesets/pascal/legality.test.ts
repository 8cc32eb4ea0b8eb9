import { describe, expect, test } from 'vitest';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import type { Action } from '#rules/pascal/actions.ts';
import {
  CROSSABLE_FIELDS,
  ENTRIES,
  ENTRY_IDS,
  type Entry,
  FIELD_IDS,
  FIELDS,
  totalOf,
  type Values,
} from '#rules/pascal/board.ts';
import type { State } from '#rules/pascal/state.ts';
import { DEFAULTS, type Filled, ruleset, ScriptedBoard } from './scripted-board.ts';

const { at } = ScriptedBoard;
const with_ = (fields: Filled, dice = [1, 2, 3, 4, 5, 6]) => at({ fields, dice });

describe('R1 the board', () => {
  test('R1 has 36 entries, three of them split: 39 fields', () => {
    expect(ENTRIES).toHaveLength(36);
    expect(FIELDS).toHaveLength(39);
    expect(FIELD_IDS.filter((id) => id.endsWith('+'))).toEqual(['6.3+', '7.3+', '7.4+']);
    expect(ENTRY_IDS.slice(0, 6)).toEqual(['0.0', '1.0', '1.1', '2.0', '2.1', '2.2']);
  });

  test('R1 the minimums of the entries are the rows of Pascal’s triangle', () => {
    const rows = [0, 1, 2, 3, 4, 5, 6, 7].map((row) =>
      ENTRIES.filter(({ id }) => id.startsWith(`${row}.`)).map(({ minimum }) => minimum),
    );
    expect(rows).toEqual([
      [1],
      [1, 1],
      [1, 2, 1],
      [1, 3, 3, 1],
      [1, 4, 6, 4, 1],
      [1, 5, 10, 10, 5, 1],
      [1, 6, 15, 20, 15, 6, 1],
      [1, 7, 21, 35, 35, 21, 7, 1],
    ]);
  });

  test('R1 15 entries on the edges are free, 21 are the sum of two others', () => {
    expect(ENTRIES.filter(({ isFree }) => isFree)).toHaveLength(15);
    expect(ENTRIES.filter(({ above }) => above !== null)).toHaveLength(21);
    const named = (id: string) => ENTRIES.find((entry) => entry.id === id) as Entry;
    expect(named('4.2').above?.map((index) => ENTRIES[index]?.id)).toEqual(['3.1', '3.2']);
    expect(named('6.0').below.map(({ entry, beside }) => [ENTRIES[entry]?.id, ENTRIES[beside]?.id])).toEqual([
      ['7.1', '6.1'],
    ]);
  });
});

describe('R2 what fits where', () => {
  test('R2 edges and the tip take every sum, in any order', () => {
    const six = with_({}, [6, 6, 6, 6, 6, 6]);
    for (const field of ['0.0', '3.0', '5.5', '7.7'] as const) {
      expect(six.sumsFor(field)).toEqual([6, 12, 18, 24, 30, 36]);
      expect(with_({}, [1, 1, 2, 4, 4, 4]).sumsFor(field)).toEqual(Array.from({ length: 16 }, (_, i) => i + 1));
    }
  });

  test('R2 an inner entry can be written before those above it, from its minimum on', () => {
    expect(with_({}).sumsFor('2.1')).toEqual(Array.from({ length: 20 }, (_, i) => i + 2));
    expect(with_({}).sumsFor('4.2')).toEqual(Array.from({ length: 16 }, (_, i) => i + 6));
    expect(with_({}).sumsFor('7.2')).toEqual([21]);
    expect(with_({}, [5, 5, 5, 5, 5, 5]).sumsFor('7.5')).toEqual([25, 30]);
  });

  test('R2 with both entries above it, only their sum fits', () => {
    expect(with_({ '1.0': 1, '1.1': 1 }).sumsFor('2.1')).toEqual([2]);
    expect(with_({ '1.0': 30, '1.1': 7 }).sumsFor('2.1')).toEqual([]);
  });

  test('R2 with the sum and one part, only the other part fits', () => {
    expect(with_({ '2.1': 9, '1.1': 4 }).sumsFor('1.0')).toEqual([5]);
    expect(with_({ '4.2': 14, '3.1': 8, '3.2': 6 }).sumsFor('2.1')).toEqual([2, 3, 4, 5]);
  });

  test('R2 a part is smaller than a sum below it, and a sum larger than a part above it', () => {
    expect(with_({ '2.1': 4 }).sumsFor('1.0')).toEqual([1, 2, 3]);
    expect(with_({ '1.1': 17 }).sumsFor('2.1')).toEqual([18, 19, 20, 21]);
    expect(with_({ '3.1': 9, '3.2': 7 }).sumsFor('2.1')).toEqual([2, 3, 4, 5, 6]);
  });

  test('R2 a number may be written even if the board can then never be completed', () => {
    const dead = with_({ '1.0': 30 }).write('1.1', [0, 1, 2]);
    expect(dead.view.deadEntry).not.toBeNull();
    expect(dead.sumsFor('2.0')).not.toEqual([]);
  });

  test('R2 a filled field takes nothing more', () => {
    const board = with_({ '0.0': 4, '7.7': 0 });
    expect(board.sumsFor('0.0')).toEqual([]);
    expect(board.crossable).toEqual(['6.3+', '7.0', '7.3+', '7.4+']);
  });
});

describe('R3 split entries', () => {
  test('R3 19 in the main field and 1 in the bonus field make 20', () => {
    const board = with_({ '5.2': 10, '5.3': 10, '6.3': 19 });
    expect(board.sumsFor('6.3+')).toEqual([1]);
    expect(board.view.entries['6.3'].value).toBeNull();
    expect(board.write('6.3+', [0]).view.entries['6.3'].value).toBe(20);
  });

  test('R3 a crossed-out bonus field counts 0 and is filled', () => {
    const board = with_({ '5.2': 10, '5.3': 10, '6.3+': 0 });
    expect(board.sumsFor('6.3')).toEqual([20]);
    expect(with_({ '6.3': 21 }).crossOut('6.3+').view.entries['6.3'].value).toBe(21);
  });

  test('R3 the main field of a split entry cannot be crossed out, and either can be written first', () => {
    expect(with_({}).crossable).toEqual(['0.0', '6.3+', '7.0', '7.3+', '7.4+', '7.7']);
    expect(with_({}).sumsFor('6.3+')).toEqual(with_({}).sumsFor('6.3'));
  });

  test('R3 the second field completes the entry, which then has to reach its minimum', () => {
    expect(with_({ '6.3': 5 }).sumsFor('6.3+')).toEqual([15, 16, 17, 18, 19, 20, 21]);
    expect(with_({ '6.3': 19 }).crossable).not.toContain('6.3+');
    expect(with_({ '6.3': 20 }).crossable).toContain('6.3+');
  });

  test('R3 a split entry as a part counts once it is complete', () => {
    expect(with_({ '6.3': 12, '6.2': 15, '7.3': 16 }).sumsFor('7.3+')).toEqual([19, 20, 21]);
    expect(with_({ '6.3': 12, '6.3+': 8, '6.2': 15, '7.3': 16 }).sumsFor('7.3+')).toEqual([19]);
  });

  test('R2 R3 a cross that would break a sum is not open', () => {
    expect(with_({ '5.2': 10, '5.3': 10, '6.3': 20 }).crossable).toContain('6.3+');
    expect(with_({ '5.2': 10, '5.3': 11, '6.3': 20 }).crossable).not.toContain('6.3+');
    expect(with_({ '5.2': 21, '6.3': 21 }).crossable).not.toContain('6.3+');
    expect(with_({ '6.3': 30, '7.3': 20, '7.3+': 16 }).crossable).toContain('6.3+');
    expect(with_({ '6.3': 36, '7.3': 20, '7.3+': 16 }).crossable).not.toContain('6.3+');
  });
});

describe('R9 pencil', () => {
  test('R9 a number in pencil binds like any other', () => {
    const board = with_({}).write('1.0', [0]).write('1.1', [1]);
    expect(board.sumsFor('2.1')).toEqual([3]);
    expect(board.view.fields['1.0']).toEqual({ value: 1, crossed: false, pencil: true });
    expect(board.erase().sumsFor('2.1')).toHaveLength(20);
  });
});

describe('R10 the known total of a split entry', () => {
  test('R10 no field of it exceeds the sum of the entries above', () => {
    expect(with_({ '5.2': 10, '5.3': 10 }).sumsFor('6.3')).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    expect(Math.max(...with_({ '5.2': 10, '5.3': 10 }).sumsFor('6.3+'))).toBe(20);
  });

  test('R10 the entries above do not fall short of a filled field', () => {
    expect(with_({ '6.3': 17, '5.3': 10 }).sumsFor('5.2')).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21]);
    expect(Math.min(...with_({ '6.3+': 25, '5.3': 10 }).sumsFor('5.2'))).toBe(15);
  });

  test('R10 a total that follows only from below is not known', () => {
    expect(with_({ '6.2': 16, '7.3': 20, '7.3+': 16 }).sumsFor('6.3')).toHaveLength(21);
  });
});

describe('R12 dice', () => {
  test('R12 every group of unused dice is listed, by ascending positions, also when sums are equal', () => {
    const board = with_({ '1.0': 1, '1.1': 2 }, [3, 3, 1, 2, 6, 6]);
    const groups = board.legal.flatMap((action) =>
      action.type === 'write' && action.field === '2.1' ? [action.dice] : [],
    );
    expect(groups).toEqual([[0], [1], [2, 3]]);
  });

  test('R12 an empty board offers every group in every field that its sum fits', () => {
    const board = with_({}, [6, 6, 6, 6, 6, 6]);
    const writes = board.legal.filter(({ type }) => type === 'write');
    expect(writes.filter((action) => action.type === 'write' && action.field === '0.0')).toHaveLength(63);
    expect(board.kinds).toEqual(['cancelBoard', 'crossOut', 'reroll', 'write']);
    expect(board.legal.filter(({ type }) => type === 'reroll')).toHaveLength(63);
  });

  test('R12 dice that are written are not offered again', () => {
    const board = with_({}).write('0.0', [0, 2, 4]);
    const dice = board.legal.flatMap((action) => (action.type === 'write' ? action.dice : []));
    expect([...new Set(dice)].sort()).toEqual([1, 3, 5]);
    expect(board.view.used).toEqual(['0.0', null, '0.0', null, '0.0', null]);
  });
});

/** Checks a whole board by the words of R2, without the code of the rules. */
function isSound(values: Values): boolean {
  const total = (entry: Entry) => totalOf(values, entry);
  return ENTRIES.every((entry) => {
    if (entry.above === null) return true;
    const [left, right] = entry.above.map((index) => total(ENTRIES[index] as Entry)) as [number | null, number | null];
    const value = total(entry);
    const sum = left === null || right === null ? null : left + right;
    const parts = [entry.main, entry.bonus ?? entry.main].map((field) => values[field] ?? 0);
    if (value !== null && value < entry.minimum) return false;
    if (value !== null && sum !== null && value !== sum) return false;
    if (value !== null && [left, right].some((part) => part !== null && part >= value)) return false;
    return entry.bonus === null || sum === null || Math.max(...parts) <= sum;
  });
}

function tried({ values, dice, used }: State): string[] {
  const unused = [0, 1, 2, 3, 4, 5].filter((position) => used[position] === null);
  const groups = Array.from({ length: 63 }, (_, i) => unused.filter((position) => ((i + 1) >> position) & 1)).filter(
    (group, i) => group.length > 0 && group.reduce((set, position) => set | (1 << position), 0) === i + 1,
  );
  return FIELDS.filter(({ index }) => values[index] === null).flatMap(({ index, id, kind }) => {
    const fits = (value: number) => isSound(values.with(index, value));
    const crosses: Action[] = kind !== 'plain' && fits(0) ? [{ type: 'crossOut', field: id }] : [];
    const sumOf = (group: number[]) => group.reduce((sum, position) => sum + (dice[position] ?? 0), 0);
    const writes = groups.filter((group) => fits(sumOf(group)));
    return [...crosses, ...writes.map((group) => ({ type: 'write', dice: group, field: id }))].map((action) =>
      JSON.stringify(action),
    );
  });
}

test('R2 the list holds exactly the legal actions, in the positions of random games', () => {
  let positions = 0;
  for (let game = 0; game < 12; game++) {
    const chance = new FastChance(`legality ${game}`);
    let { state } = ruleset.setup({ ...DEFAULTS, maxBoards: 2 }, 1, chance);
    for (let listed = ruleset.legalActions(state, 0); listed.length > 0; listed = ruleset.legalActions(state, 0)) {
      if (chance.int(6) === 0) {
        const filling = listed.filter(({ type }) => type === 'write' || type === 'crossOut');
        expect(filling.map((action) => JSON.stringify(action)).sort()).toEqual(tried(state).sort());
        positions++;
      }
      const likely = listed.filter(({ type }) => type !== 'cancelBoard' && type !== 'erase');
      const among = likely.length > 0 && chance.int(40) > 0 ? likely : listed;
      state = ruleset.apply(state, 0, among[chance.int(among.length)] as Action, chance).state;
    }
  }
  expect(positions).toBeGreaterThan(60);
});

test('R13 only corner and bonus fields can be crossed out', () => {
  expect(CROSSABLE_FIELDS.map(({ id }) => id)).toEqual(with_({}).crossable);
});
