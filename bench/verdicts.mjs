// How often a sequential stop errs, and how many boards it takes.
//
//   npm run bench:verdicts [-- --matches 2000] [--alpha 0.05] [--beta 0.05] [--margin 0.1] [--boards 1000] [--json]
//
// Two entries play matches on synthetic boards (`test/standings/synthetic-match.ts`), eight boards at a time; boards that the first
// wins take three times as long, and the match is looked at whenever 40 more boards are over. In `equal` matches A plays against A,
// so that both `firstBetter` and `secondBetter` are false; the others differ by that many shares on average of seats. Goal: at most
// alpha + 1 % of false verdicts between equals. Everything is seeded: the same call prints the same.
import { register } from 'node:module';
import { parseArgs } from 'node:util';
import { tableOf, thousands } from './parts/figures.mjs';

const { values: asked } = parseArgs({
  options: {
    matches: { type: 'string', default: '2000' },
    alpha: { type: 'string', default: '0.05' },
    beta: { type: 'string', default: '0.05' },
    margin: { type: 'string', default: '0.1' },
    boards: { type: 'string', default: '1000' },
    json: { type: 'boolean', default: false },
  },
});

register('./parts/typescript-hooks.mjs', import.meta.url);
const { playMatch } = await import('../test/standings/synthetic-match.ts');
const matches = Number(asked.matches);
const boards = Number(asked.boards);
const stop = { margin: Number(asked.margin), alpha: Number(asked.alpha), beta: Number(asked.beta) };
if (!(matches >= 1 && boards >= 1)) throw new Error('--matches and --boards are positive numbers');
for (const [name, value] of Object.entries(stop)) {
  if (!(value > 0 && value < 0.5)) throw new Error(`--${name} is above 0 and below 0.5`);
}
const ALLOWED = stop.alpha + 0.01;
const LOOK_EVERY = 40;
const CONCURRENCY = 8;

const differences = [0, stop.margin / 2, stop.margin, 2 * stop.margin];
const rows = [true, false].flatMap((permuted) => differences.map((difference) => rowOf(permuted, difference)));
console.log(asked.json ? JSON.stringify(rows, null, 2) : shown(rows));

function rowOf(permuted, difference) {
  const strength = strengthFor(difference);
  const counts = { firstBetter: 0, secondBetter: 0, equal: 0, none: 0 };
  let looked = 0;
  for (let i = 1; i <= matches; i++) {
    const seed = `${permuted} ${difference} ${i}`;
    const found = playMatch({ strength, stop, permuted, concurrency: CONCURRENCY, boards, every: LOOK_EVERY, seed });
    counts[found.verdict ?? 'none']++;
    looked += found.boards;
  }
  return { boards: permuted ? 'permuted' : 'once', difference, ...counts, meanBoards: Math.round(looked / matches) };
}

/** The strength by which the first wins so much more than half: the mean of both seats, of which one has a head start of 0.2. */
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

function shown(rows) {
  const percent = (count) => ((100 * count) / matches).toFixed(1);
  const lines = rows.map(({ boards: how, difference, firstBetter, secondBetter, equal, none, meanBoards }) => {
    const reached = firstBetter + secondBetter <= ALLOWED * matches ? 'reached' : 'missed';
    const counts = [firstBetter, secondBetter, equal, none].map(percent);
    return [how, difference, ...counts, thousands(meanBoards), difference === 0 ? reached : ''];
  });
  return tableOf(['boards', 'difference', 'first %', 'second %', 'equal %', 'none %', 'boards', 'goal'], lines);
}
