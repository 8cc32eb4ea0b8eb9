// Measures how often each level of bots beats the level below: `npm run bench -- levels 200`. Writes levels.json and
// prints the table for docs/baselines.md. A stopped run resumes.
import { writeFileSync } from 'node:fs';
import { refuseUnknownFlags } from '../../dist/src/cli/flags.js';

const FOLDER = 'node_modules/.cache/baselines';
refuseUnknownFlags(process.argv.slice(2), []);
const most = Number(process.argv[2] ?? '200');
/** Returns the number of games to play: five times as many for the ruleset in which luck decides most games. */
const mostOf = ({ ruleset }) => (ruleset === 'pascals-ruin' ? 5 * most : most);

const { loadCatalogue } = await import('../../dist/rules/catalogue.js');
const { levelsOf } = await import('../../dist/rules/kernel/search/bots.js');
const { policyNames } = await import('../../dist/rules/kernel/search/policy.js');
const { Pairing } = await import('./pairings.mjs');

const entries = [...(await loadCatalogue(false)).values()];
const known = new Map();
const duels = entries.flatMap(({ ruleset, inputs }) => {
  const { easy, medium, hard } = levelsOf(policyNames(ruleset));
  const options = inputs.options({}).value;
  const made = (names) => {
    const key = `${ruleset.id} ${names}`;
    if (!known.has(key)) known.set(key, new Pairing(ruleset, options, names, FOLDER));
    return known.get(key);
  };
  return [
    ['easy', 'medium', easy, medium],
    ['medium', 'hard', medium, hard],
  ].map(([lower, upper, low, high]) => ({
    ruleset: ruleset.id,
    name: ruleset.name,
    levels: [lower, upper],
    policies: [low, high],
    isLowest: ruleset.solo && ruleset.scoring(options) === 'lowest',
    pairings: ruleset.solo ? [made([low]), made([high])] : [made([low, high])],
  }));
});

const gamesOf = ({ pairings }) => Math.min(...pairings.map(({ games }) => games.length));
for (;;) {
  const open = duels.filter((duel) => gamesOf(duel) < mostOf(duel));
  if (open.length === 0) break;
  const next = open.reduce((least, duel) => (spentOn(duel) < spentOn(least) ? duel : least));
  for (const pairing of next.pairings) if (pairing.games.length <= gamesOf(next)) pairing.playBoard();
}
writeFileSync(new URL('./levels.json', import.meta.url), `${JSON.stringify(duels.map(resultOf), null, 2)}\n`);
console.log('| game | medium over easy, % | hard over medium, % |');
console.log('| --- | --- | --- |');
for (let nth = 0; nth < duels.length; nth += 2) {
  const rates = duels.slice(nth, nth + 2).map((duel) => rateOf(resultOf(duel)));
  console.log(`| ${[duels[nth].name, ...rates].join(' | ')} |`);
}

function spentOn({ pairings }) {
  return pairings.reduce((sum, { spent }) => sum + spent, 0);
}

/** Returns the results of the higher level in the order of games: 1 won, 0 lost, = drawn. In solo games, the scores on
 * the same board are compared. */
function resultOf({ ruleset, levels, policies, isLowest, pairings }) {
  const [one, other] = pairings.map(({ games }) => games.slice(0, gamesOf({ pairings })));
  const leads =
    other === undefined
      ? one.map(({ players, shares }) => shares[players.indexOf(policies[1])] - 0.5)
      : one.map(({ scores: [low] }, board) => (other[board].scores[0] - low) * (isLowest ? -1 : 1));
  const results = leads.map((lead) => (lead === 0 ? '=' : Number(lead > 0))).join('');
  return { ruleset, levels, policies, games: results.length, results };
}

function rateOf({ games, results }) {
  const share = [...results].reduce((sum, each) => sum + (each === '=' ? 0.5 : Number(each)), 0) / games;
  const [low, high] = wilson(share, games);
  return `${percent(share)} (${percent(low)}–${percent(high)})`;
}

function wilson(share, games) {
  const z2 = 1.96 ** 2;
  const middle = (share + z2 / (2 * games)) / (1 + z2 / games);
  const reach = (1.96 * Math.sqrt((share * (1 - share)) / games + z2 / (4 * games ** 2))) / (1 + z2 / games);
  return [Math.max(0, middle - reach), Math.min(1, middle + reach)];
}

function percent(share) {
  return (share * 100).toFixed(1);
}
