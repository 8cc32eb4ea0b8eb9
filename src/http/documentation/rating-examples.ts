import { poolOf } from '../../games/model/rated-game.ts';
import {
  comparisonText,
  emptyNote,
  figuresOf,
  type ParticipantView,
  pointOf,
  ratedGameView,
} from '../../ratings/rating-view.ts';
import type { CatalogueEntry } from '../../rulesets/catalogue.ts';
import { type LatestResults, type RatedResult, RatingPool } from '../../standings/rating-fit.ts';
import { EXAMPLE_PLAYER } from './examples.ts';

/** Examples for the operations about ratings: of one small pool, in which everybody met everybody. */
export interface RatingExamples {
  pools: object;
  list: object;
  empty: object;
  ofPlayer: object;
  history: object;
  comparison: object;
  record: object;
  games: object;
}

const PARTICIPANTS = [EXAMPLE_PLAYER.id, 'bot:random', 'bot:search-10', 'bot:search-100'];
/** So often everybody meets everybody; of so many games between two, the one further up the list loses all but one. */
const TIMES = 4;
/** On a page. */
const GAMES = 3;
/** As of games on boards of competitions, which those of the example are not. */
const EXAMPLE_LUCK = { games: 8, share: 0.625, par: 0.5417, adjustedShare: 0.59 };
const DAY_MS = 24 * 60 * 60 * 1000;

/** Of this ruleset: they are the same at every start of the service. */
export function ratingExamplesOf({ ruleset, inputs }: CatalogueEntry): RatingExamples {
  const options = inputs.options({});
  if (!options.ok) throw new Error(`the default options of ${ruleset.id} do not fit their own schema`);
  const { id, rulesVersion } = ruleset;
  const pool = poolOf({ ruleset: id, rulesVersion, options: options.value, seats: 2 });
  const results = exampleResults();
  const fit = new RatingPool();
  fit.add(results);
  const version = { version: results.length, behind: 0 };
  const rows = fit.table();
  const own = rows.find(({ player }) => player === EXAMPLE_PLAYER.id);
  const [one, other] = [PARTICIPANTS[0] as string, PARTICIPANTS[3] as string];
  const found = fit.comparison(one, other);
  const record = fit.record(one);
  if (own === undefined || found === null || record === null) throw new Error('nobody is rated in the example');
  const both = { one: participant(one), other: participant(other) };
  const note = null;
  const next = null;
  return {
    pools: { pools: [{ ...pool, games: results.length, createdAt: EXAMPLE_PLAYER.createdAt.toISOString() }], next },
    list: {
      pool,
      ...version,
      rated: rows.length,
      ratings: rows.map((row) => ({ ...participant(row.player), ...figuresOf(row) })),
      note,
      next,
    },
    empty: { pool, version: 0, behind: 0, rated: 0, ratings: [], note: emptyNote(pool), next },
    ofPlayer: { ...participant(one), ratings: [{ pool, ...version, ...figuresOf(own) }], note, next },
    history: { ...participant(one), pool, ...version, points: fit.history(one).map(pointOf) },
    record: {
      ...participant(one),
      pool,
      ...version,
      opponents: record.opponents.map(({ player, ...won }) => ({ ...participant(player), ...won })),
      seats: record.seats,
      luck: EXAMPLE_LUCK,
    },
    games: { ...participant(one), pool, ...version, ...exampleGames(fit.latest(one, null, GAMES)) },
    comparison: { pool, ...version, ...both, ...found, text: comparisonText(both.one, both.other, found) },
  };
}

function exampleGames({ games, next }: LatestResults): object {
  const named = new Map(PARTICIPANTS.map((each) => [each, participant(each)]));
  return { games: games.map((game) => ratedGameView(game, named)), next };
}

function participant(named: string): ParticipantView {
  const { id, name, kind } = EXAMPLE_PLAYER;
  return named === id ? { player: { id, name, kind }, bot: null } : { player: null, bot: named.replace('bot:', '') };
}

function exampleResults(): RatedResult[] {
  const results: RatedResult[] = [];
  for (let time = 0; time < TIMES; time++) {
    for (const [i, one] of PARTICIPANTS.entries()) {
      for (const other of PARTICIPANTS.slice(i + 1)) {
        const nth = results.length + 1;
        const gameId = `01930000-0000-7000-8000-${String(nth).padStart(12, '0')}`;
        const shares = time === 0 ? [1, 0] : [0, 1];
        const at = EXAMPLE_PLAYER.createdAt.getTime() + time * DAY_MS + nth * 60_000;
        results.push({ gameId, board: gameId, players: [one, other], shares, at });
      }
    }
  }
  return results;
}
