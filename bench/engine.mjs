// Steps of random play per second of one core: npm run bench -- engine [--ruleset pascal] [--rounds 15] [--slice 300]
// [--json]
// A step computes the seats to act and the legal actions of one of them, and applies one action. Time is CPU time.
// `x reference`: how many steps take as long as one run of a fixed loop (median), to compare different machines.
import { parseArgs } from 'node:util';
import { loadCatalogue } from '../dist/rules/catalogue.js';
import { median, tableOf, thousands } from './parts/figures.mjs';
import { CHECK_EVERY, cpuMs, randomPlay, tablesOf } from './parts/pace.mjs';

/** goals in multiples of the reference, because steps per second depend on the machine */
const GOAL = 3;
const EXPANDED_GOAL = 2;
const REFERENCE_MS = 60;

const { values: asked } = parseArgs({
  options: {
    ruleset: { type: 'string' },
    rounds: { type: 'string', default: '15' },
    slice: { type: 'string', default: '300' },
    json: { type: 'boolean', default: false },
  },
});
const rounds = Number(asked.rounds);
const sliceMs = Number(asked.slice);
if (!(rounds >= 1 && sliceMs >= 1)) throw new Error('--rounds and --slice are positive numbers');

const games = tablesOf(await loadCatalogue(false), asked.ruleset).map((table) => {
  const goal = table.expanded ? EXPANDED_GOAL : GOAL;
  return { ...table, goal, play: randomPlay(table), rates: [], ratios: [], references: [] };
});
referenceRate();
for (const { play } of games) play(3 * sliceMs);
for (let round = 0; round < rounds; round++) {
  for (const game of games) {
    const reference = referenceRate();
    const rate = game.play(sliceMs);
    game.rates.push(rate);
    game.ratios.push(rate / reference);
    game.references.push(reference);
  }
}
const rows = games.map(({ id, expanded, seats, goal, rates, ratios, references }) => ({
  ruleset: id,
  options: expanded ? 'all expansions' : 'default',
  seats,
  stepsPerSecond: Math.round(median(rates)),
  timesReference: Number(median(ratios).toFixed(2)),
  referencePerSecond: Math.round(median(references)),
  goal,
}));
console.log(asked.json ? JSON.stringify(rows, null, 2) : shown(rows));

// Returns loops per CPU second. Each loop does work like that of rules: builds a list of small objects, chooses one,
// copies a position.
function referenceRate() {
  const start = process.cpuUsage();
  let position = { deck: Array.from({ length: 40 }, (_, card) => card), last: null, turn: 0, log: [] };
  for (let loops = 0; ; ) {
    for (let i = 0; i < CHECK_EVERY; i++, loops++) {
      const { deck, turn } = position;
      const choices = deck.flatMap((card, place) => (card % 3 === turn % 3 ? [] : [{ type: 'play', card, place }]));
      const last = choices[turn % choices.length];
      const kept = deck.filter((card) => card !== last.card);
      position = { ...position, deck: [...kept, last.card], last, turn: turn + 1, log: choices.concat(choices) };
    }
    const spent = cpuMs(start);
    if (spent >= REFERENCE_MS) return (1000 * loops) / spent;
  }
}

function shown(rows) {
  const lines = rows.map(({ ruleset, options, seats, stepsPerSecond, timesReference, goal }) => {
    const reached = timesReference >= goal ? 'reached' : 'missed';
    return [ruleset, options, seats, thousands(stepsPerSecond), timesReference.toFixed(2), goal, reached];
  });
  const head = ['ruleset', 'options', 'seats', 'steps/s', 'x reference', 'goal', ''];
  const reference = thousands(median(rows.map(({ referencePerSecond }) => referencePerSecond)));
  return `${tableOf(head, lines)}\n\nreference: ${reference} loops/s, Node ${process.versions.node}`;
}
