import { describe, expect, test } from 'vitest';
import type { Chance } from '#rules/kernel/chance.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { CURSE_ABILITIES, POTION_ABILITIES } from '#rules/pokers-rogue-reckoning/abilities/by-name.ts';
import type { Action } from '#rules/pokers-rogue-reckoning/actions.ts';
import { EFFECTS } from '#rules/pokers-rogue-reckoning/effects.ts';
import type { Event } from '#rules/pokers-rogue-reckoning/events.ts';
import type { Options } from '#rules/pokers-rogue-reckoning/options.ts';
import type { State } from '#rules/pokers-rogue-reckoning/state.ts';
import { DEFAULTS, ruleset } from './scripted-run.ts';

const SETS: Options[] = [
  DEFAULTS,
  { ...DEFAULTS, combat: 'max', grid: '3x3', startAtk: 3, startHp: 18, bribe: true },
  { ...DEFAULTS, reshuffle: true, startAtk: 3, startHp: 18, trade: 'allDice', revivalPill: true, grid: '3x3' },
  { ...DEFAULTS, combat: 'max', shuffle: 'sparse', counterAttack: false, restHeals: false, healAtOnce: true },
  { ...DEFAULTS, shuffle: 'sparse', buffsAtOnce: true, swordsHeartsReturn: true, enemyAtk: 2, finalBossDice: 8 },
  { ...DEFAULTS, combat: 'max', moneyReturns: true, potionsReturn: true, startAtk: 3, startHp: 18, trade: 'allDice' },
  { ...DEFAULTS, abilities: false, startHp: 6, startAtk: 1 },
  { ...DEFAULTS, combat: 'max', reshuffle: true, grid: '3x3', startAtk: 3, startHp: 18, trade: 'allDice' },
  { ...DEFAULTS, printed: true, grid: '3x3', startAtk: 3, startHp: 18, trade: 'allDice', swordsHeartsReturn: true },
  { ...DEFAULTS, printed: true, combat: 'max', reshuffle: true, startAtk: 3, startHp: 18, enemyAtk: 3, bribe: true },
];
const GAMES = 60;
const MOST_STEPS = 5000;
const MOST_ACTIONS = 1000;

type Watch = (state: State, events: Event[], action: Action | null) => void;

function playOut(options: Options, chance: Chance, watch: Watch): State {
  let { state, events } = ruleset.setup(options, 1, chance);
  watch(state, events, null);
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    const actions = ruleset.legalActions(state, 0);
    if (actions.length === 0) return state;
    const action = actions[chance.int(actions.length)] as Action;
    ({ state, events } = ruleset.apply(state, 0, action, chance));
    watch(state, events, action);
  }
  throw new Error(`the run is not over after ${MOST_STEPS} steps`);
}

class Sightings {
  readonly events = new Set<string>();
  readonly actions = new Set<string>();
  readonly abilities = new Set<string>();
  readonly effects = new Set<string>();
  readonly endings = new Set<string>();
  mostActions = 0;

  note(state: State, events: Event[], action: Action | null): void {
    const faults = ruleset.invariants?.(state) ?? [];
    if (faults.length > 0) throw new Error(faults.join('; '));
    if (action !== null) this.actions.add(action.type);
    if (action?.type === 'applyBuff') this.abilities.add(action.card);
    for (const event of events) this.noteEvent(event);
    for (const effect of ruleset.view(state, 0).combat?.effects ?? []) this.effects.add(effect);
    this.mostActions = Math.max(this.mostActions, ruleset.legalActions(state, 0).length);
  }

  noteEvent(event: Event): void {
    this.events.add(event.type);
    if (event.type === 'abilityUsed') this.abilities.add(event.data.card);
    if (event.type === 'curseActed') this.abilities.add(`${event.data.card} for the ${event.data.side}`);
    if (event.type === 'runEnded') this.endings.add(event.data.ending);
  }
}

describe('random play', () => {
  const seen = new Sightings();

  test.each(SETS.map((options, i) => [i, options] as const))(
    'set %i: every run ends, sound at every step',
    (i, options) => {
      for (let game = 0; game < GAMES; game++) {
        const end = playOut(options, new FastChance(`set ${i} game ${game}`), (...step) => seen.note(...step));
        expect(ruleset.outcome(end)?.scores).toEqual([end.defeated]);
      }
    },
  );

  test('meets every action, every event, every effect and both ends', () => {
    const types = (schemas: typeof ruleset.schemas.actions) => schemas.map((schema) => schema.properties.type?.const);
    expect(types(ruleset.schemas.actions).filter((type) => !seen.actions.has(type))).toEqual([]);
    // only this event never happens here, because a tie that Cleanse decides again is too rare. Tests of R26 and R41
    // cover it
    expect(types(ruleset.schemas.events).filter((type) => !seen.events.has(type))).toEqual(['resultChanged']);
    expect(EFFECTS.filter((effect) => !seen.effects.has(effect))).toEqual([]);
    expect([...seen.endings].sort()).toEqual(['fallen', 'victory']);
    expect(seen.mostActions).toBeLessThan(MOST_ACTIONS);
  });

  test('uses every ability of potions, and every effect of curses from each side', () => {
    const deeds = CURSE_ABILITIES.flatMap(({ card, forEnemy, forPlayer }) => [
      ...(forEnemy === undefined ? [] : [`${card} for the enemy`]),
      ...(forPlayer === undefined ? [] : [`${card} for the player`]),
    ]);
    const wanted = [...POTION_ABILITIES.map(({ card }) => card), ...deeds];
    expect(wanted.filter((ability) => !seen.abilities.has(ability))).toEqual([]);
  });

  test('does not hang when all dice show the same', () => {
    for (const extreme of [0, 1]) {
      for (const options of SETS) {
        const lot = new FastChance('extreme');
        let { state } = ruleset.setup(options, 1, new FastChance('deck'));
        const chance: Chance = { int: (below) => (below === 6 ? 5 * extreme : lot.int(below)) };
        for (let step = 0; step < 300 && ruleset.actors(state).length > 0; step++) {
          const actions = ruleset.legalActions(state, 0);
          ({ state } = ruleset.apply(state, 0, actions[lot.int(actions.length)] as Action, chance));
        }
        expect(ruleset.invariants?.(state)).toEqual([]);
      }
    }
  });
});

describe('labels for every position', () => {
  test('every listed action has its own label', () => {
    for (const options of SETS) {
      for (let game = 0; game < 12; game++) {
        playOut(options, new FastChance(`words ${game}`), (state) => {
          const view = ruleset.view(state, 0);
          const labels = ruleset.legalActions(state, 0).map((action) => ruleset.label(action, view));
          if (new Set(labels).size < labels.length) throw new Error(labels.join('; '));
        });
      }
    }
  });
});
