// Measures how near fitted strengths are to the true ones, and how often their intervals contain them: npm run bench --
// league [--leagues 200] [--seats 2,3,4,5] [--games 60,200] [--boards movement,permuted,none] [--json]
// Simulates sixteen agents of known strength. `tau`: Kendall's correlation of true and fitted order. `coverage`:
// percent of the 95 % intervals that contain the true difference. Seeded: equal calls print the same.
import { register } from 'node:module';
import { parseArgs } from 'node:util';
import { tableOf } from './parts/figures.mjs';

const { values: asked } = parseArgs({
  options: {
    leagues: { type: 'string', default: '200' },
    seats: { type: 'string', default: '2,3,4,5' },
    games: { type: 'string', default: '60,200' },
    boards: { type: 'string', default: 'movement,permuted,none' },
    json: { type: 'boolean', default: false },
  },
});

register('./parts/typescript-hooks.mjs', import.meta.url);
const { foundBy, resultsUntil, roundsOf } = await import('../test/statistics/synthetic-league.ts');
/** with fewer games than this, `tau` has no goal */
const LONG = 200;
const GOAL = { tau: 0.88, coverage: [93, 97] };
const BOARDS = ['movement', 'permuted', 'none'];

const leagues = Number(asked.leagues);
const seats = asked.seats.split(',').map(Number);
const games = asked.games
  .split(',')
  .map(Number)
  .sort((a, b) => a - b);
const boards = asked.boards.split(',');
if (!(leagues >= 1 && games.every((count) => count >= 1)))
  throw new Error('--leagues and --games are positive numbers');
if (!seats.every((count) => count >= 2 && count <= 5)) throw new Error('--seats are from 2 to 5');
const unknown = boards.find((name) => !BOARDS.includes(name));
if (unknown !== undefined) throw new Error(`--boards are ${BOARDS.join(', ')}, not ${unknown}`);

const rows = boards.flatMap((name) => seats.flatMap((count) => rowsOf(name, count)));
console.log(asked.json ? JSON.stringify(rows, null, 2) : shown(rows));

function rowsOf(name, count) {
  const sums = games.map(() => ({ tau: 0, covered: 0, pairs: 0 }));
  for (let league = 1; league <= leagues; league++) {
    const rounds = roundsOf({ seats: count, boards: name, seed: `${name} ${count} ${league}` });
    let results = [];
    for (const [i, sum] of sums.entries()) {
      results = resultsUntil(rounds, games[i], results);
      const { tau, covered, pairs } = foundBy(results);
      sum.tau += tau;
      sum.covered += covered;
      sum.pairs += pairs;
    }
  }
  return sums.map(({ tau, covered, pairs }, i) => ({
    boards: name,
    seats: count,
    games: games[i],
    tau: Number((tau / leagues).toFixed(3)),
    coverage: Number(((100 * covered) / pairs).toFixed(1)),
  }));
}

function shown(rows) {
  const lines = rows.map((row) => {
    const holds = row.coverage >= GOAL.coverage[0] && row.coverage <= GOAL.coverage[1];
    const reached = holds && (row.games < LONG || row.tau >= GOAL.tau);
    return [
      row.boards,
      row.seats,
      row.games,
      row.tau.toFixed(3),
      row.coverage.toFixed(1),
      reached ? 'reached' : 'missed',
    ];
  });
  return tableOf(['boards', 'seats', 'games', 'tau', 'coverage %', 'goal'], lines);
}
