import type { Action } from '#rules/champions-of-chance/actions.ts';
import type { Event } from '#rules/champions-of-chance/events.ts';
import championsOfChance from '#rules/champions-of-chance/index.ts';
import type { Options } from '#rules/champions-of-chance/options.ts';
import type { State } from '#rules/champions-of-chance/state.ts';
import type { Seat, Step, Viewer } from '#rules/kernel/ruleset.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';

export function* randomGame(options: Options, seats: number, seed: string): Generator<Step<State, Event>> {
  const lot = new FastChance(`${seed}/choices`);
  const chance = new FastChance(`${seed}/draws`);
  let step = championsOfChance.setup(options, seats, chance);
  yield step;
  for (;;) {
    const actors = championsOfChance.actors(step.state);
    if (actors.length === 0) return;
    const seat = actors[lot.int(actors.length)] as Seat;
    const legal = championsOfChance.legalActions(step.state, seat);
    step = championsOfChance.apply(step.state, seat, legal[lot.int(legal.length)] as Action, chance);
    yield step;
  }
}

export function viewersOf(seats: number): Viewer[] {
  return [...Array(seats).keys(), 'spectator'];
}

export function toldTo(viewer: Viewer, events: readonly Event[]): Event[] {
  return events.flatMap((event) => championsOfChance.redact(event, viewer) ?? []);
}
