import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { cardsOf, deckOf } from '#rules/champions-of-chance/cards.ts';
import type { PrintedCard } from '#rules/kernel/ruleset.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { DEFAULTS, OPTION_SETS, ruleset } from './scripted-table.ts';

const SEATS = [2, 3, 4, 5];

describe('the deck', () => {
  test('has 36 cards without and 54 with Wacky Numbers', () => {
    expect(deckOf(DEFAULTS)).toHaveLength(36);
    expect(new Set(deckOf({ ...DEFAULTS, wackyNumbers: true })).size).toBe(54);
  });

  test('has six plain cards and three Wacky ones of each number', () => {
    const cards = cardsOf(deckOf({ ...DEFAULTS, wackyNumbers: true }));
    for (const number of [1, 2, 3, 4, 5, 6]) {
      const same = cards.filter((card) => card.number === number);
      expect(same.filter(({ power }) => power === null)).toHaveLength(6);
      expect(same.filter(({ power }) => power !== null)).toHaveLength(3);
    }
    expect(cards.every(({ icons }) => icons >= 2 && icons <= 4)).toBe(true);
  });

  test('has Wacky cards only with Wacky Numbers', () => {
    expect(cardsOf(deckOf(DEFAULTS)).every(({ power }) => power === null)).toBe(true);
  });

  test('is published whole, and as a table in the rules', () => {
    const cards = ruleset.cards ?? [];
    expect(cards.map(({ id }) => id)).toEqual(deckOf({ ...DEFAULTS, wackyNumbers: true }));
    expect(cards).toContainEqual({
      id: '3x',
      text: '3x (number 3, 4 icons, steal: takes a card of the other die)',
      set: 'wacky',
      number: 3,
      icons: 4,
      power: 'steal',
    });
    expect(tableInTheRules()).toEqual([1, 2, 3, 4, 5, 6].map((number) => rowOf(cards, number)));
  });
});

function tableInTheRules(): string[][] {
  const rules = readFileSync(new URL('../../../rules/champions-of-chance/rules.md', import.meta.url), 'utf8');
  const rows = rules.split('\n').filter((line) => /^\| [1-6] +\|/.test(line));
  return rows.map((row) => row.split('|').slice(1, -1)).map((cells) => cells.map((cell) => cell.trim()));
}

function rowOf(cards: readonly PrintedCard[], number: number): string[] {
  const cells = ['base', 'wacky'].flatMap((set) =>
    [2, 3, 4].map((icons) => {
      const found = cards.filter((card) => card.number === number && card.set === set && card.icons === icons);
      return found.map(({ id, power }) => (power === null ? `\`${id}\`` : `\`${id}\` ${power}`)).join(', ') || '–';
    }),
  );
  return [String(number), ...cells];
}

describe('R1 setting up', () => {
  test.each(SEATS)('R1 each of %i seats has six cards, and the rest is the draw pile', (seats) => {
    for (const options of OPTION_SETS) {
      const { state } = ruleset.setup(options, seats, new FastChance('deal'));
      expect(state.hands.map((hand) => hand.length)).toEqual(Array(seats).fill(6));
      const cards = [...state.hands.flat(), ...state.drawPile];
      expect([...cards].sort()).toEqual([...deckOf(options)].sort());
      expect(state).toMatchObject({ phase: 'opponent', discardPile: [], battle: 1 });
    }
  });

  test('R1 the start player is drawn by lot', () => {
    const starters = Array.from({ length: 60 }, (_, i) => {
      return ruleset.setup(DEFAULTS, 5, new FastChance(`start ${i}`)).state.active;
    });
    expect(new Set(starters)).toEqual(new Set([0, 1, 2, 3, 4]));
  });

  test('R1 every seat sees its own hand and no other', () => {
    const { state, events } = ruleset.setup(DEFAULTS, 3, new FastChance('deal'));
    for (const viewer of [0, 1, 2, 'spectator'] as const) {
      const dealt = events.flatMap((event) => ruleset.redact(event, viewer) ?? []).slice(0, 3);
      expect(dealt.map(({ data }) => (data as { cards: unknown }).cards)).toEqual(
        state.hands.map((hand, seat) => (seat === viewer ? cardsOf(hand) : null)),
      );
    }
  });
});

describe('the view', () => {
  test('has the same fields for all viewers and in every game', () => {
    const fields =
      'phase battle active opponent topCardUsed number challenge handCounts hand stealFrom die takeBacksLeft lastBattle ' +
      'discarded drawCount discardCount piles';
    for (const options of OPTION_SETS) {
      const { state } = ruleset.setup(options, 3, new FastChance('deal'));
      for (const viewer of [0, 1, 2, 'spectator'] as const) {
        expect(Object.keys(ruleset.view(state, viewer)).join(' ')).toBe(fields);
      }
    }
  });
});

describe('the catalogue', () => {
  test('R11 few cards are best without Victory Dice, and many icons with them', () => {
    expect(OPTION_SETS.map((options) => [options.victoryDice, ruleset.scoring(options)])).toEqual(
      OPTION_SETS.map(({ victoryDice }) => [victoryDice, victoryDice ? 'highest' : 'lowest']),
    );
  });

  test('all options can be combined at every number of seats', () => {
    for (const options of OPTION_SETS) {
      for (const seats of SEATS) expect(ruleset.checkOptions(options, seats)).toBeNull();
    }
  });
});
