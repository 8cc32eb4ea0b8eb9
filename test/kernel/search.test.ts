import { describe, expect, test } from 'vitest';
import { loadCatalogue } from '#rules/catalogue.ts';
import { sameJson } from '#rules/kernel/json.ts';
import type { AnyRuleset, Outcome, Seat } from '#rules/kernel/ruleset.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import type { SearchedRules } from '#rules/kernel/search/rollout.ts';
import { playouts, type Question, redealtFrom, search } from '#rules/kernel/search/search.ts';
import { glimpse } from '../laws/guessing.ts';

const catalogue = await loadCatalogue(true);

function takingTurns<State>(worlds: readonly State[]): () => State {
  return redealtFrom(worlds, (world) => world);
}

function ended(winners: Seat[], scores: number[]): Outcome {
  return { winners, scores, reason: 'over', text: 'It is over.' };
}

/** A game: two seats in turn take one or two counters. The seat that takes the last one wins, or in a variant loses. */
interface Counters {
  left: number;
  turn: Seat;
}
interface Take {
  type: 'take';
  count: number;
}
function counters(lastOneWins: boolean): SearchedRules<Counters, Take> {
  return {
    solo: false,
    actors: ({ left, turn }) => (left > 0 ? [turn] : []),
    legalActions: ({ left }) => [1, 2].filter((count) => count <= left).map((count): Take => ({ type: 'take', count })),
    apply: ({ left, turn }, _seat, { count }) => ({ state: { left: left - count, turn: 1 - turn }, events: [] }),
    outcome: ({ left, turn }) => (left > 0 ? null : ended([lastOneWins ? 1 - turn : turn], [0, 0])),
    view: (state) => state,
  };
}

/** A game: seat 0 guesses a secret card, 0 to 2, about which it knows nothing. */
interface Guessing {
  secret: number;
  guess: number | null;
}
/** A game with a toss. `coin` is null before it. */
interface Coins {
  coin: string | null;
  winner: Seat | null;
}
const TOSSED_BY_NOBODY: Coins = { coin: null, winner: null };
interface Guess {
  type: 'guess';
  number: number;
}
const guessing: SearchedRules<Guessing, Guess> = {
  solo: false,
  actors: ({ guess }) => (guess === null ? [0] : []),
  legalActions: () => [0, 1, 2].map((number): Guess => ({ type: 'guess', number })),
  apply: (state, _seat, { number }) => ({ state: { ...state, guess: number }, events: [] }),
  outcome: ({ secret, guess }) => (guess === null ? null : ended(secret === guess ? [0] : [1], [0, 0])),
  view: ({ guess }) => guess,
};

function asked<State, Action extends { type: string }>(
  ruleset: SearchedRules<State, Action>,
  sample: () => State,
  more: Partial<Question<State, Action>> = {},
): Question<State, Action> {
  return {
    ruleset,
    scoring: 'highest',
    seat: 0,
    sample,
    chance: new FastChance('search'),
    more: playouts(50),
    ...more,
  };
}

describe('a choice', () => {
  test('wins at once where that is possible', () => {
    expect(search(asked(counters(true), () => ({ left: 2, turn: 0 })))).toEqual({ type: 'take', count: 2 });
    expect(search(asked(counters(true), () => ({ left: 1, turn: 0 })))).toEqual({ type: 'take', count: 1 });
  });

  test('avoids an immediate loss where possible', () => {
    expect(search(asked(counters(false), () => ({ left: 2, turn: 0 })))).toEqual({ type: 'take', count: 1 });
  });

  test('looks further ahead than one action', () => {
    expect(search(asked(counters(true), () => ({ left: 5, turn: 0 }), { more: playouts(300) })).count).toBe(2);
  });

  test('follows probabilities, over all worlds', () => {
    const sample = takingTurns([2, 0, 2, 1, 2].map((secret): Guessing => ({ secret, guess: null })));
    expect(search(asked(guessing, sample, { more: playouts(200) }))).toEqual({ type: 'guess', number: 2 });
  });

  test('of a solo game is the one with the best score, the highest or the lowest', () => {
    const scored: SearchedRules<Guessing, Guess> = {
      ...guessing,
      solo: true,
      outcome: ({ guess }) => (guess === null ? null : ended([], [1000 + guess])),
    };
    const chosen = (scoring: 'highest' | 'lowest') =>
      search(asked(scored, () => ({ secret: 0, guess: null }), { scoring })).number;
    expect([chosen('highest'), chosen('lowest')]).toEqual([2, 0]);
  });

  test('is made for seats that decide at the same time as others', () => {
    // both seats show a number at the same time, and the higher one wins
    const showing: SearchedRules<(number | null)[], Guess> = {
      solo: false,
      actors: (shown) => [0, 1].filter((seat) => shown[seat] === null),
      legalActions: () => guessing.legalActions({ secret: 0, guess: null }, 0),
      apply: (shown, seat, { number }) => ({ state: shown.with(seat, number), events: [] }),
      outcome: ([mine, theirs]) => {
        if (typeof mine !== 'number' || typeof theirs !== 'number') return null;
        return ended(mine > theirs ? [0] : mine < theirs ? [1] : [0, 1], [mine, theirs]);
      },
      view: (shown, viewer) => (viewer === 'spectator' ? null : (shown[viewer] ?? null)),
    };
    for (const seat of [0, 1]) {
      expect(search(asked(showing, () => [null, null], { seat, more: playouts(200) })).number).toBe(2);
    }
  });

  test('of many is made among as many as time allows', () => {
    const wide: SearchedRules<Guessing, Guess> = {
      ...guessing,
      legalActions: () => Array.from({ length: 5000 }, (_, number): Guess => ({ type: 'guess', number })),
      outcome: ({ guess }) => (guess === null ? null : ended(guess % 2 === 0 ? [0] : [1], [0, 0])),
    };
    expect(search(asked(wide, () => ({ secret: 0, guess: null }), { more: playouts(60) })).number % 2).toBe(0);
  });

  test('assumes that others know only what they see, and act in their own interest', () => {
    const coins = (isShown: boolean): SearchedRules<Coins, { type: string }> => ({
      solo: false,
      actors: ({ coin, winner }) => (winner !== null ? [] : coin === null ? [0] : [1]),
      legalActions: ({ coin }) => (coin === null ? ['safe', 'toss'] : ['heads', 'tails']).map((type) => ({ type })),
      apply: ({ coin }, _seat, { type }, chance) => {
        if (type === 'safe') return { state: { coin, winner: chance.int(10) < 4 ? 0 : 1 }, events: [] };
        if (type === 'toss')
          return { state: { coin: chance.int(2) === 0 ? 'heads' : 'tails', winner: null }, events: [] };
        return { state: { coin, winner: type === coin ? 1 : 0 }, events: [] };
      },
      outcome: ({ winner }) => (winner === null ? null : ended([winner], [0, 0])),
      view: ({ coin, winner }) => ({ coin: isShown ? coin : coin !== null, winner }),
    });
    const chosen = (isShown: boolean) => search(asked(coins(isShown), () => TOSSED_BY_NOBODY, { more: playouts(600) }));
    expect([chosen(false).type, chosen(true).type]).toEqual(['toss', 'safe']);
  });

  test('is that of the policy `plain` unless search finds a better one', () => {
    const choices = ['plain', 'skilled'].map((name) => {
      const even: SearchedRules<Guessing, Guess> = {
        ...guessing,
        outcome: ({ guess }) => (guess === null ? null : ended([0, 1], [0, 0])),
        policies: { [name]: () => ({ type: 'guess', number: 2 }) },
      };
      const seeds = ['one', 'two', 'three', 'four', 'five', 'six'];
      return seeds.map((seed) => {
        return search(asked(even, () => ({ secret: 0, guess: null }), { chance: new FastChance(seed) })).number;
      });
    });
    expect(new Set(choices[0])).toEqual(new Set([2]));
    expect(new Set(choices[1]).size).toBeGreaterThan(1);
    const wrong: SearchedRules<Guessing, Guess> = {
      ...guessing,
      policies: { plain: () => ({ type: 'guess', number: 2 }) },
    };
    expect(search(asked(wrong, () => ({ secret: 1, guess: null }), { more: playouts(100) })).number).toBe(1);
  });

  test("follows the rules' estimates of the result, if there are any, before the game ends", () => {
    const endless: SearchedRules<Counters, Take> = {
      ...counters(true),
      apply: (state, _seat, { count }) => ({ state: { ...state, turn: count }, events: [] }),
      prospects: ({ turn }) => (turn === 2 ? [0.6, 0.4] : [0.4, 0.6]),
    };
    expect(search(asked(endless, () => ({ left: 3, turn: 0 }))).count).toBe(2);
  });

  test('ends in an endless game', () => {
    const endless: SearchedRules<Counters, Take> = {
      ...counters(true),
      apply: (state) => ({ state, events: [] }),
    };
    expect(search(asked(endless, () => ({ left: 3, turn: 0 }), { more: playouts(4) })).type).toBe('take');
  });

  test('is refused to a seat that has no action', () => {
    const waiting = { ...counters(true), legalActions: () => [] };
    expect(() => search(asked(waiting, () => ({ left: 3, turn: 1 })))).toThrow('it is not to act');
  });
});

describe('what the seat cannot know', () => {
  test('makes no difference where the same chance draws the same worlds', () => {
    for (const seed of ['one', 'two', 'three', 'four', 'five']) {
      const choices = [0, 1, 2].map((secret) => {
        const truth: Guessing = { secret, guess: null };
        const drawn = new FastChance(seed);
        const sample = (): Guessing => ({ ...truth, secret: drawn.int(3) });
        return search(asked(guessing, sample, { chance: new FastChance(seed), more: playouts(30) })).number;
      });
      expect(new Set(choices).size).toBe(1);
    }
  });

  test("makes no difference in Pascal's Ruin, whose redeal is the same for positions that look alike", () => {
    const ruleset = catalogue.get('pascals-ruin')?.ruleset as AnyRuleset;
    const options = { mode: 'match', roundsToWin: 1, maxRounds: 9, spicy: false };
    let differing = 0;
    for (let number = 0; number < 12; number++) {
      const { state } = glimpse(ruleset, options, 3, `alike ${number}`, 60);
      const seat = ruleset.actors(state)[0] as Seat;
      const other = ruleset.redeal(state, seat, new FastChance(`other ${number}`));
      differing += sameJson(state, other) ? 0 : 1;
      const [mine, theirs] = [state, other].map((truth) => {
        const lot = new FastChance('worlds');
        const sample = () => ruleset.redeal(truth, seat, lot);
        return search({ ruleset, scoring: 'highest', seat, sample, chance: lot, more: playouts(12) });
      });
      expect(mine).toEqual(theirs);
    }
    expect(differing).toBeGreaterThan(8);
  });
});

describe.each([...catalogue.values()].map(({ ruleset, inputs }) => ({ ruleset, inputs })))('$ruleset.id', (entry) => {
  const { ruleset } = entry;
  const checked = entry.inputs.options({});
  const options = checked.ok ? checked.value : {};

  function position(seats: number, number: number): { state: unknown; seat: Seat } {
    const { state } = glimpse(ruleset, options, seats, `search ${number}`, 40);
    return { state, seat: ruleset.actors(state)[0] as Seat };
  }

  test('search reads only worlds and their consequences, and its choice is legal', () => {
    for (const seats of new Set([ruleset.seats.min, ruleset.seats.max])) {
      const { state, seat } = position(seats, seats);
      const known = new WeakSet<object>();
      const derived = <T extends object>(reached: T): T => {
        known.add(reached);
        return reached;
      };
      const given = <T extends object>(reached: T): T => {
        if (!known.has(reached)) throw new Error('search looked at a position that nobody gave it');
        return reached;
      };
      const guarded: SearchedRules<any, any> = {
        solo: ruleset.solo,
        actors: (at) => ruleset.actors(given(at)),
        legalActions: (at, who) => ruleset.legalActions(given(at), who),
        apply: (at, who, action, chance) => {
          const step = ruleset.apply(given(at), who, action, chance);
          return { ...step, state: derived(step.state) };
        },
        outcome: (at) => ruleset.outcome(given(at)),
        view: (at, viewer) => ruleset.view(given(at), viewer),
        ...(ruleset.policies === undefined ? {} : { policies: ruleset.policies }),
        ...(ruleset.prospects === undefined ? {} : { prospects: (at) => ruleset.prospects?.(given(at)) ?? null }),
      };
      const lot = new FastChance('guarded');
      const scoring = ruleset.scoring(options);
      const sample = () => derived(structuredClone(ruleset.redeal(state, seat, lot)));
      const chosen = search({ ruleset: guarded, scoring, seat, sample, chance: lot, more: playouts(8) });
      expect(ruleset.legalActions(state, seat)).toContainEqual(chosen);
    }
  });

  test('a budget of one playout, or of none, is enough for a legal action', () => {
    for (const many of [0, 1]) {
      const { state, seat } = position(ruleset.seats.max, 7);
      const lot = new FastChance(`budget of ${many}`);
      const sample = () => ruleset.redeal(state, seat, lot);
      const question = { ruleset, scoring: ruleset.scoring(options), seat, sample, chance: lot };
      const chosen = search({ ...question, more: playouts(many) });
      expect(ruleset.legalActions(state, seat)).toContainEqual(chosen);
    }
  });

  test('the same chance and worlds sent as JSON give the same choice', () => {
    const { state, seat } = position(ruleset.seats.max, 11);
    const lot = new FastChance('sent');
    const worlds = Array.from({ length: 3 }, () => ruleset.redeal(state, seat, lot));
    const scoring = ruleset.scoring(options);
    const choices = [worlds, JSON.parse(JSON.stringify(worlds)) as unknown[]].map((given) => {
      const chance = new FastChance('sent');
      return search({ ruleset, scoring, seat, sample: takingTurns(given), chance, more: playouts(9) });
    });
    expect(choices[0]).toEqual(choices[1]);
  });
});
