import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import type { Chance } from '#rules/kernel/chance.ts';
import { sameJson } from '#rules/kernel/json.ts';
import type { Seat } from '#rules/kernel/ruleset.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import type { Action } from '#rules/pascals-ruin/actions.ts';
import { REACTION_CARDS } from '#rules/pascals-ruin/cards.ts';
import { DICE } from '#rules/pascals-ruin/dice.ts';
import type { Event } from '#rules/pascals-ruin/events.ts';
import type { Options } from '#rules/pascals-ruin/options.ts';
import type { State } from '#rules/pascals-ruin/state.ts';
import { DEFAULTS, positionOf, ruleset, won } from './scripted-table.ts';

const GAMES: [string, Options, number][] = [2, 3].flatMap((seats): [string, Options, number][] => [
  [`match, ${seats} seats`, DEFAULTS, seats],
  [`match by the printed rules, ${seats} seats`, { ...DEFAULTS, printed: true }, seats],
  [`spicy match of one round, ${seats} seats`, { ...DEFAULTS, roundsToWin: 1, spicy: true }, seats],
  [`eternal, ${seats} seats`, { ...DEFAULTS, mode: 'eternal' }, seats],
  [`spicy eternal of two rounds, ${seats} seats`, { ...DEFAULTS, mode: 'eternal', maxRounds: 2, spicy: true }, seats],
]);

const MOST_STEPS = 20_000;

type Watch = (state: State, events: Event[], seat: Seat | null) => void;

function playOut(options: Options, seats: number, choice: Chance, chance: Chance, watch: Watch): State {
  let { state, events } = ruleset.setup(options, seats, chance);
  watch(state, events, null);
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    const actors = ruleset.actors(state);
    if (actors.length === 0) return state;
    const seat = actors[choice.int(actors.length)] as Seat;
    const actions = ruleset.legalActions(state, seat);
    const action = actions[choice.int(actions.length)] as Action;
    ({ state, events } = ruleset.apply(state, seat, action, chance));
    watch(state, events, seat);
  }
  throw new Error(`the game is not over after ${MOST_STEPS} steps`);
}

function assertSound(state: State): void {
  const faults = ruleset.invariants?.(state) ?? [];
  if (faults.length > 0) throw new Error(faults.join('; '));
  if ((ruleset.outcome(state) === null) !== ruleset.actors(state).length > 0) throw new Error('over, or not?');
}

describe.each(GAMES)('random play: %s', (_, options, seats) => {
  test('every game ends, sound at every step', () => {
    for (let seed = 0; seed < 30; seed++) {
      const chance = new FastChance(`${seats} ${seed}`);
      const end = playOut(options, seats, chance, chance, assertSound);
      const outcome = ruleset.outcome(end);
      expect(outcome?.scores).toHaveLength(seats);
      expect(outcome?.winners.length).toBeGreaterThan(0);
    }
  });

  test.each<[string, Chance]>([
    ['smallest', { int: () => 0 }],
    ['largest', { int: (below) => below - 1 }],
  ])('games end when all dice show the %s number', (_, chance) => {
    for (let seed = 0; seed < 3; seed++) {
      playOut(options, seats, new FastChance(`extremes ${seed}`), chance, assertSound);
    }
  });
});

describe('schemas', () => {
  const ajv = new Ajv({ allErrors: true, keywords: ['x-kind', 'x-by', 'x-indexes', 'x-among'] });
  for (const part of ruleset.schemas.parts) ajv.addSchema(part);
  const fits = (schemas: object[], value: unknown, name = ''): void => {
    const schema = schemas.find((one) => (one as { $id: string }).$id.endsWith(name)) as { $id: string };
    const validate = ajv.getSchema(schema.$id) ?? ajv.compile(schema);
    if (!validate(value)) throw new Error(`${JSON.stringify(value)}: ${ajv.errorsText(validate.errors)}`);
  };
  const named = (type: string, kind: string) => `PascalsRuin${type.charAt(0).toUpperCase()}${type.slice(1)}${kind}`;

  test('every view, event and listed action of random games fits its schema', () => {
    const seen = new Set<string>();
    for (const [name, options, seats] of GAMES) {
      const chance = new FastChance(name);
      playOut(options, seats, chance, chance, (state, events) => {
        fits([ruleset.schemas.view], ruleset.view(state, 0));
        for (const event of events) fits(ruleset.schemas.events, event, named(event.type, 'Event'));
        for (const event of events) seen.add(event.type);
        for (const seat of ruleset.actors(state)) {
          for (const action of ruleset.legalActions(state, seat)) {
            fits(ruleset.schemas.actions, action, named(action.type, 'Action'));
          }
        }
      });
    }
    expect(seen.size).toBe(ruleset.schemas.events.length);
  });

  test('every object in them is closed, and every field is described', () => {
    const visit = (schema: Record<string, any>, path: string, isField: boolean): void => {
      if (schema.type === 'object') expect(schema.additionalProperties, path).toBe(false);
      if (isField && schema.const === undefined && path.split('/').at(-1) !== 'data') {
        expect(schema.description ?? schema.anyOf?.[0].description, path).toMatch(/\w/);
      }
      for (const [name, field] of Object.entries(schema.properties ?? {})) {
        visit(field as Record<string, any>, `${path}/${name}`, true);
      }
      if (schema.items !== undefined) visit(schema.items, `${path}/items`, false);
      for (const branch of schema.anyOf ?? []) visit(branch, path, false);
    };
    const { options, actions, events, view, parts } = ruleset.schemas;
    for (const schema of [options, view, ...actions, ...events, ...parts]) {
      expect(schema.$id).toMatch(/^PascalsRuin[A-Z]/);
      visit(schema, schema.$id ?? '', true);
    }
  });
});

describe('texts for every position', () => {
  const targets = [[0], [1], [2], [3], [0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]];
  const all: Action[] = [
    ...DICE.map((die) => ({ type: 'rollDie' as const, die })),
    ...REACTION_CARDS.flatMap((card) => targets.map((some) => ({ type: 'playCard' as const, card, targets: some }))),
    { type: 'continue' },
    { type: 'takeChain' },
    { type: 'pass' },
    { type: 'challenge' },
    { type: 'declineChallenge' },
    { type: 'voteContinue' },
    { type: 'voteStop' },
  ];

  test('every listed action has its own label, and every other is refused by a ruling with a hint', () => {
    for (const [name, options, seats] of GAMES) {
      const chance = new FastChance(`words ${name}`);
      playOut(options, seats, chance, chance, (state) => {
        for (const seat of ruleset.actors(state)) {
          const view = ruleset.view(state, seat);
          const listed = ruleset.legalActions(state, seat);
          const labels = listed.map((action) => ruleset.label(action, view));
          if (new Set(labels).size < listed.length) throw new Error(labels.join('; '));
          for (const action of all) {
            if (listed.some((legal) => sameJson(legal, action))) continue;
            const { rule, detail, hint = '' } = ruleset.explain(view, seat, action);
            if (!/^R\d+$/.test(rule) || !detail.endsWith('.') || !hint.endsWith('.'))
              throw new Error(`${rule} ${detail}`);
          }
        }
        if (/undefined|null|NaN/.test(ruleset.describe(ruleset.view(state, 'spectator'))))
          throw new Error('a gap in the text');
      });
    }
  });
});

describe('invariants find faults', () => {
  const sound = positionOf({ chain: [won('7H', 0, 'd12', 9)], held: [['JS']], next: ['5C'] });
  const faults = (change: Partial<State>) => ruleset.invariants?.({ ...sound, ...change }).join('; ');

  test.each<[string, Partial<State>, RegExp]>([
    ['a card twice', { discard: ['7H'] }, /not the 52/],
    ['a card lost', { held: [[], []] }, /not the 52/],
    ['a die twice', { diceLeft: [[...DICE], [...DICE]] }, /dice of seat 0/],
    ['no card in a turn', { chain: [] }, /chain has 0 cards/],
    ['a won card to be rolled against', { phase: 'roll' }, /0 levels are not won/],
    ['a question in the wrong phase', { phase: 'reaction' }, /the question is none/],
    ['a chain that cannot go on', { dealt: 52 }, /cannot be continued/],
    ['too many rounds won', { roundWins: [1, 1] }, /2 rounds are won in round 1/],
    ['totals below the round', { roundPoints: [5, 0] }, /a total is below/],
    ['a match that should be over', { round: 4, roundWins: [3, 0] }, /the rounds won are 3 0/],
    ['too many rounds', { round: 10, options: { ...DEFAULTS, mode: 'eternal' } }, /round 10 is one too many/],
    ['a seat without a score', { totals: [0] }, /a seat has no score/],
  ])('%s', (_, change, fault) => {
    expect(ruleset.invariants?.(sound)).toEqual([]);
    expect(faults(change)).toMatch(fault);
  });

  test('a seat that is asked without a choice, or twice, is found', () => {
    const rolls = [{ seat: 0, die: 'd12' as const, value: 2 }];
    const open = { ...sound, chain: [{ card: '7H' as const, extras: [] }], phase: 'reaction' as const };
    const asked = { ...open, pending: { kind: 'reaction' as const, waitingFor: [1], rolls, choices: [] } };
    expect(ruleset.invariants?.(asked).join()).toMatch(/seat 1 is asked but has no choice/);
    const choices = [{ seat: 1, yes: true }];
    const twice = {
      ...open,
      phase: 'challenge' as const,
      pending: { ...asked.pending, kind: 'challenge' as const, choices },
    };
    expect(ruleset.invariants?.(twice).join()).toMatch(/seat 1 has chosen already/);
  });
});
