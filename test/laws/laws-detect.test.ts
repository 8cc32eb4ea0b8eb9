import { describe, expect, it } from 'vitest';
import { SEALED_CARDS_RULES, sealedCards } from '../kernel/sealed-cards.ts';
import { BADLY_CONCEDED } from './bad-concessions.ts';
import { BADLY_HINTED, BADLY_INTRODUCED } from './bad-introductions.ts';
import { BADLY_PLANNED } from './bad-planning.ts';
import { BADLY_PROMISED } from './bad-prospects.ts';
import type { Broken } from './broken.ts';
import { BROKEN_RULESETS } from './broken-rulesets.ts';
import { catalogueFaults, strangeRulings } from './catalogue-law.ts';
import { HiddenFacts } from './hidden-facts.ts';
import { hintFaults } from './hint-law.ts';
import { LEAKING_RULESETS } from './leaking-rulesets.ts';
import { isLong, optionSets } from './option-sets.ts';
import { tryExtremes, tryLaws } from './plan.ts';
import { PLAN_LAW, tryPlanning } from './plan-law.ts';
import { type KeptSeed, LawBroken, Subject, trialOf } from './trial.ts';
import { tryGame } from './tried-game.ts';

const EXTENT = { work: 12_000 };

const WRONG = [...BROKEN_RULESETS, ...BADLY_CONCEDED, ...BADLY_PROMISED, ...LEAKING_RULESETS];

const soundSubject = () => new Subject(sealedCards, SEALED_CARDS_RULES);

/** All that the laws are put to in the test of the catalogue. */
function tryAll(subject: Subject): void {
  const { min, max } = subject.ruleset.seats;
  for (let seats = min; seats <= max; seats++) {
    tryLaws(subject, seats, EXTENT);
    tryExtremes(subject, seats, 'smallest', 2);
    tryExtremes(subject, seats, 'largest', 2);
  }
}

/** How a ruleset breaks a law while no other is in force. */
function brokenBy({ ruleset, gate, law }: Broken): LawBroken {
  try {
    tryAll(new Subject(ruleset, SEALED_CARDS_RULES, gate, law));
  } catch (error) {
    if (error instanceof LawBroken) return error;
    throw error;
  }
  throw new Error('no law was broken');
}

describe('the laws', () => {
  it('find nothing wrong with a sound ruleset', () => {
    expect(() => tryAll(soundSubject())).not.toThrow();
    expect(catalogueFaults(sealedCards, SEALED_CARDS_RULES)).toEqual([]);
    expect(hintFaults(sealedCards)).toEqual([]);
  });

  it.each(WRONG)('catch a ruleset that $what', (broken) => {
    expect(brokenBy(broken).law).toBe(broken.law);
  });

  it.each(WRONG)('together, too, catch a ruleset that $what', ({ ruleset, gate }) => {
    expect(() => tryAll(new Subject(ruleset, SEALED_CARDS_RULES, gate))).toThrow(LawBroken);
  });

  it('say in which game and at which step, so that it can be kept', () => {
    const loser = BROKEN_RULESETS.find(({ what }) => what === 'loses a card') as Broken;
    const { message, kept } = brokenBy(loser);
    expect(message).toContain('invariants hold: the cards are ');
    expect(message).toMatch(/in sealed-cards, 2 seats, options \{.*\}, seed "game 0", draws seeded, step \d+\n/);
    expect(message).toContain(`keep it: ${JSON.stringify(kept)},`);
  });
});

describe('a kept seed', () => {
  const replayed = (kept: KeptSeed, broken: Broken | null) => () => {
    const subject = broken === null ? soundSubject() : new Subject(broken.ruleset, SEALED_CARDS_RULES, broken.gate);
    return tryGame(trialOf(kept, subject), new HiddenFacts());
  };

  it.each(['loses a card', 'waits for another number than the smallest', 'never ends'])(
    'shows again that a ruleset %s, and passes once that is put right',
    (what) => {
      const broken = BROKEN_RULESETS.find((candidate) => candidate.what === what) as Broken;
      const { kept, law } = brokenBy(broken);
      expect(replayed(kept, broken)).toThrow(law);
      expect(replayed(kept, null)).not.toThrow();
    },
    20_000,
  );
});

describe('the law of plans', () => {
  const trials = Array.from({ length: 12 }, (_, nth) => ({
    subject: soundSubject(),
    seats: 2 + (nth % 2),
    options: { rounds: 5, deck: 'long', luckyDie: true },
    seed: `plans ${nth}`,
    draws: 'seeded' as const,
    // at the last step somebody resigns
    bound: nth % 4 === 0 ? 6 : 60,
    mustEnd: false,
  }));

  it('finds nothing wrong with the house', async () => {
    for (const trial of trials) expect((await tryPlanning(trial)).put).toBeGreaterThan(0);
  });

  it.each(BADLY_PLANNED)('catches a house that $what', async ({ follow }) => {
    const tryAll = async () => {
      for (const trial of trials) await tryPlanning(trial, follow);
    };
    await expect(tryAll()).rejects.toThrow(PLAN_LAW);
  });
});

describe('the law of the catalogue', () => {
  it.each(BADLY_INTRODUCED)('objects: %s', (objection, change) => {
    const faults = catalogueFaults({ ...sealedCards, ...change }, SEALED_CARDS_RULES);
    expect(faults).toContainEqual(expect.stringContaining(objection));
  });

  it.each(BADLY_HINTED)('objects to hints: %s', (objection, change) => {
    expect(hintFaults({ ...sealedCards, ...change })).toContainEqual(expect.stringContaining(objection));
  });

  it.each([
    ['the rules are empty', ' \n'],
    ['the rules number no ruling', 'Play well.'],
    ['the rules leave out R2', 'R1 Begin. R3 End.'],
  ])('objects to the rules: %s', (objection, rules) => {
    expect(catalogueFaults(sealedCards, rules)).toEqual([objection]);
  });

  it('objects to a ruling that the code cites and the rules do not set out in a line of its own', () => {
    const rules = '# Game\n\n- **R1** Begin.\n- R2 End.\n';
    const code = "refuse('R1', no); refuse('R2', no); refuse('R3', no)";
    expect(strangeRulings(code, rules, 'explain.ts')).toEqual([
      'explain.ts cites R2, and no line of rules.md begins with "- **R2** "',
      'explain.ts cites R3, and no line of rules.md begins with "- **R3** "',
    ]);
  });
});

describe('option sets', () => {
  it('are the defaults, every single change, extremes and combinations', () => {
    const sets = optionSets(soundSubject(), 2, 100);
    expect(sets[0]).toEqual({ rounds: 2, deck: 'short', luckyDie: true });
    expect(sets).toContainEqual({ rounds: 1, deck: 'short', luckyDie: true });
    expect(sets).toContainEqual({ rounds: 5, deck: 'short', luckyDie: true });
    for (const deck of ['short', 'long']) {
      for (const luckyDie of [true, false]) expect(sets).toContainEqual(expect.objectContaining({ deck, luckyDie }));
    }
    expect(new Set(sets.map((set) => JSON.stringify(set))).size).toBe(sets.length);
  });

  it('leave out what the ruleset refuses at that number of seats', () => {
    const refused = { rounds: 5, deck: 'short', luckyDie: true };
    expect(optionSets(soundSubject(), 2, 100)).toContainEqual(refused);
    expect(optionSets(soundSubject(), 3, 100)).not.toContainEqual(refused);
  });

  it('are long when a number is above its default', () => {
    expect(isLong(soundSubject(), { rounds: 5, deck: 'short', luckyDie: true })).toBe(true);
    expect(isLong(soundSubject(), { rounds: 1, deck: 'long', luckyDie: true })).toBe(false);
  });
});
