import { describe, expect, test } from 'vitest';
import { policyOf } from '../../src/kernel/search/policy.ts';
import { simulateGame } from '../../src/kernel/search/simulation.ts';
import { loadCatalogue } from '../../src/rulesets/catalogue.ts';

const GAMES = 40;

/** How many of a few games the rule of thumb wins at the table of two that it shares with `random`, and how many should suffice. */
describe('plain', () => {
  test.each([
    ['champions-of-chance', 28],
    ['folly-and-fortune', 36],
    ['pascals-ruin', 38],
  ])('wins clearly more often than random: %s', async (id, enough) => {
    const entry = (await loadCatalogue(false)).get(id);
    if (entry === undefined) throw new Error(`there is no ruleset ${id}`);
    const { ruleset, inputs } = entry;
    const players = ['plain', 'random'].map((name) => policyOf(ruleset, name) ?? expect.fail(`no policy ${name}`));
    const options = inputs.options({});
    if (!options.ok) throw new Error('the default options do not fit');
    const plan = { ruleset, options: options.value, players, seed: 'plain', worlds: [] };
    let won = 0;
    for (let game = 0; game < GAMES; game++) won += simulateGame(plan, game).outcome.winners.includes(0) ? 1 : 0;
    expect(won).toBeGreaterThanOrEqual(enough);
  });
});
