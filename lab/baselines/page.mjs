import { shareOf, student95 } from '../../dist/src/statistics/numbers.js';
import { RatingPool } from '../../dist/src/statistics/rating-fit.js';
import { ENOUGH_BOARDS } from '../../dist/src/statistics/strength-model.js';

const RANDOM = 'bot:random';
const GOALS = { 'folly-and-fortune': 0.95, 'pascals-ruin': 0.85, 'champions-of-chance': 0.85 };

export function pageOf(entries, pairings) {
  const sections = entries.map(({ ruleset }) => {
    const own = pairings.filter((pairing) => pairing.ruleset === ruleset && pairing.games.length > 0);
    const left = pairings.filter((pairing) => pairing.ruleset === ruleset && pairing.games.length === 0);
    const head = `## ${ruleset.name}\n\nRules version ${ruleset.rulesVersion}, default options.`;
    const tables = ruleset.solo ? soloSection(ruleset, own) : seatedSection(own);
    return `${head} ${tables}${left.length === 0 ? '' : `\n\nNot played in the time there was: ${left.map(wordsFor).join(', ')}.`}`;
  });
  return `${HEAD}\n${sections.join('\n\n')}\n`;
}

const HEAD = `# How strong the bots are: all figures

Written by \`npm run bench -- baselines --write\`; [docs/baselines.md](../../docs/baselines.md) says what follows and how it is measured. Intervals hold the
truth with 95 %.
`;

function wordsFor({ names }) {
  return names.map((name) => `\`${name}\``).join(' against ');
}

function seatedSection(pairings) {
  return `Tables of two.\n\n${ratings(pairings)}\n\n${duels(pairings)}${goalLine(pairings)}`;
}

function goalLine(pairings) {
  const pairing = pairings.find(({ names }) => names.join() === 'random,search-1000');
  const goal = GOALS[pairing?.ruleset.id];
  if (goal === undefined) return '';
  return `\n\n\`search-1000\` is held to at least ${percent(goal)} % against \`random\`: ${verdictOn(goal, pairing.games)}.`;
}

/** Says whether `search-1000` is proved to win the share `goal` or more, proved to win less, or neither. */
function verdictOn(goal, games) {
  const { interval } = wonBy('search-1000', games);
  const isEnough = new Set(games.map(({ board }) => board)).size >= ENOUGH_BOARDS;
  if (isEnough && interval[0] >= goal) return 'it does';
  return isEnough && interval[1] < goal ? 'it does not' : 'too few games to tell';
}

function wonBy(name, games) {
  const won = games.reduce((sum, { players, shares }) => sum + shares[players.indexOf(name)], 0);
  return shareOf(won, games.length);
}

function ratings(pairings) {
  const pool = new RatingPool();
  const named = (name) => (name === 'random' ? RANDOM : name);
  for (const { games } of pairings) {
    pool.add(
      games.map(({ board, players, shares }) => {
        const id = `${board}/${players}`;
        return { gameId: id, board: `${board}`, players: players.map(named), shares, at: 0 };
      }),
    );
  }
  const best = pool.table().sort((one, other) => other.rating - one.rating);
  const rows = best.map(({ player, rating, interval, games }) => {
    const isFixed = player === RANDOM;
    return [
      `\`${isFixed ? 'random' : player}\``,
      rating.toFixed(0),
      isFixed ? '–' : `${interval.low.toFixed(0)} to ${interval.high.toFixed(0)}`,
      games,
    ];
  });
  return table(['player', 'rating', 'interval', 'games'], rows);
}

function duels(pairings) {
  const rows = pairings.map(({ names: [low, high], games }) => {
    const { share, interval } = wonBy(high, games);
    return [`\`${high}\``, `\`${low}\``, percent(share), interval.map(percent).join(' to '), games.length];
  });
  return table(['player', 'against', 'share of wins, %', 'interval', 'games'], rows);
}

function soloSection(ruleset, pairings) {
  const scoring = ruleset.scoring(pairings[0]?.options);
  const rows = pairings.map(({ names: [name], games }, place) => {
    const scores = games.map(({ scores: [score] }) => score);
    const before = pairings[place - 1]?.games.map(({ scores: [score] }) => score);
    const differences = before?.slice(0, scores.length).map((score, board) => scores[board] - score) ?? [];
    const range = `${Math.min(...scores)} to ${Math.max(...scores)}`;
    const more = place === 0 ? '–' : meanOf(differences).join(' in ');
    return [`\`${name}\``, ...meanOf(scores), range, more, scores.length];
  });
  const head = ['player', 'mean score', 'interval', 'scores', 'more than the one above, on the same boards', 'games'];
  return `A game for one; the ${scoring} score is the best.\n\n${table(head, rows)}`;
}

function meanOf(numbers) {
  const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  if (numbers.length < 2) return [numbers.length === 0 ? '–' : mean.toFixed(1), '–'];
  const variance = numbers.reduce((sum, number) => sum + (number - mean) ** 2, 0) / (numbers.length - 1);
  const reach = student95(numbers.length - 1) * Math.sqrt(variance / numbers.length);
  return [mean.toFixed(1), `${(mean - reach).toFixed(1)} to ${(mean + reach).toFixed(1)}`];
}

function percent(share) {
  return (share * 100).toFixed(1);
}

function table(head, rows) {
  const lines = [head, ...rows].map((cells) => cells.map(String));
  const widths = head.map((_, column) => Math.max(3, ...lines.map((cells) => cells[column].length)));
  const [titles, ...others] = lines.map((cells) => cells.map((cell, column) => cell.padEnd(widths[column])));
  const rule = widths.map((width) => '-'.repeat(width));
  return [titles, rule, ...others].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
