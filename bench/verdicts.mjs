// Measures how often an early verdict on a match is wrong, and how many boards it takes: npm run bench -- verdicts
// [--matches 2000] [--alpha 0.05] [--beta 0.05] [--margin 0.1] [--boards 1000] [--json] [--real all [--policy random]]
// Simulates matches, checked every 40 boards; boards that the first player wins take three times as long. `--real`: a
// policy plays itself, checked after every board. Goal: at most alpha + 1 % of equal matches get a winner. Seeded.
import { register } from 'node:module';
import { parseArgs } from 'node:util';
import { tableOf, thousands } from './parts/figures.mjs';

const { values: asked } = parseArgs({
  options: {
    real: { type: 'string' },
    policy: { type: 'string' },
    matches: { type: 'string', default: '2000' },
    alpha: { type: 'string', default: '0.05' },
    beta: { type: 'string', default: '0.05' },
    margin: { type: 'string', default: '0.1' },
    boards: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});

if (asked.policy !== undefined && asked.real === undefined)
  throw new Error('--policy is for real games: give --real too');
const matches = Number(asked.matches);
const boards = Number(asked.boards ?? (asked.real === undefined ? 1000 : 5000));
const stop = { margin: Number(asked.margin), alpha: Number(asked.alpha), beta: Number(asked.beta) };
if (!(matches >= 1 && boards >= 1)) throw new Error('--matches and --boards are positive numbers');
for (const [name, value] of Object.entries(stop)) {
  if (!(value > 0 && value < 0.5)) throw new Error(`--${name} is above 0 and below 0.5`);
}
const ALLOWED = stop.alpha + 0.01;
const LOOK_EVERY = 40;
const CONCURRENCY = 8;
/** Options for short games, because only the test is measured here and it needs many boards. */
const SHORT = { pascal: { maxBoards: 1 }, 'pascals-ruin': { roundsToWin: 1 } };

const rows = asked.real === undefined ? await syntheticRows() : await realRows();
if (asked.json) console.log(JSON.stringify(rows, null, 2));
else console.log(asked.real === undefined ? syntheticTable() : realTable());

async function syntheticRows() {
  register('./parts/typescript-hooks.mjs', import.meta.url);
  const { playMatch } = await import('../test/statistics/synthetic-match.ts');
  const differences = [0, stop.margin / 2, stop.margin, 2 * stop.margin];
  return [true, false].flatMap((permuted) => {
    return differences.map((difference) => {
      const strength = strengthFor(difference);
      const found = matchesOf((i) => {
        const seed = `${permuted} ${difference} ${i}`;
        return playMatch({ strength, stop, permuted, concurrency: CONCURRENCY, boards, every: LOOK_EVERY, seed });
      });
      return { boards: permuted ? 'permuted' : 'once', difference, ...found };
    });
  });
}

async function realRows() {
  const { loadCatalogue } = await import('../dist/rules/catalogue.js');
  const { playerOf } = await import('../dist/rules/kernel/search/simulation.js');
  const { playBoard } = await import('../dist/lab/arena/sequential-test/test-board.js');
  const { TestRun } = await import('../dist/lab/arena/sequential-test/test-run.js');
  const policy = asked.policy ?? 'random';
  const wanted = [...(await loadCatalogue(false)).values()].filter(({ ruleset }) => {
    return asked.real === 'all' || asked.real === ruleset.id;
  });
  if (wanted.length === 0) throw new Error(`there is no ruleset ${asked.real}`);
  return wanted.flatMap(({ ruleset, inputs }) => {
    const options = inputs.options(SHORT[ruleset.id] ?? {}).value;
    const player = playerOf(ruleset, policy, 0);
    if (player === null) return [];
    const found = matchesOf((i) => {
      const plan = { ruleset, options, seats: ruleset.seats.min, first: player, second: player, seed: `verdicts ${i}` };
      const run = new TestRun(stop);
      for (let board = 1; board <= boards && run.verdict === null; board++) run.take(board, playBoard(plan, board));
      return run;
    });
    return [{ ruleset: ruleset.id, seats: ruleset.seats.min, policy, ...found }];
  });
}

function matchesOf(play) {
  const counts = { firstBetter: 0, secondBetter: 0, equal: 0, none: 0 };
  let looked = 0;
  for (let i = 1; i <= matches; i++) {
    const found = play(i);
    counts[found.verdict ?? 'none']++;
    looked += found.boards;
  }
  return { ...counts, meanBoards: Math.round(looked / matches) };
}

/** Returns the strength at which (wins − losses) / games is `difference`, averaged over both seats.
 * One seat has an advantage of 0.2. */
function strengthFor(difference) {
  const shareOf = (strength) => (1 / (1 + Math.exp(0.2 - strength)) + 1 / (1 + Math.exp(-0.2 - strength))) / 2;
  let [low, high] = [0, 20];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (2 * shareOf(middle) - 1 < difference) low = middle;
    else high = middle;
  }
  return high;
}

function syntheticTable() {
  const lines = rows.map((row) => [
    row.boards,
    row.difference,
    ...figuresOf(row),
    row.difference === 0 ? goal(row) : '',
  ]);
  return tableOf(['boards', 'difference', 'first %', 'second %', 'equal %', 'none %', 'boards', 'goal'], lines);
}

function realTable() {
  const lines = rows.map((row) => [row.ruleset, row.seats, row.policy, ...figuresOf(row), goal(row)]);
  return tableOf(['ruleset', 'seats', 'A', 'first %', 'second %', 'equal %', 'none %', 'boards', 'goal'], lines);
}

function figuresOf({ firstBetter, secondBetter, equal, none, meanBoards }) {
  const percent = (count) => ((100 * count) / matches).toFixed(1);
  return [...[firstBetter, secondBetter, equal, none].map(percent), thousands(meanBoards)];
}

function goal({ firstBetter, secondBetter }) {
  return firstBetter + secondBetter <= ALLOWED * matches ? 'reached' : 'missed';
}
