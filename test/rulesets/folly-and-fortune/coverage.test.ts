import { describe, expect, test } from 'vitest';
import { cardOf, deckOf } from '#rules/folly-and-fortune/cards.ts';
import { EVENT_SCHEMAS, NO_ATTACK_REASONS } from '#rules/folly-and-fortune/events.ts';
import type { Options } from '#rules/folly-and-fortune/options.ts';
import { BASE_POWERS, SUPERPOWERS } from '#rules/folly-and-fortune/power.ts';
import { POWERS } from '#rules/folly-and-fortune/powers.ts';
import { type Passed, randomGame } from './random-game.ts';
import { DEFAULTS, ruleset } from './scripted-table.ts';

const FLAGS = [
  'superpowers',
  'firstGame',
  'simplePowers',
  'harmlessNegatives',
  'tough',
  'finalCardVulnerable',
  'arrows',
  'printed',
] as const;
const COMBINATIONS = 2 ** FLAGS.length;

function everyTable(): { options: Options; seats: number; seed: string }[] {
  return Array.from({ length: COMBINATIONS }, (_, number) => {
    const flags = Object.fromEntries(FLAGS.map((flag, bit) => [flag, (number & (1 << bit)) > 0]));
    const options = { ...DEFAULTS, ...flags, startingCards: 5 + (number % 4) };
    const seats = [2, 3, 4, 5].filter((count) => ruleset.checkOptions(options, count) === null);
    return { options, seats: seats[number % seats.length] as number, seed: `coverage ${number}` };
  });
}

class Coverage {
  readonly used = new Set<string>();
  readonly events = new Set<string>();
  readonly reasons = new Set<string>();
  readonly variants = new Set<string>();
  readonly faults: string[] = [];
  ended = 0;

  note({ state, events }: Passed, options: Options): void {
    for (const event of events) {
      this.events.add(event.type);
      if (event.type === 'powerUsed') this.used.add(`${event.data.power} ${event.data.trigger}`);
      if (event.type === 'attackOmitted') this.reasons.add(event.data.reason);
    }
    for (const [variant, isFelt] of Object.entries(felt({ state, events }, options))) {
      if (isFelt) this.variants.add(variant);
    }
    this.faults.push(...(ruleset.invariants?.(state) ?? []));
    if (state.phase === 'over') this.ended++;
  }
}

function felt({ state, events }: Passed, options: Options): Record<string, boolean> {
  const told = (type: string): boolean => events.some((event) => event.type === type);
  const isOpening = state.phase === 'row' && state.chosenRows.every((row) => row === null);
  return {
    superpowers: state.rows.flat().some((card) => card.startsWith('S')),
    firstGame: options.firstGame && isOpening,
    simplePowers: options.simplePowers && isOpening && deckOf(options).length < 50,
    'fewer cards': options.startingCards < 8 && isOpening,
    harmlessNegatives: events.some(
      ({ type, data }) => type === 'attackOmitted' && 'reason' in data && data.reason === 'harmless',
    ),
    tough:
      events.some(({ type, data }) => type === 'attackEnded' && 'removed' in data && data.removed > 0) && options.tough,
    finalCardVulnerable: state.rows.some((row) => row.length === 0) && told('cardRemoved'),
    arrows: options.arrows && told('rollPlaced') && told('attackEnded'),
    printed: state.attack?.victim === state.active && state.attack.goal === null,
  };
}

describe('random play over every combination of variants', () => {
  const coverage = new Coverage();
  const tables = everyTable();
  for (const { options, seats, seed } of tables) {
    for (const passed of randomGame(options, seats, seed)) coverage.note(passed, options);
  }

  test('uses every power', () => {
    const powers = new Set([...coverage.used].map((used) => used.split(' ')[0]));
    expect([...BASE_POWERS, ...SUPERPOWERS].filter((kind) => !powers.has(kind))).toEqual([]);
    expect(Object.keys(POWERS).sort()).toEqual([...BASE_POWERS, ...SUPERPOWERS].sort());
  });

  test('uses every power of every card by each of its printed triggers', () => {
    const deck = deckOf({ ...DEFAULTS, superpowers: true });
    const printed = deck.flatMap((card) => printedPowers(card));
    expect([...new Set(printed)].filter((power) => !coverage.used.has(power))).toEqual([]);
  });

  test('shows an effect of every variant', () => {
    const variants = Object.keys(
      felt({ state: ruleset.setup(DEFAULTS, 2, { int: () => 0 }).state, events: [] }, DEFAULTS),
    );
    expect([...coverage.variants].sort()).toEqual(variants.sort());
  });

  test('produces every kind of event, and every reason for making no attack', () => {
    const types = EVENT_SCHEMAS.map((schema) => schema.properties.type.const);
    expect(types.filter((type) => !coverage.events.has(type))).toEqual([]);
    expect(NO_ATTACK_REASONS.filter((reason) => !coverage.reasons.has(reason))).toEqual([]);
  });

  test('conserves the cards in every position, and ends', () => {
    expect(coverage.faults).toEqual([]);
    expect(coverage.ended).toBe(tables.length);
  });
});

function printedPowers(id: string): string[] {
  return cardOf(id).powers.map(({ kind, trigger }) => `${kind} ${trigger}`);
}
