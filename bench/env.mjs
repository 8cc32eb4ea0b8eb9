// Steps per second of games played from Python, compared to the rules alone: npm run bench -- env [--ruleset pascal]
// [--rounds 3] [--seconds 2] [--games 256] [--json]
// Python chooses random legal indices for a batch of games; the second column also reads observations. Rates are per
// second of CPU time. Needs /proc, so Linux.
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { loadCatalogue } from '../dist/rules/catalogue.js';
import { median, tableOf, thousands } from './parts/figures.mjs';
import { randomPlay, tablesOf } from './parts/pace.mjs';

const GOAL = 0.15;
const ENGINE_MS = 500;
const COLUMNS = { arrays: ['legal', 'mask'], observed: ['legal', 'mask', 'observations'] };

const { values: asked } = parseArgs({
  options: {
    ruleset: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '2' },
    games: { type: 'string', default: '256' },
    json: { type: 'boolean', default: false },
  },
});
const [rounds, seconds, games] = [Number(asked.rounds), Number(asked.seconds), Number(asked.games)];
if (!(rounds >= 1 && seconds > 0 && games >= 1))
  throw new Error('--rounds, --seconds and --games are positive numbers');

spawnSync('python3', ['clients/python/generate.py'], { stdio: 'inherit' });
const tables = tablesOf(await loadCatalogue(false), asked.ruleset)
  .filter(({ expanded }) => !expanded)
  .map((table) => ({ table, play: randomPlay(table), rates: [] }));
for (let round = 0; round < rounds; round++) {
  for (const { table, play, rates } of tables) {
    play(ENGINE_MS);
    const engine = play(ENGINE_MS);
    rates.push({ engine, arrays: pythonRate(table, COLUMNS.arrays), observed: pythonRate(table, COLUMNS.observed) });
  }
}
const rows = tables.map(({ table: { id, seats }, rates }) => ({
  ruleset: id,
  seats,
  enginePerSecond: Math.round(median(rates.map(({ engine }) => engine))),
  arraysPerSecond: Math.round(median(rates.map(({ arrays }) => arrays))),
  ratio: ratioOf(rates, 'arrays'),
  observedPerSecond: Math.round(median(rates.map(({ observed }) => observed))),
  observedRatio: ratioOf(rates, 'observed'),
}));
console.log(asked.json ? JSON.stringify(rows, null, 2) : shown());

function pythonRate({ id: ruleset, options, seats }, wanted) {
  const call = JSON.stringify({ ruleset, options, seats, games, seconds, wanted });
  const { stdout, stderr, status } = spawnSync('python3', ['bench/env.py', call], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`bench/env.py: ${stderr}`);
  const { steps, cpuSeconds } = JSON.parse(stdout);
  return steps / cpuSeconds;
}

function ratioOf(rates, column) {
  return Number(median(rates.map((rate) => rate[column] / rate.engine)).toFixed(3));
}

function shown() {
  const lines = rows.map((row) => [
    row.ruleset,
    row.seats,
    thousands(row.enginePerSecond),
    thousands(row.arraysPerSecond),
    row.ratio.toFixed(2),
    row.ratio >= GOAL ? 'reached' : 'missed',
    thousands(row.observedPerSecond),
    row.observedRatio.toFixed(2),
  ]);
  const head = ['ruleset', 'seats', 'engine/s', 'Python/s', 'ratio', `goal ${GOAL}`, 'observed/s', 'ratio'];
  return `${tableOf(head, lines)}\n\n${games} games a batch, two batches; ${availableParallelism()} processors, Node ${process.versions.node}`;
}
