import { expect, test } from 'vitest';
import { loadCatalogue } from '#rules/catalogue.ts';
import type { Chance } from '#rules/kernel/chance.ts';
import type { ActionShape, AnyRuleset } from '#rules/kernel/ruleset.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { worthsInDeals } from '#rules/kernel/search/search.ts';
import { shuffle } from '#rules/kernel/tabletop/cards.ts';
import type { State } from '#rules/pascals-ruin/state.ts';
import { judged } from '../../src/analyses/model/judgement.ts';
import { glimpse } from '../laws/guessing.ts';

const catalogue = await loadCatalogue(false);
const ruin = catalogue.get('pascals-ruin')?.ruleset as AnyRuleset;
const RULES = { mode: 'match', roundsToWin: 1, maxRounds: 9, spicy: false };

/** Returns a position at the last card of the last round, a 5. Seat 0 is four points behind and has two dice left, the
 * other seat has none. */
function lastRoll(): State {
  const { state } = ruin.setup(RULES, 2, new FastChance('last')) as { state: State };
  const chain = state.chain.map((level) => ({ ...level, card: '5S' as const }));
  return {
    ...state,
    ...{ chain, deck: ['5S'], dealt: 1, active: 0, starter: 0, roundPoints: [0, 4], totals: [0, 4] },
    diceLeft: [['d6', 'd20'], []],
  };
}

function exactChance(state: State, action: ActionShape, sides: number): number {
  let won = 0;
  for (let face = 0; face < sides; face++) {
    const fixed: Chance = { int: () => face };
    const outcome = ruin.outcome(ruin.apply(state, 0, action, fixed).state);
    if (outcome === null) throw new Error('the roll does not end the game');
    if (outcome.winners.includes(0)) won++;
  }
  return won / sides;
}

function judgedIn(ruleset: AnyRuleset, state: unknown, seat: number, seed: string, playouts: number) {
  const options: ActionShape[] = ruleset.legalActions(state, seat);
  const world = ruleset.redeal(state, seat, new FastChance(`${seed}/world`));
  let first = 1;
  const play = async (places: readonly number[], deals: number) => {
    const actions = places.map((place) => options[place] as ActionShape);
    const worths = worthsInDeals({ ruleset, scoring: 'highest', seat, world, actions, seed }, first, deals);
    first += deals;
    return worths;
  };
  const measure = ruleset.solo ? 'score' : 'chance';
  const choice = { options: options.length, taken: 0, favourite: null, measure, playouts } as const;
  return judged(choice, new FastChance(`${seed}/lots`), play);
}

test('the estimate for the last roll of a game of Pascal’s Ruin agrees with the exact chance of its dice', async () => {
  const state = lastRoll();
  const dice = ruin.legalActions(state, 0) as ActionShape[];
  expect(dice).toHaveLength(2);
  const exact = dice.map((action, nth) => exactChance(state, action, [6, 20][nth] as number));
  expect(exact).toEqual([2 / 6, 16 / 20]);
  const judgement = await judgedIn(ruin, state, 0, 'last roll', 3_000);
  for (const { place, estimate } of judgement?.candidates ?? []) {
    expect(estimate.low).toBeLessThan(exact[place] as number);
    expect(estimate.high).toBeGreaterThan(exact[place] as number);
  }
  expect(judgement?.best).toBe(1);
  expect(judgement?.loss.low).toBeLessThan(16 / 20 - 2 / 6);
  expect(judgement?.loss.high).toBeGreaterThan(16 / 20 - 2 / 6);
});

test('the estimate does not depend on cards that the seat cannot see', async () => {
  for (let n = 0; n < 5; n++) {
    const { state } = glimpse(ruin, RULES, 2, `hidden ${n}`, 1) as { state: State };
    const [seat = 0] = ruin.actors(state);
    const { deck, dealt } = state;
    const hidden = shuffle(new FastChance(`other order ${n}`), deck.slice(dealt));
    const other = { ...state, deck: [...deck.slice(0, dealt), ...hidden] };
    expect(other).not.toEqual(state);
    expect(ruin.view(other, seat)).toEqual(ruin.view(state, seat));
    const judgement = await judgedIn(ruin, state, seat, `seed ${n}`, 100);
    expect(await judgedIn(ruin, other, seat, `seed ${n}`, 100)).toEqual(judgement);
  }
});

test('where hidden cards have a history, estimates from worlds that look alike differ by no more than their intervals', async () => {
  for (const id of ['champions-of-chance', 'folly-and-fortune', 'pokers-rogue-reckoning']) {
    const ruleset = catalogue.get(id)?.ruleset as AnyRuleset;
    const options = catalogue.get(id)?.inputs.options({});
    const seats = ruleset.seats.min;
    const { state } = glimpse(ruleset, options?.ok ? options.value : {}, seats, 'alike', 1);
    const [seat = 0] = ruleset.actors(state);
    const other = ruleset.redeal(state, seat, new FastChance('another world'));
    expect(JSON.stringify(other)).not.toBe(JSON.stringify(state));
    const [one, two] = [
      await judgedIn(ruleset, state, seat, 'one', 120),
      await judgedIn(ruleset, other, seat, 'two', 120),
    ];
    const common = one?.candidates.filter(({ place }) => two?.candidates.some((known) => known.place === place)) ?? [];
    expect(common.length).toBeGreaterThan(0);
    for (const { place, estimate } of common) {
      const known = two?.candidates.find((candidate) => candidate.place === place)?.estimate;
      expect(Math.max(estimate.low, known?.low ?? 0)).toBeLessThanOrEqual(Math.min(estimate.high, known?.high ?? 0));
    }
  }
});

test('a deal does not depend on the other deals of its batch', () => {
  const state = lastRoll();
  const comparison = {
    ...({ ruleset: ruin, scoring: 'highest', seat: 0, world: state, seed: 'deals' } as const),
    actions: ruin.legalActions(state, 0) as ActionShape[],
  };
  const all = worthsInDeals(comparison, 1, 20);
  expect([...worthsInDeals(comparison, 1, 7), ...worthsInDeals(comparison, 8, 13)]).toEqual(all);
  expect(new Set(all.map((worths) => JSON.stringify(worths))).size).toBeGreaterThan(1);
});
