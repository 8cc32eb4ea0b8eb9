// Measures the strength of the built-in players in every ruleset by games between them, for docs/baselines.md: npm run
// bench -- baselines [--short] [--write] [--ruleset pascal] [--games 200] [--minutes 30] [--kept <folder>]. Each game
// depends only on its number. A stopped run resumes, unless the rules or the search have changed. The run stops itself
// after --minutes. --write updates figures.md, --short omits search-1000.
import { parseArgs } from 'node:util';
import { refuseUnknownFlags } from '../../dist/src/cli/flags.js';

const FLAGS = {
  short: { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
  ruleset: { type: 'string' },
  games: { type: 'string' },
  minutes: { type: 'string', default: 'Infinity' },
  kept: { type: 'string', default: 'node_modules/.cache/baselines' },
};
refuseUnknownFlags(
  process.argv.slice(2).filter((arg) => arg.startsWith('--')),
  Object.keys(FLAGS).map((name) => `--${name}`),
);
const { values: asked } = parseArgs({ options: FLAGS });
const games = Number(asked.games ?? (asked.short ? 4 : 400));
const minutes = Number(asked.minutes);
if (!(games >= 2 && minutes > 0)) throw new Error('--games is a number of at least 2, --minutes one above 0');

const { loadCatalogue } = await import('../../dist/rules/catalogue.js');
const { pairingsOf } = await import('./pairings.mjs');
const { pageOf } = await import('./page.mjs');
const { writeFile } = await import('node:fs/promises');

const catalogue = await loadCatalogue(false);
if (asked.ruleset !== undefined && !catalogue.has(asked.ruleset))
  throw new Error(`there is no ruleset ${asked.ruleset}`);
const entries = [...catalogue.values()].filter(({ ruleset }) => [undefined, ruleset.id].includes(asked.ruleset));
const pairings = entries.flatMap((entry) => pairingsOf(entry, { isShort: asked.short, folder: asked.kept }));
const end = performance.now() + minutes * 60_000;
for (;;) {
  const open = pairings.filter((pairing) => pairing.games.length < games);
  if (open.length === 0 || performance.now() >= end) break;
  open.reduce((least, pairing) => (pairing.spent < least.spent ? pairing : least)).playBoard();
}
const page = pageOf(entries, pairings);
if (asked.write) await writeFile(new URL('./figures.md', import.meta.url), page);
else process.stdout.write(page);
