import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { playerOf, simulateGame } from '#rules/kernel/search/simulation.ts';
import pokersRogueReckoning from '#rules/pokers-rogue-reckoning/index.ts';
import { PRESETS } from '#rules/pokers-rogue-reckoning/options.ts';
import { DEFAULTS } from './scripted-run.ts';

const DECLARED_RUNS = 2000;
const RUNS = 300;
/** How far a measured rate may be from the stated one, in standard errors. A correct rate fails once in 1,000 runs. */
const BOUND = 3.3;

function winRate(policy: string, options: object): number {
  const player = playerOf(pokersRogueReckoning, policy, 1);
  if (player === null) throw new Error(`there is no policy ${policy}`);
  const plan = { ruleset: pokersRogueReckoning, options: { ...DEFAULTS, ...options }, players: [player], worlds: [] };
  const won = Array.from(
    { length: RUNS },
    (_, run) => simulateGame({ ...plan, seed: 'sample' }, run).outcome.winners.length,
  );
  return won.reduce((sum, each) => sum + each, 0) / RUNS;
}

describe('presets', () => {
  const rates = PRESETS.flatMap(({ id, options, winRates }) =>
    Object.entries(winRates).map(([policy, declared]) => ({ id, policy, declared, options })),
  );

  test.each(rates)('$policy wins $declared of the runs of $id', ({ policy, declared, options }) => {
    const error = Math.sqrt(declared * (1 - declared) * (1 / RUNS + 1 / DECLARED_RUNS));
    expect(Math.abs(winRate(policy, options) - declared)).toBeLessThan(BOUND * error);
  });

  test('have the same rates in the rules for players', () => {
    const rules = readFileSync(new URL('../../../rules/pokers-rogue-reckoning/rules.md', import.meta.url), 'utf8');
    const percent = (rate = Number.NaN) => `${Math.round(100 * rate)} %`;
    for (const { name, winRates } of PRESETS) {
      const row = rules.split('\n').find((line) => line.startsWith(`| ${name} `)) ?? '';
      const cells = row.split('|').map((cell) => cell.trim());
      expect(cells.slice(3, 5), name).toEqual([percent(winRates.plain), percent(winRates.skilled)]);
    }
  });

  test('include one that is recommended, and the first one has every option at its default', () => {
    expect(PRESETS.filter(({ isRecommended }) => isRecommended).map(({ id }) => id)).toEqual(['fair-fight']);
    expect(PRESETS[0]?.options).toEqual({});
  });
});
