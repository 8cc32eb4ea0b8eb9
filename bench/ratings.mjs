// The cost of rating a pool of games, and the coverage of the intervals: npm run bench -- ratings [--players 100,1000]
// [--games 10000,100000] [--seats 2] [--leagues 200] [--matches 400] [--json]
// In CPU seconds: `first` computes the ratings of a pool, `next` those after ten more games, `history` the history of
// one player, `again` that of another. `pairs %` and `ratings %`: how many 95 % intervals contain the true value.
// `told`: how often equal players are called different. Leagues and matches are seeded.
import { register } from 'node:module';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { tableOf, thousands } from './parts/figures.mjs';

const { values: asked } = parseArgs({
  options: {
    players: { type: 'string', default: '100,1000' },
    games: { type: 'string', default: '10000,100000' },
    seats: { type: 'string', default: '2' },
    leagues: { type: 'string', default: '200' },
    matches: { type: 'string', default: '400' },
    json: { type: 'boolean', default: false },
  },
});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');
register('./parts/typescript-hooks.mjs', import.meta.url);
const { ratedLeague, strengthOf } = await import('../test/statistics/rated-league.ts');
const { RatingPool } = await import('../src/statistics/rating-fit.ts');
const { RatedGames } = await import('../src/statistics/rated-games.ts');
const { FittedStrengths } = await import('../src/statistics/fitted-strengths.ts');

const numbersOf = (name) => asked[name].split(',').map(Number);
const [players, games, seats] = [numbersOf('players'), numbersOf('games'), numbersOf('seats')];
const leagues = Number(asked.leagues);
if (!(players.every((count) => count >= 5) && games.every((count) => count >= 20)))
  throw new Error('--players are 5 or more, --games 20 or more');
if (!seats.every((count) => count >= 2 && count <= 5)) throw new Error('--seats are from 2 to 5');
const matches = Number(asked.matches);
if (!(leagues >= 0 && matches >= 0)) throw new Error('--leagues and --matches are numbers, 0 for none');

const LEAGUE = 12;
const MORE = 10;
const GOAL = [93, 97];
const GAMES = 200;

const costs = seats.flatMap((table) =>
  players.flatMap((field) => games.map((count) => costOf({ seats: table, players: field, games: count }))),
);
const found = leagues === 0 ? [] : seats.flatMap((table) => [1, 3].map((copies) => coverageOf(table, copies)));
const equals = matches === 0 ? [] : [1, 2].map(equalsToldApart);
console.log(asked.json ? JSON.stringify({ costs, coverage: found, equals }, null, 2) : shown());

function costOf(size) {
  const results = ratedLeague({ ...size, seed: 'cost' });
  const before = memory();
  const pool = new RatingPool();
  const first = timed(() => {
    pool.add(results.slice(0, -MORE));
    pool.table();
  });
  const next = timed(() => {
    pool.add(results.slice(-MORE));
    pool.table();
  });
  const kept = memory() - before;
  const history = timed(() => pool.history('p1'));
  const again = timed(() => pool.history('p2'));
  return { ...size, first, next, history, again, keptMb: kept / 2 ** 20, games: pool.games };
}

function timed(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** Returns the bytes in use after a garbage collection. */
function memory() {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function coverageOf(table, copies) {
  const sums = { pairs: 0, pairsHeld: 0, ratings: 0, ratingsHeld: 0 };
  const count = Math.ceil((100 * (LEAGUE + 1)) / table);
  const truth = (player) => strengthOf(Number(player.slice(1)), LEAGUE);
  for (let league = 0; league < leagues; league++) {
    const results = ratedLeague({ players: LEAGUE, seats: table, games: count, copies, seed: `${table} ${league}` });
    const rated = new RatedGames();
    rated.add(results);
    const strengths = new FittedStrengths(rated.model(), 'all');
    for (const [one, player] of rated.players.entries()) {
      for (const [other, opponent] of rated.players.slice(0, one).entries()) {
        const { low, high } = strengths.difference(one, other);
        const difference = truth(player) - truth(opponent);
        sums.pairs++;
        if (low <= difference && difference <= high) sums.pairsHeld++;
      }
    }
    const pool = new RatingPool();
    pool.add(results);
    for (const { player, interval } of pool.table()) {
      if (player === 'bot:random') continue;
      const rating = 1500 + 173.7 * truth(player);
      sums.ratings++;
      if (interval.low <= rating && rating <= interval.high) sums.ratingsHeld++;
    }
  }
  const percent = (held, all) => Number(((100 * held) / all).toFixed(1));
  return {
    seats: table,
    copies,
    games: 100,
    pairs: percent(sums.pairsHeld, sums.pairs),
    ratings: percent(sums.ratingsHeld, sums.ratings),
  };
}

function equalsToldApart(copies) {
  let told = 0;
  for (let match = 1; match <= matches; match++) {
    const pool = new RatingPool();
    const isTold = (game) => {
      pool.add([game]);
      return pool.comparison('p1', 'bot:random')?.verdict !== 'undecided';
    };
    const seed = `${copies} ${match}`;
    if (ratedLeague({ players: 1, seats: 2, games: GAMES, copies, strength: 0, seed }).some(isTold)) told++;
  }
  return { copies, games: GAMES, matches, told };
}

function shown() {
  const costRows = costs.map((row) => [
    row.seats,
    thousands(row.players),
    thousands(row.games),
    ...[row.first, row.next, row.history, row.again].map((seconds) => seconds.toFixed(2)),
    thousands(row.keptMb),
  ]);
  const tables = [tableOf(['seats', 'players', 'games', 'first', 'next', 'history', 'again', 'MB'], costRows)];
  const rows = found.map((row) => {
    const isReached = row.pairs >= GOAL[0] && row.pairs <= GOAL[1];
    return [
      row.seats,
      row.copies,
      row.games,
      row.pairs.toFixed(1),
      row.ratings.toFixed(1),
      isReached ? 'reached' : 'missed',
    ];
  });
  if (rows.length > 0) tables.push(tableOf(['seats', 'copies', 'games each', 'pairs %', 'ratings %', 'goal'], rows));
  const said = equals.map(({ copies, games: count, told }) => [
    copies,
    count,
    matches,
    told,
    told / matches <= 0.05 ? 'reached' : 'missed',
  ]);
  if (said.length > 0) tables.push(tableOf(['copies', 'games', 'matches', 'told', 'goal'], said));
  return tables.join('\n\n');
}
