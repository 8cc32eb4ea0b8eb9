import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readCatalogue } from '#rules/catalogue.ts';
import { sha256Hex } from '#rules/kernel/hashing.ts';
import { canonical, sameJson } from '#rules/kernel/json.ts';
import type { ActionShape, AnyRuleset } from '#rules/kernel/ruleset.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { type ActionField, ActionSpace } from '../../lab/training/actions/action-space.ts';
import { ObservationEncoder } from '../../lab/training/observations/encoder.ts';
import { observationLayout } from '../../lab/training/observations/layout.ts';
import { wordsOf } from '../../lab/training/schema-parts.ts';
import { optionSets } from '../laws/option-sets.ts';
import { Subject } from '../laws/trial.ts';

/** Steps for each set of options. The long form is `SPACE_STEPS=20000 npx vitest run test/training/spaces.test.ts`. */
const STEPS = Number(process.env.SPACE_STEPS ?? 20);
const OPTION_SETS = 4;
const EVERY_POSITION = 7;

interface Pinned {
  rulesVersion: number;
  actions: number;
  actionsDigest: string;
  observation: number;
  observationDigest: string;
}

const PINNED: Record<string, Pinned> = JSON.parse(readFileSync(new URL('./spaces.json', import.meta.url), 'utf8'));
const { catalogue } = await readCatalogue(false);

describe.each([...catalogue.values()])('$ruleset.id as an environment', ({ ruleset, rules }) => {
  const space = new ActionSpace(ruleset);
  const encoder = new ObservationEncoder(observationLayout(ruleset));

  it('gives every legal action one index, and shows a seat nothing that differs between its worlds', () => {
    const { min, max } = ruleset.seats;
    for (const seats of new Set([min, max])) {
      for (const options of optionSets(new Subject(ruleset, rules), seats, OPTION_SETS)) walk(seats, options);
    }
  });

  it('finds every index by its action', () => {
    const indices = Array.from({ length: space.size }, (_, index) => index);
    expect(indices.filter((index) => space.indexOf({ ...space.actionAt(index) }) !== index)).toEqual([]);
  });

  it.runIf(ruleset.id in PINNED)('has the indices and the layout of its rules version', () => {
    expect({
      rulesVersion: ruleset.rulesVersion,
      actions: space.size,
      actionsDigest: digestOf(space.types),
      observation: encoder.layout.size,
      observationDigest: digestOf(encoder.layout),
    }).toEqual(PINNED[ruleset.id]);
  });

  function walk(seats: number, options: unknown): void {
    const chance = new FastChance(`${ruleset.id} ${seats}`);
    let { state } = ruleset.setup(options, seats, chance);
    for (let step = 0; step < STEPS; step++) {
      const [seat] = ruleset.actors(state);
      if (seat === undefined) return;
      const legal: ActionShape[] = ruleset.legalActions(state, seat);
      expect(strangers(legal)).toEqual([]);
      if (step % EVERY_POSITION === 0) expectNothingTold(state, seats, chance);
      ({ state } = ruleset.apply(state, seat, legal[chance.int(legal.length)], chance));
    }
  }

  /** returns legal actions that have no index, share an index, or whose index decodes to another action */
  function strangers(legal: readonly ActionShape[]): ActionShape[] {
    const taken = new Set<number>();
    return legal.filter((action) => {
      const index = space.indexOf(action);
      const isStrange = index === -1 || taken.has(index) || !sameJson(space.actionAt(index), action);
      taken.add(index);
      return isStrange;
    });
  }

  function expectNothingTold(state: unknown, seats: number, chance: FastChance): void {
    for (let seat = 0; seat < seats; seat++) {
      const world = ruleset.redeal(state, seat, chance);
      const [one, other] = [state, world].map((position) => encoder.of(ruleset.view(position, seat), seat));
      expect(one?.join()).toBe(other?.join());
    }
  }
});

describe('patterns of words', () => {
  it('are listed in their own order', () => {
    expect(wordsOf('^(A|10)[SH]$')).toEqual(['AS', 'AH', '10S', '10H']);
    expect(wordsOf('^([BX][0-2]{2}|J)$')).toHaveLength(19);
  });

  it.each(['^a*$', '^.$', '[a-z]', '^(a$', '^a)$', '^[a$', '^[^a]$'])(
    'are rejected where that is impossible: %s',
    (pattern) => {
      expect(() => wordsOf(pattern)).toThrow(/pattern/);
    },
  );
});

describe('actions without bounds', () => {
  const [ruleset] = [...catalogue.values()].map((entry) => entry.ruleset) as [AnyRuleset];
  const withField = (field: object): AnyRuleset => {
    const [first] = ruleset.schemas.actions as [(typeof ruleset.schemas.actions)[0]];
    const actions = [{ ...first, properties: { type: first.properties.type, bid: field } }] as never;
    return { ...ruleset, schemas: { ...ruleset.schemas, actions } };
  };

  it.each([
    ['names neither its words nor its bounds', { type: 'integer', minimum: 0 }],
    ['names neither its words nor its bounds', { type: 'string' }],
    ['are too many numbers', { type: 'integer', minimum: 0, maximum: 1e9 }],
    ['has no greatest length', { type: 'array', items: { type: 'boolean' } }],
    ['forms', { type: 'array', items: { type: 'integer', minimum: 0, maximum: 9999 }, maxItems: 9 }],
  ])('are rejected, with the field that %s', (checkFailure, field) => {
    expect(() => new ActionSpace(withField(field))).toThrow(new RegExp(`\\.bid: .*${checkFailure}`));
  });
});

function digestOf(value: readonly { fields: readonly ActionField[] }[] | object): string {
  return sha256Hex(new TextEncoder().encode(canonical(value))).slice(0, 16);
}
