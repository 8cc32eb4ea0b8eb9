// Measures how much luck duplicate boards and pars remove: ratios of variances, below 1 if they help. npm run bench --
// luck [--ruleset pascal] [--blocks 600] [--games 300] [--policy random,random] [--seed text] [--json]
// `duplicate`: the first policy plays every seat once. Games of a block have the same draws; others have their own.
// `par`: the variance after subtracting β·(par − mean), where par is the score of random play with the same draws, and
// β is fitted to the other half of the games. Brackets hold the 95 % bootstrap interval. All random numbers come from
// the seed, so equal calls print the same.
import { parseArgs } from 'node:util';
import { loadCatalogue } from '../dist/rules/catalogue.js';
import { gameSeedFromText, PublishedChance } from '../dist/rules/kernel/chance.js';
import { FastChance } from '../dist/rules/kernel/search/fast-chance.js';
import { parOf } from '../dist/rules/kernel/search/par.js';
import { botNames } from '../dist/rules/kernel/search/policy.js';
import { playouts, search } from '../dist/rules/kernel/search/search.js';
import { playerOf } from '../dist/rules/kernel/search/simulation.js';
import { tableOf } from './parts/figures.mjs';

const RESAMPLES = 400;
const PLAYOUTS = 100;
const START = 2;

const { values: asked } = parseArgs({
  options: {
    ruleset: { type: 'string' },
    blocks: { type: 'string', default: '600' },
    games: { type: 'string', default: '300' },
    policy: { type: 'string', default: 'random,random' },
    seed: { type: 'string', default: 'luck' },
    json: { type: 'boolean', default: false },
  },
});
const [blocks, games] = [Number(asked.blocks), Number(asked.games)];
if (!(blocks >= 2 && games >= 4)) throw new Error('--blocks and --games are numbers of at least 2 and 4');

const rows = [];
for (const entry of (await loadCatalogue(false)).values()) {
  const { id, seats } = entry.ruleset;
  if (asked.ruleset !== undefined && asked.ruleset !== id) continue;
  for (const many of new Set([seats.min, seats.max])) {
    const table = tableFor(entry, many);
    rows.push({ ruleset: id, seats: many, ...duplicate(table), ...par(table) });
  }
}
if (rows.length === 0) throw new Error(`there is no ruleset ${asked.ruleset}`);
if (asked.json) console.log(JSON.stringify({ policies: asked.policy, seed: asked.seed, blocks, games, rows }, null, 2));
else {
  const shown = ['duplicateShare', 'duplicateMargin', 'parShare', 'parMargin'];
  const lines = rows.map(({ ruleset, seats, ...ratios }) => [
    ruleset,
    seats,
    ...shown.map((name) => words(ratios[name])),
  ]);
  const head = ['ruleset', 'seats', 'duplicate: share', 'margin', 'par: share', 'margin'];
  console.log(tableOf(head, lines));
}

function words(ratio) {
  return ratio === null ? '–' : `${ratio.ratio.toFixed(2)} (${ratio.interval.map((end) => end.toFixed(2)).join('–')})`;
}

function tableFor({ ruleset, inputs }, seats) {
  const options = inputs.options({}).value;
  const [first, others] = asked.policy.split(',').map((name) => {
    const player = playerOf(ruleset, name, PLAYOUTS);
    if (player === null) throw new Error(`${ruleset.name} has no policy ${name}; there are ${botNames(ruleset)}`);
    return player;
  });
  return { ruleset, options, seats, scoring: ruleset.scoring(options), first, others: others ?? first };
}

function played({ ruleset, options, seats, scoring, first, others }, board, seat, name) {
  const gameSeed = gameSeedFromText(`${asked.seed} ${board}`);
  const lots = Array.from({ length: seats }, (_, at) => new FastChance(`${asked.seed} ${name} ${at}`));
  let { state } = ruleset.setup(options, seats, new PublishedChance(gameSeed, START));
  for (let version = START + 1; ; version++) {
    const [actor] = ruleset.actors(state);
    if (actor === undefined) return ruleset.outcome(state);
    const player = actor === seat ? first : others;
    const lot = lots[actor];
    const action =
      typeof player === 'function'
        ? player(ruleset.view(state, actor), ruleset.legalActions(state, actor), lot)
        : search({
            ...{ ruleset, scoring, seat: actor, chance: lot, more: playouts(player.playouts) },
            sample: () => ruleset.redeal(state, actor, lot),
          });
    ({ state } = ruleset.apply(state, actor, action, new PublishedChance(gameSeed, version)));
  }
}

function shareOf({ winners }, seat) {
  return winners.includes(seat) ? 1 / winners.length : 0;
}

function marginOf(scores, seat) {
  if (scores.length === 1) return scores[seat];
  const sum = scores.reduce((all, score) => all + score, 0);
  return scores[seat] - (sum - scores[seat]) / (scores.length - 1);
}

function duplicate(table) {
  const { seats } = table;
  const block = (n, isShared) => {
    const turns = seats === 1 ? [0, -1] : Array.from({ length: seats }, (_, seat) => seat);
    const kind = isShared ? 'shared' : 'own';
    return turns.map((seat, i) => {
      const outcome = played(table, isShared ? `block ${n}` : `block ${n}/${i}`, seat, `${kind} ${n}/${i}`);
      if (seats === 1) return { share: 0, margin: i === 0 ? outcome.scores[0] : -outcome.scores[0] };
      return { share: shareOf(outcome, seat), margin: marginOf(outcome.scores, seat) };
    });
  };
  const [own, shared] = [false, true].map((isShared) => Array.from({ length: blocks }, (_, n) => block(n, isShared)));
  const means = (set, what) => set.map((games) => mean(games.map((game) => game[what])));
  const ratio = (what) => ratioOf(means(shared, what), means(own, what), false);
  return { duplicateShare: seats === 1 ? null : ratio('share'), duplicateMargin: ratio('margin') };
}

function par(table) {
  const { ruleset, options, seats } = table;
  const all = Array.from({ length: games }, (_, n) => {
    const outcome = played(table, `par ${n}`, n % seats, `par ${n}`);
    return { outcome, par: parOf(ruleset, options, seats, gameSeedFromText(`${asked.seed} par ${n}`)) };
  });
  const ratio = (had, expected) => {
    const bySeat = Array.from({ length: seats }, (_, seat) => adjusted(all.map(had(seat)), all.map(expected(seat))));
    const [plain, left] = ['plain', 'left'].map((which) => all.map((_, n) => bySeat.map((each) => each[which][n])));
    return ratioOf(left, plain, true);
  };
  return {
    parShare:
      seats === 1
        ? null
        : ratio(
            (seat) => (game) => shareOf(game.outcome, seat),
            (seat) => (game) => game.par.shares[seat],
          ),
    parMargin: ratio(
      (seat) => (game) => marginOf(game.outcome.scores, seat),
      (seat) => (game) => marginOf(game.par.scores, seat),
    ),
  };
}

/** Returns the scores minus their mean, before and after β·(par − mean) is subtracted. β is fitted to the other half of
 * the games. */
function adjusted(had, expected) {
  const [plain, luck] = [had, expected].map((numbers) => {
    const middle = mean(numbers);
    return numbers.map((number) => number - middle);
  });
  const slopes = [0, 1].map((half) => {
    const others = luck.map((_, n) => n).filter((n) => n % 2 !== half);
    const square = others.reduce((sum, n) => sum + luck[n] ** 2, 0);
    return square === 0 ? 0 : others.reduce((sum, n) => sum + luck[n] * plain[n], 0) / square;
  });
  return { plain, left: plain.map((number, n) => number - slopes[n % 2] * luck[n]) };
}

/** Returns a ratio with its bootstrap interval. `paired`: both lists are of the same games, so each resample takes the
 * same games from both. */
function ratioOf(over, under, paired) {
  const lot = new FastChance(`${asked.seed} resamples`);
  const drawn = (length) => Array.from({ length }, () => lot.int(length));
  const ratios = Array.from({ length: RESAMPLES }, () => {
    const [one, other] = [drawn(over.length), drawn(under.length)];
    return varianceOf(one.map((n) => over[n])) / varianceOf((paired ? one : other).map((n) => under[n]));
  }).sort((one, other) => one - other);
  const interval = [ratios[Math.floor(0.025 * RESAMPLES)], ratios[Math.ceil(0.975 * RESAMPLES) - 1]];
  return { ratio: varianceOf(over) / varianceOf(under), interval };
}

function varianceOf(numbers) {
  const all = numbers.flat();
  const middle = mean(all);
  return mean(all.map((number) => (number - middle) ** 2));
}

function mean(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
