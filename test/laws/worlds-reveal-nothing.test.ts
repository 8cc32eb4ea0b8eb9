import { describe, expect, test } from 'vitest';
import { loadCatalogue } from '#rules/catalogue.ts';
import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { Agreement, chiSquare, glimpse, type Leaves, leavesOf, placeOfTruth } from './guessing.ts';
import { optionSets } from './option-sets.ts';
import { Subject } from './trial.ts';
import { stepsAhead, toldApartBy, twinsFrom } from './twins.ts';

/** How many positions are tested, each of another game. POSITIONS=20000 is the long form. */
const POSITIONS = Number(process.env.POSITIONS ?? 200);
const STEPS = 100;
const WORLDS = 7;
/** A limit of chi-square that chance exceeds once in 10,000 times, with 7 degrees of freedom. */
const FAR_FROM_EVEN = 29.9;
/** A limit in standard errors that chance exceeds once in 15,000 times. Some dozen kinds of values are tested. */
const FAR_FROM_ALIKE = 4;
const TWINS = POSITIONS / 20;
const STEPS_OF_TWINS = 12;
/** Two positions that look the same must stay so for at least this share of the tried steps. */
const SHARED = 0.1;
/** Matches paths to the record of how cards moved. `apart` ignores this part of a position. */
const WAYS = /\/(trail|mixes)\//;

const catalogue = await loadCatalogue(false);
const hiding = [...catalogue.values()].filter(({ ruleset }) => ruleset.hiddenInformation);
const tables = hiding.flatMap(({ ruleset, rules }) => {
  const { min, max } = ruleset.seats;
  return [...new Set([min, Math.min(min + 1, max), max])].map((seats) => ({ ruleset, rules, seats }));
});

function guessed(ruleset: AnyRuleset, rules: string, seats: number, positions: number) {
  const sets = optionSets(new Subject(ruleset, rules), seats, 40);
  const places = new Array<number>(WORLDS + 1).fill(0);
  const agreement = new Agreement();
  for (let number = 0; number < positions; number++) {
    const { state, seat } = glimpse(ruleset, sets[number % sets.length] ?? {}, seats, `glimpse ${number}`, STEPS);
    const lot = new FastChance(`worlds ${number}`);
    const truth = leavesOf(state);
    const worlds = Array.from({ length: WORLDS }, () => leavesOf(ruleset.redeal(state, seat, lot)));
    const place = placeOfTruth(truth, worlds, lot);
    places[place] = (places[place] ?? 0) + 1;
    agreement.note(truth, worlds[0] as Leaves, worlds[1] as Leaves);
  }
  const excesses = agreement.excesses();
  const telling = [...excesses].filter(([, excess]) => Math.abs(excess) > FAR_FROM_ALIKE).map(([kind]) => kind);
  return { places, kinds: excesses.size, telling };
}

/** Returns the paths whose values in all redeals differ between two positions that look the same. Ignores the record of
 * how cards moved and who saw them: the rules erase this record for an opened card but not for the others. */
function apart(ruleset: AnyRuleset, rules: string, seats: number, pairs: number, drawing = ruleset) {
  const sets = optionSets(new Subject(ruleset, rules), seats, 40);
  const paths: string[] = [];
  let steps = 0;
  let ahead = 0;
  for (let number = 0; number < pairs; number++) {
    const seen = glimpse(ruleset, sets[number % sets.length] ?? {}, seats, `twins ${number}`, STEPS);
    const twins = twinsFrom(ruleset, seen, `twins ${number}`, STEPS_OF_TWINS);
    steps += twins.steps;
    ahead += stepsAhead(ruleset, seen, `twins ${number}`, STEPS_OF_TWINS);
    paths.push(...toldApartBy(drawing, twins, `twins ${number}`).filter((path) => !WAYS.test(path)));
  }
  return { steps, ahead, paths };
}

describe.each(tables)('$ruleset.id with $seats seats', ({ ruleset, rules, seats }) => {
  test('a guesser cannot tell the truth from worlds drawn for a seat', () => {
    const { places, kinds, telling } = guessed(ruleset, rules, seats, POSITIONS);
    expect(kinds, `worlds of ${ruleset.id} never differ: redeal draws nothing anew for who looks`).toBeGreaterThan(0);
    expect(telling).toEqual([]);
    expect(chiSquare(places), places.join(' ')).toBeLessThan(FAR_FROM_EVEN);
  });

  test('worlds do not distinguish positions that look the same to the seat', () => {
    const { steps, ahead, paths } = apart(ruleset, rules, seats, TWINS);
    const missing =
      `of ${ahead} steps ahead, twins of ${ruleset.id} went only ${steps} together, so that little was compared: ` +
      `either nearly every step lays all secrets open, or worlds lead to other choices than the truth`;
    expect(steps, missing).toBeGreaterThanOrEqual(SHARED * ahead);
    expect(steps, missing).toBeGreaterThan(0);
    expect(paths).toEqual([]);
  });
});

describe('the test finds', () => {
  const { ruleset, rules } = catalogue.get('champions-of-chance') ?? {};
  if (ruleset === undefined || rules === undefined) throw new Error('there is no ruleset champions-of-chance');
  const { redeal } = ruleset;

  test('a redeal that now and then leaves a card where it is', () => {
    const timid: AnyRuleset = {
      ...ruleset,
      redeal: (state, seat, chance) => {
        const dealt = redeal(state, seat, chance);
        if (chance.int(10) > 0) return dealt;
        return { ...dealt, drawPile: state.drawPile };
      },
    };
    const { places, telling } = guessed(timid, rules, 3, 600);
    expect(telling).toContain('/drawPile/#');
    expect(chiSquare(places)).toBeGreaterThan(FAR_FROM_EVEN);
  });

  test('a redeal that keeps the order of what it draws anew', () => {
    const orderly: AnyRuleset = {
      ...ruleset,
      redeal: (state, seat, chance) => {
        const dealt = redeal(state, seat, chance);
        const rank = (card: unknown) => state.drawPile.indexOf(card);
        return { ...dealt, drawPile: [...dealt.drawPile].sort((one, other) => rank(one) - rank(other)) };
      },
    };
    expect(guessed(orderly, rules, 3, 600).telling).toContain('/drawPile/#');
  });

  test('a redeal that always leaves a card where it is', () => {
    const lazy: AnyRuleset = {
      ...ruleset,
      redeal: (state, seat, chance) => ({ ...redeal(state, seat, chance), drawPile: state.drawPile }),
    };
    expect(apart(ruleset, rules, 3, 20, lazy).paths).toContain('/drawPile/0');
  });
});
