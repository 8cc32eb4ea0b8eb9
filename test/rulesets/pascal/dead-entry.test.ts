import { describe, expect, test } from 'vitest';
import type { Chance } from '#rules/kernel/chance.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { ENTRIES, type Entry, FIELDS, HIGHEST, totalOf, type Values } from '#rules/pascal/board.ts';
import { reachOf } from '#rules/pascal/reach.ts';
import { type Filled, positionOf, ScriptedBoard, triangle } from './scripted-board.ts';

const deadEntryOf = (fields: Filled) => ScriptedBoard.at({ fields }).view.deadEntry;

/** True if all sums are right. Ignores sums with an empty entry. */
function sumsHold(values: Values): boolean {
  return ENTRIES.every((entry) => {
    const value = totalOf(values, entry);
    if (entry.above === null || value === null) return true;
    const [left, right] = entry.above.map((index) => totalOf(values, ENTRIES[index] as Entry));
    if (left === null || left === undefined || right === null || right === undefined) return true;
    return value === left + right;
  });
}

function canBeCompleted(values: Values): boolean {
  if (!sumsHold(values)) return false;
  const field = FIELDS.find(({ index }) => values[index] === null);
  if (field === undefined) return true;
  const least = field.kind === 'plain' ? 1 : 0;
  for (let value = least; value <= HIGHEST; value++) {
    if (canBeCompleted(values.with(field.index, value))) return true;
  }
  return false;
}

/** Fills a board from its edges; null: these edges lead to numbers that are too high. */
function completeBoard(chance: Chance): Values | null {
  const totals: number[] = [];
  const values = new Array<number | null>(FIELDS.length).fill(null);
  for (const { index, above, main, bonus } of ENTRIES) {
    const total = above === null ? 1 + chance.int(3) : (totals[above[0]] ?? 0) + (totals[above[1]] ?? 0);
    totals[index] = total;
    const second = bonus === null ? 0 : Math.max(total - HIGHEST, chance.int(total));
    if (total - second > HIGHEST || second > HIGHEST) return null;
    values[main] = total - second;
    if (bonus !== null) values[bonus] = second;
  }
  return values;
}

function emptied(values: Values, count: number, chance: Chance): Values {
  let emptier = values;
  for (let i = 0; i < count; i++) emptier = emptier.with(chance.int(FIELDS.length), null);
  return emptier;
}

describe('R2 an entry that can no longer be met', () => {
  test('R2 no entry is reported on an empty board, on Pascal’s triangle, or on a board of the largest sums', () => {
    expect(deadEntryOf({})).toBeNull();
    expect(reachOf(positionOf({ fields: triangle() }).values).dead).toBeNull();
    expect(deadEntryOf({ '7.2': 36, '7.5': 36, '7.3': 36, '7.3+': 36 })).toBeNull();
  });

  test('R2 a sum that no field can hold is found', () => {
    expect(deadEntryOf({ '1.0': 20, '1.1': 17 })).toBe('2.1');
    expect(deadEntryOf({ '5.2': 20, '5.3': 20, '6.3+': 0 })).not.toBeNull();
  });

  test('R2 a known sum out of reach of the remaining field is found', () => {
    expect(deadEntryOf({ '5.2': 20, '5.3': 20, '6.3': 36 })).toBeNull();
    expect(deadEntryOf({ '5.2': 20, '5.3': 20, '6.3': 3 })).toBe('6.3');
    expect(deadEntryOf({ '5.2': 10, '5.3': 10, '6.3+': 20 })).toBe('6.3');
  });

  test('R2 a sum that leaves an inner entry below its minimum is found', () => {
    expect(deadEntryOf({ '4.2': 7, '3.1': 5 })).toBe('4.2');
    expect(deadEntryOf({ '4.2': 8, '3.1': 5 })).toBeNull();
  });

  test('R2 contradictions between fields far apart are found', () => {
    expect(deadEntryOf({ '1.0': 6, '7.2': 36 })).not.toBeNull();
    expect(deadEntryOf({ '5.0': 12, '7.1': 17 })).not.toBeNull();
    expect(deadEntryOf({ '5.0': 12, '7.1': 18 })).toBeNull();
  });

  test('R9 numbers in pencil count, so that the player can still erase them', () => {
    const board = ScriptedBoard.at({ fields: { '7.1': 17 } }).write('5.0', [1, 4, 5]);
    expect(board.view.deadEntry).not.toBeNull();
    expect(board.erase().view.deadEntry).toBeNull();
  });

  test('R16 the first entry from the top that no number fits is shown', () => {
    expect(deadEntryOf({ '1.0': 20, '1.1': 17, '4.4': 30, '6.6': 30, '5.5': 30 })).toBe('2.1');
    const reach = reachOf(positionOf({ fields: { '1.0': 3, '2.1': 5 } }).values);
    const bounds = (id: string) => {
      const index = ENTRIES.findIndex((entry) => entry.id === id);
      return [reach.least[index], reach.most[index]];
    };
    expect(bounds('1.1')).toEqual([2, 2]);
    expect(bounds('0.0')).toEqual([0, 36]);
    expect(bounds('7.3')[0]).toBeGreaterThan(35);
    expect(reach.dead).toBeNull();
  });
});

describe('R2 soundness', () => {
  test('R2 a board that was complete before fields were emptied is never reported', () => {
    const chance = new FastChance('emptied boards');
    let tried = 0;
    for (let i = 0; i < 6_000; i++) {
      const full = completeBoard(chance);
      if (full === null) continue;
      expect(reachOf(emptied(full, chance.int(60), chance)).dead).toBeNull();
      tried++;
    }
    expect(tried).toBeGreaterThan(300);
  });

  test('R2 agrees with an exhaustive search on small remainders', () => {
    const chance = new FastChance('small remainders');
    const tally = { reported: 0, open: 0, missed: 0 };
    while (tally.reported + tally.open + tally.missed < 600) {
      const full = completeBoard(chance);
      if (full === null) continue;
      const changed = FIELDS[chance.int(FIELDS.length)]?.index ?? 0;
      const shifted = Math.max(1, Math.min(HIGHEST, (full[changed] ?? 0) + chance.int(5) - 2));
      const values = emptied(full.with(changed, shifted), 2 + chance.int(9), chance);
      const isReported = reachOf(values).dead !== null;
      const isOpen = canBeCompleted(values);
      if (isReported && isOpen) throw new Error(`reported although it can be completed: ${JSON.stringify(values)}`);
      if (isReported) tally.reported++;
      else if (isOpen) tally.open++;
      else tally.missed++;
    }
    expect(tally.reported).toBeGreaterThan(100);
    expect(tally.open).toBeGreaterThan(100);
    expect(tally.missed).toBeLessThan(20);
  });
});
