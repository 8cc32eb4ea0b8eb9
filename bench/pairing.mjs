// The cost and quality of pairing large competitions: npm run bench -- pairing [--entries 500] [--rounds 9] [--json]
// `worst`: wall and CPU seconds of the slowest round; `all`: CPU seconds of all rounds; `imbalance`: how many more
// games an entry has on one seat than on another, at most.
import { register } from 'node:module';
import { parseArgs } from 'node:util';
import { formatOf } from '../dist/src/competitions/formats/formats.js';
import { tableOf } from './parts/figures.mjs';

const { values: asked } = parseArgs({
  options: {
    entries: { type: 'string', default: '500' },
    rounds: { type: 'string', default: '9' },
    json: { type: 'boolean', default: false },
  },
});

register('./parts/typescript-hooks.mjs', import.meta.url);
const { rematches, seatImbalance, settingsWith, Tournament } = await import(
  '../test/competitions/formats/tournament.ts'
);
const entries = Number(asked.entries);
const rounds = Number(asked.rounds);
const SWISS = { format: 'swiss', rounds };

const rows = [
  played('Swiss', entries, { ...SWISS, seats: 2 }),
  played('Swiss, odd', entries - 1, { ...SWISS, seats: 2 }),
  played('Swiss, some leave', entries, { ...SWISS, seats: 2 }, { leaving: Math.ceil(entries / 50) }),
  played('Swiss, twice as many', 2 * entries, { ...SWISS, seats: 2 }),
  ...[3, 4, 5].map((seats) => played('Swiss', entries, { ...SWISS, seats })),
  ...[3, 4, 5].map((seats) => played('round robin', 64, { format: 'roundRobin', rounds: 1, seats })),
  played('ladder', entries, { format: 'ladder', rounds, seats: 2 }),
];
console.log(asked.json ? JSON.stringify(rows, null, 2) : shown());

function played(name, count, changes, { leaving = 0 } = {}) {
  const settings = settingsWith({ ...changes, maxEntries: count });
  const rules = formatOf(settings.format);
  const tournament = new Tournament(rules, settings, count, 'bench');
  const used = [];
  let worst = 0;
  const last = rules.rounds(settings, count) ?? settings.rounds;
  for (let round = 1; round <= last; round++) {
    const [start, began] = [performance.now(), process.cpuUsage()];
    const pairing = tournament.pair();
    worst = Math.max(worst, performance.now() - start);
    used.push(cpuSecondsSince(began));
    tournament.play(pairing);
    if (round % 2 === 0) for (let i = 0; i < leaving; i++) tournament.absent.add(1 + ((round * 37 + i * 11) % count));
  }
  return {
    name,
    seats: settings.seats,
    entries: count,
    rounds: last,
    worstSeconds: worst / 1000,
    worstCpuSeconds: Math.max(...used),
    cpuSeconds: used.reduce((sum, seconds) => sum + seconds, 0),
    rematches: rematches(tournament.candidates),
    mostByes: Math.max(...tournament.candidates.map(({ byes }) => byes)),
    imbalance: seatImbalance(tournament.candidates),
  };
}

function cpuSecondsSince(began) {
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1e6;
}

function shown() {
  return tableOf(
    ['competition', 'seats', 'entries', 'rounds', 'worst, s', 'CPU, s', 'all, s', 'rematches', 'byes', 'imbalance'],
    rows.map((row) => [
      row.name,
      row.seats,
      row.entries,
      row.rounds,
      row.worstSeconds.toFixed(2),
      row.worstCpuSeconds.toFixed(2),
      row.cpuSeconds.toFixed(2),
      row.rematches,
      row.mostByes,
      row.imbalance,
    ]),
  );
}
