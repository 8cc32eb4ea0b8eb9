// Prints the table of win-rates.md, after a build: node lab/baselines/win-rates.mjs 500
import { spawnSync } from 'node:child_process';
import { refuseUnknownFlags } from '../../dist/src/cli/flags.js';

refuseUnknownFlags(process.argv.slice(2), []);

const games = process.argv[2] ?? '500';
const seed = 'win rates';

console.log('| combat | trade | shuffle | ATK | HP | `plain` | `skilled` |');
console.log('| --- | --- | --- | --- | --- | --- | --- |');
for (const combat of ['max', 'poker']) {
  for (const trade of ['lastDie', 'allDice']) {
    for (const shuffle of ['random', 'sparse']) {
      for (const startAtk of [1, 2]) {
        for (const startHp of [6, 12]) {
          const options = { combat, trade, shuffle, startAtk, startHp };
          const plain = rate('plain', { ...options, abilities: false, healAtOnce: true });
          const skilled = rate('skilled', { ...options, abilities: true });
          console.log(`| ${[combat, trade, shuffle, startAtk, startHp, plain, skilled].join(' | ')} |`);
        }
      }
    }
  }
}

function rate(policy, options) {
  const flags = ['--policy', policy, '--options', JSON.stringify(options), '--games', games, '--seed', seed, '--json'];
  const command = ['dist/lab/simulate/simulate.js', '--ruleset', 'pokers-rogue-reckoning', ...flags];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  const { winRate, winRateInterval } = JSON.parse(stdout);
  const [low, high] = winRateInterval.map(percent);
  return `${percent(winRate)} (${low}–${high})`;
}

function percent(share) {
  return (share * 100).toFixed(1);
}
