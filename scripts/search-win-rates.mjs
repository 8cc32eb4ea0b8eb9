// Prints the tables of docs/search-win-rates.md: `npm run -s build && node scripts/search-win-rates.mjs`; with the name of
// a ruleset only its rows.
import { spawnSync } from 'node:child_process';
import { refuseUnknownFlags } from '../dist/cli/known-flags.js';

refuseUnknownFlags(process.argv.slice(2), []);

const SEED = 'search win rates';
const only = process.argv[2];

console.log('| ruleset | seats | games | playouts | seat 0 random | seat 0 search |');
console.log('| --- | --- | --- | --- | --- | --- |');
for (const [ruleset, seats, games, playouts] of [
  ['pascals-ruin', 2, 50, 60],
  ['pascals-ruin', 3, 100, 60],
  ['champions-of-chance', 2, 200, 100],
  ['champions-of-chance', 5, 300, 100],
  ['folly-and-fortune', 2, 200, 100],
  ['folly-and-fortune', 5, 200, 100],
]) {
  if (only !== undefined && only !== ruleset) continue;
  const rates = ['random', 'search'].map((policy) => winRate(simulated(ruleset, seats, games, playouts, policy)));
  console.log(`| ${[ruleset, seats, games, playouts, ...rates].join(' | ')} |`);
}

console.log('\n| ruleset | games | playouts | mean score, random | mean score, search |');
console.log('| --- | --- | --- | --- | --- |');
for (const [ruleset, games, playouts] of [
  ['pascal', 10, 60],
  ['pokers-rogue-reckoning', 200, 100],
]) {
  if (only !== undefined && only !== ruleset) continue;
  const means = ['random', 'search'].map((policy) => meanScore(simulated(ruleset, 1, games, playouts, policy)));
  console.log(`| ${[ruleset, games, playouts, ...means].join(' | ')} |`);
}

/** The report of games in which seat 0 plays like that and every other seat at random. */
function simulated(ruleset, seats, games, playouts, policy) {
  const policies = Array.from({ length: seats }, (_, seat) => (seat === 0 ? policy : 'random')).join(',');
  const flags = ['--ruleset', ruleset, '--seats', seats, '--games', games, '--policy', policies];
  const command = ['dist/cli/simulate.js', ...flags, '--playouts', playouts, '--seed', SEED, '--json'].map(String);
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

/** In percent, with its 95 % interval. */
function winRate({ winRate, winRateInterval: [low, high] }) {
  return `${percent(winRate)} (${percent(low)}–${percent(high)})`;
}

function percent(share) {
  return (share * 100).toFixed(1);
}

function meanScore({ scores: [{ mean, min, max }] }) {
  return `${mean.toFixed(2)} (${min} to ${max})`;
}
