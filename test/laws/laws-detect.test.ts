import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type CatalogueEntry, loadCatalogue } from '#rules/catalogue.ts';
import { chanceOf, type Game } from '../../src/games/model/game.ts';
import { SEALED_CARDS_RULES, sealedCards } from '../kernel/sealed-cards.ts';
import { AROUND_LAW, type Telling, toldByService, tryAround } from './around-law.ts';
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
import { trySpending } from './time-law.ts';
import { type KeptSeed, LawBroken, type Options, Subject, trialOf } from './trial.ts';
import { tryGame } from './tried-game.ts';

const EXTENT = { work: 12_000 };

const WRONG = [...BROKEN_RULESETS, ...BADLY_CONCEDED, ...BADLY_PROMISED, ...LEAKING_RULESETS];

const soundSubject = () => new Subject(sealedCards, SEALED_CARDS_RULES);
/** Each ruleset here is the game of sealed cards with one fault. A game that ends takes at most 100 steps. */
const subjectOf = ({ ruleset, gate }: Broken, onlyLaw: string | null = null) =>
  Object.assign(new Subject(ruleset, SEALED_CARDS_RULES, gate, onlyLaw), { endBound: 1_000 });

function tryAll(subject: Subject): void {
  const { min, max } = subject.ruleset.seats;
  for (let seats = min; seats <= max; seats++) {
    tryLaws(subject, seats, EXTENT);
    tryExtremes(subject, seats, 'smallest', 2);
    tryExtremes(subject, seats, 'largest', 2);
  }
}

function brokenBy(broken: Broken): LawBroken {
  try {
    tryAll(subjectOf(broken, broken.law));
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

  it.each(WRONG)('together, too, catch a ruleset that $what', (broken) => {
    expect(() => tryAll(subjectOf(broken))).toThrow(LawBroken);
  });

  it('name the game and the step, so that it can be kept', () => {
    const loser = BROKEN_RULESETS.find(({ what }) => what === 'loses a card') as Broken;
    const { message, kept } = brokenBy(loser);
    expect(message).toContain('invariants hold: the cards are ');
    expect(message).toMatch(/in sealed-cards, 2 seats, options \{.*\}, seed "game 0", draws seeded, step \d+\n/);
    expect(message).toContain(`keep it: ${JSON.stringify(kept)},`);
  });
});

describe('a kept seed', () => {
  const replayed = (kept: KeptSeed, broken: Broken | null) => () => {
    const subject = broken === null ? soundSubject() : subjectOf(broken);
    const trial = trialOf(kept, subject);
    return tryGame({ ...trial, bound: Math.min(trial.bound, subject.endBound) }, new HiddenFacts());
  };

  it.each(['loses a card', 'waits for another number than the smallest', 'never ends'])(
    'shows again that a ruleset %s, and passes once that is fixed',
    (what) => {
      const broken = BROKEN_RULESETS.find((candidate) => candidate.what === what) as Broken;
      const { kept, law } = brokenBy(broken);
      expect(replayed(kept, broken)).toThrow(law);
      expect(replayed(kept, null)).not.toThrow();
    },
  );
});

describe('the law of plans', () => {
  const trials = Array.from({ length: 12 }, (_, nth) => ({
    subject: soundSubject(),
    seats: 2 + (nth % 2),
    options: { rounds: 5, deck: 'long', luckyDie: true },
    seed: `plans ${nth}`,
    draws: 'seeded' as const,
    // a game with the small bound is not over at its last step, so a player resigns there
    bound: nth % 4 === 0 ? 6 : 60,
    mustEnd: false,
  }));

  it('finds no fault in the service', async () => {
    for (const trial of trials) expect((await tryPlanning(trial)).put).toBeGreaterThan(0);
  });

  it.each(BADLY_PLANNED)('catches a service that $what', async ({ follow }) => {
    const tryAll = async () => {
      for (const trial of trials) await tryPlanning(trial, follow);
    };
    await expect(tryAll()).rejects.toThrow(PLAN_LAW);
  });
});

describe('the law of time', () => {
  it.each([
    ['champions-of-chance', 2, { dieSelection: 'choose', victoryDice: false, wackyNumbers: false }],
    ['pascal', 1, { dotSpaces: 50, crossSpaces: 10, maxBoards: 10 }],
  ])('finds a fault in %s if it counts each part of a decision as one', async (id, seats, options) => {
    const { ruleset, rules } = (await loadCatalogue(true)).get(id) as CatalogueEntry;
    const { leavesOpen, ...broken } = ruleset;
    expect(leavesOpen).toBeDefined();
    const found = (subject: Subject) => () =>
      trySpending({ subject, seats, options, seed: 'time', draws: 'seeded', bound: 20, mustEnd: false });
    expect(found(new Subject(ruleset, rules))()).toBeGreaterThan(0);
    expect(found(new Subject(broken, rules))).toThrow('no way back to a position gives time');
  });
});

const CHAMPIONS = 'champions-of-chance';
const HIDING = [CHAMPIONS, 'folly-and-fortune', 'pascals-ruin', 'pokers-rogue-reckoning'];
const ALL_FIVE = [...HIDING, 'pascal'];

const numberOf = ({ state }: Game) => createHash('sha256').update(JSON.stringify(state)).digest().readUInt16BE();

const TELLTALES: [what: string, games: readonly string[], told: Telling][] = [
  [
    'moves `since` with each part of a decision',
    [CHAMPIONS],
    ({ decisions }) => decisions.map(({ seat, since }) => ({ seat, since })),
  ],
  ['says when a decision was last changed', [CHAMPIONS], ({ turn }) => ({ changed: turn?.steps.length ?? 0 })],
  [
    'lists what a seat may do',
    [CHAMPIONS, 'folly-and-fortune'],
    ({ header, state }) => ({ legal: header.ruleset.legalActions(state, 0) }),
  ],
  [
    'counts the actions that were undone',
    [CHAMPIONS],
    (game) => ({ parts: game.turn?.steps.at(-1)?.action.type ?? null }),
  ],
  ['makes its tags of the position', HIDING, (game) => ({ etag: numberOf(game) })],
  [
    'moves a deadline with what is hidden',
    HIDING,
    (game) => ({ deadline: new Date(game.updatedAt.getTime() + numberOf(game)) }),
  ],
  ['puts games in an order by what is hidden', HIDING, (game) => ({ isFirst: numberOf(game) % 2 === 0 })],
  [
    'tells everyone each event whole',
    [CHAMPIONS, 'folly-and-fortune', 'pascals-ruin'],
    (_game, _viewer, events) => events.map(({ data }) => data),
  ],
  [
    'tells what will be drawn next',
    ALL_FIVE,
    ({ header, seats, version }) => ({ next: chanceOf(header, seats, version + 1).int(6) }),
  ],
  ['shows the key of the chain', ALL_FIVE, ({ header }) => ({ key: Buffer.from(header.chainKey).toString('hex') })],
];

/** The options and numbers of seats with which each ruleset has the most kinds of secrets. */
const AROUND: Record<string, { seats: number; options?: object }> = {
  [CHAMPIONS]: { seats: 2, options: { dieSelection: 'choose' } },
  'folly-and-fortune': { seats: 2 },
  pascal: { seats: 1 },
  'pascals-ruin': { seats: 3 },
  'pokers-rogue-reckoning': { seats: 1 },
};

describe('the leak law around a view', () => {
  const tryTelling = async (id: string, told: Telling) => {
    const { ruleset, rules, inputs } = (await loadCatalogue(true)).get(id) as CatalogueEntry;
    const { seats = 1, options = {} } = AROUND[id] ?? {};
    const chosen = inputs.options(options);
    if (!chosen.ok) throw new Error('the options do not fit');
    const trial = { seats, options: chosen.value as Options, seed: 'around', draws: 'seeded' as const, bound: 20 };
    return tryAround({ ...trial, subject: new Subject(ruleset, rules), mustEnd: false }, told);
  };

  it.each(ALL_FIVE)('compares hidden choices, cards and draws in %s and finds no fault in the service', async (id) => {
    const { choices, worlds } = await tryTelling(id, toldByService);
    expect(worlds).toBeGreaterThan(50);
    if ([CHAMPIONS, 'folly-and-fortune', 'pascals-ruin'].includes(id)) expect(choices).toBeGreaterThan(5);
  });

  it.each(TELLTALES.flatMap(([what, games, told]) => games.map((id) => ({ id, what, told }))))(
    'catches in $id a service that $what',
    async ({ id, told }) => {
      await expect(tryTelling(id, told)).rejects.toThrow(AROUND_LAW);
    },
  );
});

describe('the law of the catalogue', () => {
  it.each(BADLY_INTRODUCED)('objects: %s', (checkFailure, change) => {
    const faults = catalogueFaults({ ...sealedCards, ...change }, SEALED_CARDS_RULES);
    expect(faults).toContainEqual(expect.stringContaining(checkFailure));
  });

  it.each(BADLY_HINTED)('objects to hints: %s', (checkFailure, change) => {
    expect(hintFaults({ ...sealedCards, ...change })).toContainEqual(expect.stringContaining(checkFailure));
  });

  it.each([
    ['the rules are empty', ' \n'],
    ['the rules number no ruling', 'Play well.'],
    ['the rules leave out R2', 'R1 Begin. R3 End.'],
  ])('objects to the rules: %s', (checkFailure, rules) => {
    expect(catalogueFaults(sealedCards, rules)).toEqual([checkFailure]);
  });

  it('objects to a cited ruling without its own line in the rules', () => {
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

  it('leave out sets that the ruleset rejects at that number of seats', () => {
    const refused = { rounds: 5, deck: 'short', luckyDie: true };
    expect(optionSets(soundSubject(), 2, 100)).toContainEqual(refused);
    expect(optionSets(soundSubject(), 3, 100)).not.toContainEqual(refused);
  });

  it('are long when a number is above its default', () => {
    expect(isLong(soundSubject(), { rounds: 5, deck: 'short', luckyDie: true })).toBe(true);
    expect(isLong(soundSubject(), { rounds: 1, deck: 'long', luckyDie: true })).toBe(false);
  });
});
