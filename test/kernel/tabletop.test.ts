import { describe, expect, it, test } from 'vitest';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { counted, listOf, seatNames, sentence } from '#rules/kernel/tabletop/phrases.ts';
import { bestSeats, clockwiseFrom, leftOf } from '#rules/kernel/tabletop/seats.ts';
import { played, replaced, type StepTable, stepFrom, tableOf, tell } from '#rules/kernel/tabletop/step.ts';

describe('seats', () => {
  it('come clockwise from any of them, once each', () => {
    expect(clockwiseFrom(2, 4)).toEqual([2, 3, 0, 1]);
    expect(clockwiseFrom(4, 4)).toEqual([0, 1, 2, 3]);
    expect(leftOf(3, 4)).toBe(0);
  });

  it('share the best number, which is the lowest if low is good', () => {
    expect(bestSeats([3, 7, 7])).toEqual([1, 2]);
    expect(bestSeats([3, 7, 3], 'lowest')).toEqual([0, 2]);
  });
});

test.each([
  [listOf([]), ''],
  [listOf(['a']), 'a'],
  [listOf([1, 2]), '1 and 2'],
  [seatNames([0, 2, 4]), 'seat 0, seat 2 and seat 4'],
  [counted(1, 'card'), '1 card'],
  [counted(0, 'card'), '0 cards'],
  [counted(2, 'die', 'dice'), '2 dice'],
  [sentence('seat 0 won.'), 'Seat 0 won.'],
])('phrases read as people write: %j', (phrase, expected) => expect(phrase).toBe(expected));

describe('a step', () => {
  type Rolled = { type: 'rolled'; seat: number | null; data: { round: number } };
  type Table = StepTable<{ rounds: number[] }, Rolled, 'roll' | 'rest'>;

  it('is made on a copy of the position, with any replacements', () => {
    const before = { rounds: [0] };
    const step = stepFrom(before, new FastChance('step'), (table: StepTable<typeof before, Rolled>) => {
      table.state.rounds = [table.chance.int(1)];
      tell(table, 'rolled', 1, { round: 0 });
      table.state.rounds = [7];
    });
    expect(step).toEqual({ state: { rounds: [7] }, events: [{ type: 'rolled', seat: 1, data: { round: 0 } }] });
    expect(before).toEqual({ rounds: [0] });
  });

  it('continues until the game has no automatic move left, and keeps the position before', () => {
    const before = { rounds: [0, 0] };
    const table: Table = tableOf({ ...before }, new FastChance('step'));
    table.automaticMove = 'roll';
    const step = played(table, {
      roll: ({ state }) => {
        state.rounds = replaced(state.rounds, 1, 5);
        tell(table, 'rolled', null, { round: 5 });
        table.automaticMove = 'rest';
      },
      rest: ({ state }) => {
        state.rounds = [...state.rounds, 9];
      },
    });
    expect(step).toEqual({
      state: { rounds: [0, 5, 9] },
      events: [{ type: 'rolled', seat: null, data: { round: 5 } }],
    });
    expect(before).toEqual({ rounds: [0, 0] });
  });
});
