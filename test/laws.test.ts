import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readCatalogue } from '#rules/catalogue.ts';
import { tryAround } from './laws/around-law.ts';
import { catalogueFaults, strangeRulings } from './laws/catalogue-law.ts';
import { HiddenFacts } from './laws/hidden-facts.ts';
import { hintFaults } from './laws/hint-law.ts';
import { KEPT_SEEDS } from './laws/kept-seeds.ts';
import { optionSets } from './laws/option-sets.ts';
import { type Extent, tryExtremes, tryLaws } from './laws/plan.ts';
import { tryPlanning } from './laws/plan-law.ts';
import { trySpending } from './laws/time-law.ts';
import { LONG_BOUND, Subject, trialOf } from './laws/trial.ts';
import { tryGame } from './laws/tried-game.ts';
import { tryUndoing } from './laws/undo-law.ts';

/** Checks the laws for every ruleset, number of seats and set of options. The long form is `LAWS_SEEDS=200 npx vitest
 * run test/laws.test.ts`. */
const LONG_GAMES = Number(process.env.LAWS_SEEDS ?? 0);
const SHORT_WORK = 2_500;
const OLDER_BOUND = 8;
const UNDO_BOUND = 60;
const PLAN_BOUND = 40;
const TIME_BOUND = 20;
const AROUND_BOUND = 12;
const LIMIT = LONG_GAMES > 0 ? { timeout: 3_600_000 } : {};

function expectNone(found: readonly string[]): void {
  if (found.length > 0) expect.fail(found.join('\n'));
}

const { catalogue, faults } = await readCatalogue(true);

describe('the catalogue', () => {
  it('has rulesets', () => {
    expect(catalogue.size).toBeGreaterThan(0);
  });

  it('are all readable', () => {
    expectNone([...faults.values()]);
  });
});

describe.each([...catalogue.values()])('$ruleset.id', ({ ruleset, rules }) => {
  const subject = new Subject(ruleset, rules);
  const counts = Array.from({ length: ruleset.seats.max - ruleset.seats.min + 1 }, (_, i) => ruleset.seats.min + i);
  const extent: Extent = LONG_GAMES > 0 ? { games: LONG_GAMES } : { work: SHORT_WORK / counts.length };

  it('introduces itself correctly', () => {
    expectNone(catalogueFaults(ruleset, rules));
  });

  it('declares the meaning of its values as used in its games', () => {
    expectNone(hintFaults(ruleset));
  });

  it('cites only rulings of its rules', () => {
    const folder = new URL(`../rules/${ruleset.id}/`, import.meta.url);
    const sources = readdirSync(folder).filter((name) => name.endsWith('.ts'));
    expectNone(sources.flatMap((name) => strangeRulings(readFileSync(new URL(name, folder), 'utf8'), rules, name)));
  });

  it.each(counts)('keeps every law with %i seats', LIMIT, (seats) => {
    const summary = tryLaws(subject, seats, extent);
    expect(summary.ended).toBeGreaterThan(0);
    if (LONG_GAMES > 0) console.info(`${ruleset.id}, ${seats} seats: ${JSON.stringify(summary)}`);
  });

  it.each(counts)('does not hang on the smallest and largest draws with %i seats', LIMIT, (seats) => {
    // in the short form, each number of seats is tested with one of two sets of options, in turn
    const [first, end] = LONG_GAMES > 0 ? [0, Math.ceil(LONG_GAMES / 10)] : [seats % 2, (seats % 2) + 1];
    for (const draws of ['smallest', 'largest'] as const) {
      tryExtremes(subject, seats, draws, end, counts.length > 1 ? first : 0);
    }
  });
});

describe.each([...catalogue.values()])('$ruleset.id goes back', ({ ruleset, rules }) => {
  const subject = new Subject(ruleset, rules);
  const counts = Array.from({ length: ruleset.seats.max - ruleset.seats.min + 1 }, (_, i) => ruleset.seats.min + i);

  it.each(counts)("over a player's own actions to the position before them with %i seats", LIMIT, (seats) => {
    const sets = optionSets(subject, seats, LONG_GAMES > 0 ? LONG_GAMES : 1);
    const bound = LONG_GAMES > 0 ? 2_000 : UNDO_BOUND;
    const told = sets.map((options, nth) => {
      const trial = { subject, seats, options, seed: `undo ${nth}`, draws: 'seeded' as const, bound, mustEnd: false };
      return tryUndoing(trial, LONG_GAMES > 0 ? 50 : 2);
    });
    if (LONG_GAMES > 0) {
      const sum = (of: 'undone' | 'asked' | 'allowed') => told.reduce((all, each) => all + each[of], 0);
      console.info(
        `${ruleset.id}, ${seats} seats: undone ${sum('undone')}, allowed ${sum('allowed')} of ${sum('asked')}`,
      );
    }
  });
});

describe.each([...catalogue.values()])('$ruleset.id gives no time', ({ ruleset, rules }) => {
  const subject = new Subject(ruleset, rules);
  const counts = Array.from({ length: ruleset.seats.max - ruleset.seats.min + 1 }, (_, i) => ruleset.seats.min + i);

  it.each(counts)('for own actions that lead back to a position with %i seats', (seats) => {
    const bound = LONG_GAMES > 0 ? 2_000 : TIME_BOUND;
    for (const [nth, options] of optionSets(subject, seats, LONG_GAMES > 0 ? LONG_GAMES : 2).entries()) {
      trySpending({ subject, seats, options, seed: `time ${nth}`, draws: 'seeded', bound, mustEnd: false });
    }
  });
});

describe.each([...catalogue.values()])('$ruleset.id keeps secrets', ({ ruleset, rules }) => {
  const subject = new Subject(ruleset, rules);
  const counts = Array.from({ length: ruleset.seats.max - ruleset.seats.min + 1 }, (_, i) => ruleset.seats.min + i);

  it.each(counts)('in all that the service adds to a view with %i seats', LIMIT, (seats) => {
    const bound = LONG_GAMES > 0 ? 2_000 : AROUND_BOUND;
    for (const [nth, options] of optionSets(subject, seats, LONG_GAMES > 0 ? LONG_GAMES : 1).entries()) {
      const trial = { subject, seats, options, seed: `around ${nth}`, draws: 'seeded' as const, bound, mustEnd: false };
      expect(tryAround(trial).worlds).toBeGreaterThan(0);
    }
  });
});

const planned = { put: 0, acted: 0, dropped: 0 };

describe.each([...catalogue.values()])('$ruleset.id is planned ahead', ({ ruleset, rules }) => {
  const subject = new Subject(ruleset, rules);
  const counts = Array.from({ length: ruleset.seats.max - ruleset.seats.min + 1 }, (_, i) => ruleset.seats.min + i);

  it.each(counts)('as its players would have played with %i seats', LIMIT, async (seats) => {
    const total = { put: 0, acted: 0, dropped: 0 };
    const count = (of: typeof total, { put, acted, dropped }: typeof total) => {
      of.put += put;
      of.acted += acted;
      of.dropped += dropped;
    };
    for (const [nth, options] of optionSets(subject, seats, LONG_GAMES > 0 ? LONG_GAMES : 1).entries()) {
      const bound = LONG_GAMES > 0 ? 2_000 : PLAN_BOUND;
      const trial = { subject, seats, options, seed: `plans ${nth}`, draws: 'seeded' as const, bound, mustEnd: false };
      count(total, await tryPlanning(trial));
    }
    count(planned, total);
    // may fail for a new and very short game, if it has no decision for which a plan can be made
    expect(total.put).toBeGreaterThan(0);
    if (LONG_GAMES > 0) console.info(`${ruleset.id}, ${seats} seats: ${JSON.stringify(total)}`);
  });
});

it('some plans acted and some were dropped over all games', () => {
  expect(planned.acted).toBeGreaterThan(catalogue.size);
  expect(planned.dropped).toBeGreaterThan(catalogue.size);
});

const OLDER = [...catalogue.values()].flatMap(({ older }) => older);

describe.each(OLDER)('$ruleset.id, version $ruleset.rulesVersion', ({ ruleset, rules, inputs }) => {
  const counts = [...new Set([ruleset.seats.min, ruleset.seats.max])];
  const defaults = inputs.options({});

  it.each(counts)('keeps every law with %i seats', LIMIT, (seats) => {
    if (!defaults.ok) throw new Error('the default options do not fit');
    const whole = LONG_GAMES > 0;
    for (let game = 0; game < Math.max(1, LONG_GAMES); game++) {
      const chosen = { seats, options: defaults.value, seed: `older ${game}`, draws: 'seeded' as const };
      const extent = { bound: whole ? LONG_BOUND : OLDER_BOUND, mustEnd: whole };
      const trial = { subject: new Subject(ruleset, rules), ...chosen, ...extent };
      expect(tryGame(trial, new HiddenFacts()).steps).toBeGreaterThan(0);
    }
  });
});

describe('games that once broke a law', () => {
  it('are of existing rulesets', () => {
    expect(KEPT_SEEDS.filter(({ ruleset }) => !catalogue.has(ruleset))).toEqual([]);
  });

  for (const kept of KEPT_SEEDS) {
    it(`keep it now: ${JSON.stringify(kept)}`, LIMIT, () => {
      const entry = catalogue.get(kept.ruleset);
      if (entry === undefined) throw new Error(`there is no ruleset ${kept.ruleset}`);
      const trial = trialOf(kept, new Subject(entry.ruleset, entry.rules));
      expect(tryGame(trial, new HiddenFacts()).steps).toBeGreaterThan(0);
    });
  }
});
