import type { Event } from '#rules/folly-and-fortune/events.ts';
import type { Options } from '#rules/folly-and-fortune/options.ts';
import type { State } from '#rules/folly-and-fortune/state.ts';
import type { Chance } from '#rules/kernel/chance.ts';
import type { Seat } from '#rules/kernel/ruleset.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { DEFAULTS, ruleset } from './scripted-table.ts';

export interface Passed {
  state: State;
  events: Event[];
}

export function* randomGame(options: Partial<Options>, seats: number, seed: string): Generator<Passed> {
  const chance = new FastChance(`${seed}/draws`);
  const choices = new FastChance(`${seed}/choices`);
  let passed: Passed = ruleset.setup({ ...DEFAULTS, ...options }, seats, chance);
  yield passed;
  for (let actors = ruleset.actors(passed.state); actors.length > 0; actors = ruleset.actors(passed.state)) {
    const seat = one(actors, choices);
    passed = ruleset.apply(passed.state, seat, one(ruleset.legalActions(passed.state, seat), choices), chance);
    yield passed;
  }
}

function one<T>(items: readonly T[], chance: Chance): T {
  return items[chance.int(items.length)] as T;
}

export const seatsOf = (state: State): Seat[] => [...state.rows.keys()];
