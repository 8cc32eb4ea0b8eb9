// Compares the speed of `simulate` with a policy of each ruleset to the speed of the rules alone: npm run bench --
// simulate [--ruleset pascal] [--policy plain] [--rounds 9] [--slice 300] [--json]. The column `random` uses the same
// loop as the benchmark `engine`. Both columns are steps per second of CPU time.
import { parseArgs } from 'node:util';
import { loadCatalogue } from '../dist/rules/catalogue.js';
import { median, tableOf, thousands } from './parts/figures.mjs';
import { randomPlay, simulatedPlay, tablesOf } from './parts/pace.mjs';

const GOAL = 1 / 3;

const { values: asked } = parseArgs({
  options: {
    ruleset: { type: 'string' },
    policy: { type: 'string', default: 'plain' },
    rounds: { type: 'string', default: '9' },
    slice: { type: 'string', default: '300' },
    json: { type: 'boolean', default: false },
  },
});
const rounds = Number(asked.rounds);
const sliceMs = Number(asked.slice);
if (!(rounds >= 1 && sliceMs >= 1)) throw new Error('--rounds and --slice are positive numbers');

const tables = tablesOf(await loadCatalogue(false), asked.ruleset)
  .filter(({ ruleset }) => Object.hasOwn(ruleset.policies ?? {}, asked.policy))
  .map((table) => ({ table, random: randomPlay(table), simulate: simulatedPlay(table, asked.policy), rates: [] }));
if (tables.length === 0) throw new Error(`no such ruleset has a policy ${asked.policy}`);
for (const { random, simulate } of tables) {
  random(sliceMs);
  simulate(sliceMs);
}
for (let round = 0; round < rounds; round++) {
  for (const { random, simulate, rates } of tables)
    rates.push({ random: random(sliceMs), simulate: simulate(sliceMs) });
}
const rows = tables.map(({ table: { id, expanded, seats }, rates }) => ({
  ruleset: id,
  options: expanded ? 'all expansions' : 'default',
  seats,
  randomPerSecond: Math.round(median(rates.map(({ random }) => random))),
  simulatePerSecond: Math.round(median(rates.map(({ simulate }) => simulate))),
  ratio: Number(median(rates.map(({ random, simulate }) => simulate / random)).toFixed(2)),
}));
console.log(asked.json ? JSON.stringify(rows, null, 2) : shown(rows));

function shown(rows) {
  const lines = rows.map(({ ruleset, options, seats, randomPerSecond, simulatePerSecond, ratio }) => {
    const reached = ratio >= GOAL ? 'reached' : 'missed';
    return [
      ruleset,
      options,
      seats,
      thousands(randomPerSecond),
      thousands(simulatePerSecond),
      ratio.toFixed(2),
      reached,
    ];
  });
  const head = [
    'ruleset',
    'options',
    'seats',
    'random steps/s',
    `${asked.policy} steps/s`,
    'ratio',
    `goal ${GOAL.toFixed(2)}`,
  ];
  return tableOf(head, lines);
}
