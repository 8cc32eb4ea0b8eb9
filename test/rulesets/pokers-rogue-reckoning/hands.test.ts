import { describe, expect, test } from 'vitest';
import { bestHand, POKER_KINDS, pokerHand } from '#rules/pokers-rogue-reckoning/hands.ts';

function setsOf(dice: number, least = 1): number[][] {
  if (dice === 0) return [[]];
  return [1, 2, 3, 4, 5, 6]
    .filter((value) => value >= least)
    .flatMap((value) => setsOf(dice - 1, value).map((rest) => [value, ...rest]));
}

/** Ranks a poker hand by plain code: returns the rank of its kind, then at most five dice, equal ones first. */
function readPlainly(dice: number[]): number[] {
  const groups = [6, 5, 4, 3, 2, 1]
    .map((value) => dice.filter((die) => die === value))
    .filter((group) => group.length > 0)
    .sort((one, other) => other.length - one.length);
  const shape = groups.map((group) => group.length).join('');
  const isRun = shape === '11111' && (dice.includes(6) ? !dice.includes(1) : true);
  const kind = isRun
    ? 'straight'
    : shape === '5'
      ? 'fiveOfAKind'
      : shape.startsWith('4')
        ? 'fourOfAKind'
        : shape === '32'
          ? 'fullHouse'
          : shape.startsWith('3')
            ? 'threeOfAKind'
            : shape.startsWith('22')
              ? 'twoPair'
              : shape.startsWith('2')
                ? 'pair'
                : 'highDie';
  return [POKER_KINDS.indexOf(kind), ...groups.flat()];
}

function compare(one: number[], other: number[]): number {
  for (let i = 0; i < Math.max(one.length, other.length); i++) {
    const difference = (one[i] ?? 0) - (other[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function subsets(dice: number[]): number[][] {
  const [first, ...rest] = dice;
  if (first === undefined) return [[]];
  return subsets(rest).flatMap((set) => [set, [first, ...set]]);
}

function bestPlainly(dice: number[]): number[] {
  const choices = subsets(dice).filter((choice) => choice.length > 0 && choice.length <= 5);
  return choices.map(readPlainly).sort(compare).at(-1) as number[];
}

describe('R12 poker hands', () => {
  test.each([1, 2, 3, 4, 5, 6, 7])('R12 the best hand of every set of %i dice is found, group first', (dice) => {
    for (const set of setsOf(dice)) {
      const { kind, dice: shown, total } = pokerHand(bestHand(set));
      expect([POKER_KINDS.indexOf(kind as never), ...shown]).toEqual(bestPlainly(set));
      expect(total).toBeNull();
    }
  });

  test('R12 all hands of two to six dice compare as their kinds and dice do, whatever the order they are given in', () => {
    const sets = [2, 3, 4, 5, 6].flatMap((dice) => setsOf(dice));
    const read = sets.map((set) => ({ height: bestHand(set.toReversed()), plain: bestPlainly(set) }));
    read.sort((one, other) => one.height - other.height);
    for (const [i, { height, plain }] of read.entries()) {
      const before = read[i - 1];
      if (before !== undefined) {
        expect(Math.sign(compare(plain, before.plain))).toBe(Math.sign(height - before.height));
      }
    }
  });

  test.each<[number[], string, number[]]>([
    [[1, 3, 4, 5, 6], 'highDie', [6, 5, 4, 3, 1]],
    [[3, 3, 2, 5, 6], 'pair', [3, 3, 6, 5, 2]],
    [[2, 2, 5, 5, 6], 'twoPair', [5, 5, 2, 2, 6]],
    [[4, 4, 4, 2, 6], 'threeOfAKind', [4, 4, 4, 6, 2]],
    [[3, 3, 3, 6, 6], 'fullHouse', [3, 3, 3, 6, 6]],
    [[5, 5, 5, 5, 2], 'fourOfAKind', [5, 5, 5, 5, 2]],
    [[2, 3, 4, 5, 6], 'straight', [6, 5, 4, 3, 2]],
    [[1, 2, 3, 4, 5], 'straight', [5, 4, 3, 2, 1]],
    [[6, 6, 6, 6, 6], 'fiveOfAKind', [6, 6, 6, 6, 6]],
    [[1, 2, 3, 4, 5, 6], 'straight', [6, 5, 4, 3, 2]],
    [[6, 6, 5, 5, 4, 4], 'twoPair', [6, 6, 5, 5, 4]],
    [[2, 2, 2, 5, 5, 5], 'fullHouse', [5, 5, 5, 2, 2]],
    [[6, 4, 3], 'highDie', [6, 4, 3]],
    [[2, 2], 'pair', [2, 2]],
  ])('R12 %j is a %s', (dice, kind, shown) => {
    expect(pokerHand(bestHand(dice))).toEqual({ kind, dice: shown, total: null });
  });

  test.each<[string, number[], number[]]>([
    ['a pair beats a high die', [1, 1, 2], [6, 5, 4]],
    ['two pair beats a pair', [2, 2, 1, 1], [6, 6, 5, 4]],
    ['three of a kind beats two pair', [1, 1, 1, 2], [6, 6, 5, 5]],
    ['a full house beats three of a kind', [1, 1, 1, 2, 2], [6, 6, 6, 5, 4]],
    ['four of a kind beats a full house', [1, 1, 1, 1, 2], [6, 6, 6, 5, 5]],
    ['a straight beats four of a kind', [1, 2, 3, 4, 5], [6, 6, 6, 6, 5]],
    ['five of a kind beats a straight', [1, 1, 1, 1, 1], [2, 3, 4, 5, 6]],
    ['the group counts before the rest', [4, 4, 1], [3, 3, 6]],
    ['the higher pair counts before the lower', [6, 6, 1, 1, 2], [5, 5, 4, 4, 6]],
    ['the lower pair counts before the rest', [6, 6, 2, 2, 1], [6, 6, 1, 1, 5]],
    ['the three count before the pair', [3, 3, 3, 1, 1], [2, 2, 2, 6, 6]],
    ['the rest is compared from the highest die down', [2, 2, 6, 4, 3], [2, 2, 6, 4, 1]],
    ['a longer hand beats its own beginning', [5, 5, 1], [5, 5]],
    ['the straight to six beats the one to five', [2, 3, 4, 5, 6], [1, 2, 3, 4, 5]],
  ])('R12 %s', (_, better, worse) => {
    expect(bestHand(better)).toBeGreaterThan(bestHand(worse));
  });
});
