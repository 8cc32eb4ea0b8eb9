import { describe, expect, test } from 'vitest';
import type { Chance } from '#rules/kernel/chance.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import type { Action } from '#rules/pascal/actions.ts';
import { FIELDS } from '#rules/pascal/board.ts';
import type { Event } from '#rules/pascal/events.ts';
import type { Options } from '#rules/pascal/options.ts';
import { ERASES_A_ROLL, REROLLS_A_TURN, type State } from '#rules/pascal/state.ts';
import { DEFAULTS, positionOf, ruleset } from './scripted-board.ts';

type Bounded = Options & { maxBoards: number };

/** Returns the most actions that a game can have. A board has one roll for each field and cross space, and one more.
 * After a roll and after each reroll, a player can discard, erase, and write six values before and after each erase. */
function longestGame({ crossSpaces, maxBoards }: Bounded): number {
  const rolls = FIELDS.length + crossSpaces + 1;
  const stepsOfRoll = (REROLLS_A_TURN + 1) * (1 + ERASES_A_ROLL + 6 * (ERASES_A_ROLL + 1));
  return maxBoards * (rolls * stepsOfRoll + 6 + 1);
}

type Pick = (listed: readonly Action[], chance: Chance) => Action;

const anyAction: Pick = (listed, chance) => listed[chance.int(listed.length)] as Action;

const anyKind: Pick = (listed, chance) => {
  const kinds = [...new Set(listed.map(({ type }) => type))];
  const kind = kinds[chance.int(kinds.length)];
  return anyAction(
    listed.filter(({ type }) => type === kind),
    chance,
  );
};

const stubborn: Pick = (listed, chance) => {
  const going = listed.filter(({ type }) => type !== 'cancelBoard');
  return anyKind(going.length > 0 ? going : listed, chance);
};

type Watch = (state: State, events: Event[], listed: Action[]) => void;

function playOut(options: Bounded, pick: Pick, choice: Chance, chance: Chance, watch: Watch): number {
  let { state, events } = ruleset.setup(options, 1, chance);
  for (let steps = 0; steps <= longestGame(options); steps++) {
    const listed = ruleset.legalActions(state, 0);
    watch(state, events, listed);
    if (listed.length === 0) return steps;
    ({ state, events } = ruleset.apply(state, 0, pick(listed, choice), chance));
  }
  throw new Error(`the game is not over after ${longestGame(options)} steps`);
}

function assertSound(state: State, _events: Event[], listed: Action[]): void {
  const faults = ruleset.invariants?.(state) ?? [];
  if (faults.length > 0) throw new Error(faults.join('; '));
  if (listed.length >= 5000) throw new Error(`${listed.length} actions are listed`);
  if ((ruleset.outcome(state) === null) !== ruleset.actors(state).length > 0) throw new Error('over, or not?');
}

const SMALL: Bounded = { dotSpaces: 5, crossSpaces: 1, maxBoards: 3 };

describe.each<[string, Pick]>([
  ['any action', anyAction],
  ['any kind of action', anyKind],
  ['never cancelling by choice', stubborn],
])('random play, %s', (name, pick) => {
  test.each([DEFAULTS, SMALL, { ...SMALL, printed: true }])(
    'every game ends within its bound, sound at every step: %j',
    (options) => {
      for (let seed = 0; seed < 4; seed++) {
        const chance = new FastChance(`${name} ${seed}`);
        expect(playOut(options, pick, chance, chance, assertSound)).toBeGreaterThan(0);
      }
    },
  );

  test.each<[string, Chance]>([
    ['smallest', { int: () => 0 }],
    ['largest', { int: (below) => below - 1 }],
  ])('every game ends when all dice show the %s number', (_, chance) => {
    playOut(SMALL, pick, new FastChance(name), chance, assertSound);
  });
});

test('a game without an end in sight is cut off by the count of erases', () => {
  let { state } = ruleset.setup({ ...SMALL, maxBoards: 1 }, 1, new FastChance('erasing'));
  const steps: string[] = [];
  for (let listed = ruleset.legalActions(state, 0); listed.length > 0; listed = ruleset.legalActions(state, 0)) {
    const action = listed.find(({ type }) => type === 'erase') ?? (listed[0] as Action);
    steps.push(action.type);
    state = ruleset.apply(state, 0, action, new FastChance(`${steps.length}`)).state;
  }
  expect(steps.length).toBeLessThan(longestGame({ ...SMALL, maxBoards: 1 }));
  expect(steps.filter((type) => type === 'erase').length).toBeGreaterThanOrEqual(ERASES_A_ROLL);
});

test('random games contain every kind of event, and every listed action has its own label', () => {
  const seen = new Set<string>();
  const chance = new FastChance('words');
  for (let game = 0; game < 4; game++) {
    playOut(SMALL, stubborn, chance, chance, (state, events, listed) => {
      for (const { type } of events) seen.add(type);
      const view = ruleset.view(state, 0);
      const labels = new Set(listed.map((action) => ruleset.label(action, view)));
      if (labels.size < listed.length) throw new Error('two actions share a label');
    });
  }
  const types = ruleset.schemas.events.map((schema) => schema.properties.type?.const as string);
  expect(types.filter((type) => !seen.has(type))).toEqual(['boardCompleted']);
});

describe('invariants find faults', () => {
  const sound = positionOf({ fields: { '1.0': 1, '1.1': 2, '2.1': 3 } });
  const faults = (change: Partial<State>) => ruleset.invariants?.({ ...sound, ...change }).join('; ');

  test.each<[string, Partial<State>, RegExp]>([
    ['a sum that does not hold', positionOf({ fields: { '1.0': 1, '1.1': 1, '2.1': 3 } }), /2\.1 has to be the sum/],
    ['a cross where none may be', positionOf({ fields: { '3.0': 0 } }), /3\.0 holds 0/],
    ['a field too many', { values: [...sound.values, null] }, /40 fields/],
    ['pencil that does not fit its dice', { used: ['1.0', null, '1.0', null, null, null] }, /show 4 and not 1/],
    ['a roll that is used up', { used: ['0.0', '0.0', '0.0', '0.0', '0.0', '0.0'] }, /used up/],
    ['no dice', { dice: [0, 0, 0, 0, 0, 0] }, /the dice show/],
    ['too many re-rolls', { rerolls: 3 }, /3 re-rolls/],
    ['too many erases', { erases: 101 }, /101 erases/],
    ['dots that are not counted', { dots: 2 }, /2 dots of 0/],
    ['crosses beyond the space', { crosses: 11, totalCrosses: 11 }, /11 crosses/],
    ['too many boards', { cancelledBoards: 11 }, /11 boards/],
  ])('%s', (_, change, fault) => {
    expect(ruleset.invariants?.(sound)).toEqual([]);
    expect(faults(change)).toMatch(fault);
  });
});
