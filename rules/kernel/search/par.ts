import { type Static, Type } from '@sinclair/typebox';
import { PublishedChance } from '../chance.ts';
import type { AnyRuleset, Outcome } from '../ruleset.ts';
import { BySeat } from '../tabletop/fields.ts';
import { randomPolicy } from './policy.ts';

/** The mean result of games with the same seed in which `random` plays every seat. Each of k winners gets 1/k. */
export const BoardPar = Type.Object(
  {
    replays: Type.Integer({ minimum: 0, description: 'How often random play has played it.' }),
    shares: BySeat(Type.Number(), 'The share of the win of each seat, on average.'),
    scores: BySeat(Type.Number(), 'The score of each seat, on average.'),
  },
  {
    $id: 'BoardPar',
    description: 'What random play on every seat makes of a board: how lucky each seat of it is.',
  },
);
export type Par = Static<typeof BoardPar>;

const REPLAYS = 30;
/** The version at which a game of bots starts. Version 1 is its creation. */
const START = 2;
const MOST_ACTIONS = 20_000;

// Replays a board (a game seed with all its cards and rolls) with random players. Each version draws from its own
// stream, as in a real game of bots. The choices in replay r (counted from 1) come from the stream `par:r`, so everyone
// with the seed can recompute the result. Null: a replay takes more than 20,000 actions.
export function parOf(
  ruleset: AnyRuleset,
  options: unknown,
  seats: number,
  gameSeed: Uint8Array,
  replays = REPLAYS,
): Par | null {
  const shares = new Array<number>(seats).fill(0);
  const scores = new Array<number>(seats).fill(0);
  for (let replay = 1; replay <= replays; replay++) {
    const outcome = replayed(ruleset, options, seats, gameSeed, replay);
    if (outcome === null) return null;
    for (const winner of outcome.winners) shares[winner] = (shares[winner] ?? 0) + 1 / outcome.winners.length;
    for (const [seat, score] of outcome.scores.entries()) scores[seat] = (scores[seat] ?? 0) + score;
  }
  const mean = (sum: number) => sum / replays;
  return { replays, shares: shares.map(mean), scores: scores.map(mean) };
}

/** Returns the outcome of a replay; null: it takes too many actions. If several seats must act, the first one acts. */
function replayed(
  ruleset: AnyRuleset,
  options: unknown,
  seats: number,
  gameSeed: Uint8Array,
  replay: number,
): Outcome | null {
  const choices = new PublishedChance(gameSeed, `par:${replay}`);
  let { state } = ruleset.setup(options, seats, new PublishedChance(gameSeed, START));
  for (let actions = 0; actions <= MOST_ACTIONS; actions++) {
    const [seat] = ruleset.actors(state);
    if (seat === undefined) return ruleset.outcome(state);
    const action = randomPolicy(null, ruleset.legalActions(state, seat), choices);
    ({ state } = ruleset.apply(state, seat, action, new PublishedChance(gameSeed, START + 1 + actions)));
  }
  return null;
}
