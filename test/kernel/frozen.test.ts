import { describe, expect, it } from 'vitest';
import { frozen } from '#rules/catalogue.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { type SealedAction, type SealedState, sealedCards } from './sealed-cards.ts';

const OPTIONS = { rounds: 2, deck: 'short', luckyDie: false } as const;

const careless: typeof sealedCards = {
  ...sealedCards,
  apply: (state, seat, action, chance) => {
    state.points[seat] = 99;
    return sealedCards.apply(state, seat, action, chance);
  },
};

function firstLay(state: SealedState): SealedAction {
  return sealedCards.legalActions(state, 0)[0] as SealedAction;
}

describe('a frozen ruleset', () => {
  it('makes a rule that changes a position in place throw at once', () => {
    const { state } = frozen(careless).setup(OPTIONS, 2, new FastChance('frozen'));
    const before = JSON.stringify(state);
    expect(() => frozen(careless).apply(state, 0, firstLay(state), new FastChance('x'))).toThrow(TypeError);
    expect(JSON.stringify(state)).toBe(before);
  });

  it('accepts the same rule unfrozen, which is why the tests freeze', () => {
    const { state } = careless.setup(OPTIONS, 2, new FastChance('frozen'));
    careless.apply(state, 0, firstLay(state), new FastChance('x'));
    expect(state.points).toEqual([99, 0]);
  });

  it('freezes the results of setup, apply and redeal, with their events', () => {
    const ruleset = frozen(sealedCards);
    const setup = ruleset.setup(OPTIONS, 2, new FastChance('frozen'));
    const step = ruleset.apply(setup.state, 0, firstLay(setup.state), new FastChance('x'));
    const redealt = ruleset.redeal(step.state, 1, new FastChance('y'));
    for (const value of [setup, setup.state.hands[0], step, step.events[0].data, redealt, redealt.deck]) {
      expect(Object.isFrozen(value)).toBe(true);
    }
  });

  it('plays like the ruleset itself', () => {
    const ruleset = frozen(sealedCards);
    const setup = ruleset.setup(OPTIONS, 2, new FastChance('same'));
    expect(setup).toEqual(sealedCards.setup(OPTIONS, 2, new FastChance('same')));
    const action = firstLay(setup.state);
    expect(ruleset.apply(setup.state, 0, action, new FastChance('x'))).toEqual(
      sealedCards.apply(setup.state, 0, action, new FastChance('x')),
    );
    expect({ ...ruleset, setup: 0, apply: 0, redeal: 0 }).toEqual({ ...sealedCards, setup: 0, apply: 0, redeal: 0 });
  });
});
