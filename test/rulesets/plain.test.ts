import { describe, expect, test } from 'vitest';
import { loadCatalogue } from '#rules/catalogue.ts';
import { policyOf } from '#rules/kernel/search/policy.ts';
import { simulateGame } from '#rules/kernel/search/simulation.ts';

const GAMES = 40;

async function defaultsOf(id: string) {
  const entry = (await loadCatalogue(false)).get(id);
  const options = entry?.inputs.options({});
  if (entry === undefined || options?.ok !== true) throw new Error(`there is no ruleset ${id} to be played by default`);
  return { ruleset: entry.ruleset, options: options.value };
}

describe('plain', () => {
  test('completes its board in Pascal, which random never does', async () => {
    const { ruleset, options } = await defaultsOf('pascal');
    const plan = {
      ruleset,
      options,
      players: [policyOf(ruleset, 'plain') ?? expect.fail()],
      seed: 'plain',
      worlds: [],
    };
    const outcomes = [1, 2, 3, 4, 5].map((game) => simulateGame(plan, game).outcome);
    expect(outcomes.map(({ winners }) => winners)).toEqual([[0], [0], [0], [0], [0]]);
    for (const { scores } of outcomes) expect(scores[0]).toBeLessThan(400);
  });

  test.each([
    ['champions-of-chance', 28],
    ['folly-and-fortune', 36],
    ['pascals-ruin', 38],
  ])('wins clearly more often than random: %s', async (id, enough) => {
    const { ruleset, options } = await defaultsOf(id);
    const players = ['plain', 'random'].map((name) => policyOf(ruleset, name) ?? expect.fail(`no policy ${name}`));
    const plan = { ruleset, options, players, seed: 'plain', worlds: [] };
    let won = 0;
    for (let game = 0; game < GAMES; game++) won += simulateGame(plan, game).outcome.winners.includes(0) ? 1 : 0;
    expect(won).toBeGreaterThanOrEqual(enough);
  });
});
