import { describe, expect, test } from 'vitest';
import { loadCatalogue } from '#rules/catalogue.ts';
import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import { randomPolicy } from '#rules/kernel/search/policy.ts';
import { type Player, playerOf } from '#rules/kernel/search/simulation.ts';
import { playBoard, type TestPlan } from '../../lab/arena/sequential-test/test-board.ts';
import { TestRun } from '../../lab/arena/sequential-test/test-run.ts';

const catalogue = await loadCatalogue(false);
const STOP = { margin: 0.1, alpha: 0.05, beta: 0.05 };
const SHORT: Record<string, object> = { 'pascals-ruin': { roundsToWin: 1 }, pascal: { maxBoards: 1 } };

function planOf(id: string, seats: number, first: string, second: string): TestPlan {
  const { ruleset, inputs } = catalogue.get(id) as NonNullable<ReturnType<typeof catalogue.get>>;
  const options = inputs.options(SHORT[id] ?? {});
  const [one, two] = [first, second].map((name) => playerOf(ruleset, name, 0) as Player);
  return {
    ruleset,
    seats,
    seed: 'test',
    options: options.ok && options.value,
    first: one as Player,
    second: two as Player,
  };
}

describe('a board of a test', () => {
  test.each([
    ['folly-and-fortune', 2, 2],
    ['pascals-ruin', 3, 6],
    ['pokers-rogue-reckoning', 1, 2],
  ])('of %s with %i seats takes %i games, and is the same each time', (id, seats, games) => {
    const plan = planOf(id, seats, 'random', 'random');
    const board = playBoard(plan, 7);
    expect(board.games).toBe(games);
    expect(board.first + board.second).toBeLessThanOrEqual(1 + 1e-9);
    expect(playBoard(plan, 7)).toEqual(board);
    expect(playBoard(plan, 8)).not.toEqual(board);
  });

  test('gives each of the two players every seat beside each place of the other, with the same cards in each game', () => {
    const plan = planOf('folly-and-fortune', 3, 'random', 'random');
    const deals: string[] = [];
    const seen = new Set<string>();
    const watched: AnyRuleset = {
      ...plan.ruleset,
      setup(...given) {
        const step = plan.ruleset.setup(...given);
        deals.push(JSON.stringify(step.state));
        return step;
      },
      view: (_, viewer) => viewer,
    };
    const watching = (name: string): Player => {
      return (seat, legal, chance) => {
        seen.add(`${name} on ${seat} in game ${deals.length}`);
        return randomPolicy(null, legal, chance);
      };
    };
    playBoard({ ...plan, ruleset: watched, first: watching('a'), second: watching('b') }, 1);
    expect(new Set(deals).size).toBe(1);
    const together = [1, 2, 3, 4, 5, 6].map((game) => {
      return ['a', 'b'].map((name) => [0, 1, 2].find((seat) => seen.has(`${name} on ${seat} in game ${game}`))).join();
    });
    expect(together.sort()).toEqual(['0,1', '0,2', '1,0', '1,2', '2,0', '2,1']);
  });
});

test('a test depends on the numbers of boards, not on their order', () => {
  const wins = { games: 2, actions: 9, first: 1, second: 0 };
  const run = new TestRun(STOP);
  for (const number of Array.from({ length: 60 }, (_, i) => 61 - i)) run.take(number, wins);
  expect(run.boards).toBe(0);
  run.take(1, wins);
  const found = run.finding();
  expect(found.verdict).toBe('firstBetter');
  expect(found.boards).toBeLessThan(20);
  expect(found).toMatchObject({ shares: { first: 1, second: 0 }, difference: 1, games: 2 * found.boards });
});
