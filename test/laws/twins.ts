import type { ActionShape, AnyRuleset, EventShape, Seat } from '#rules/kernel/ruleset.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { type Glimpse, leavesOf } from './guessing.ts';
import { bytes } from './position.ts';
import { one } from './samples.ts';

export interface Twins {
  seat: Seat;
  positions: [unknown, unknown];
  steps: number;
}

const TRIES = 40;
const WORLDS = 16;

export function twinsFrom(ruleset: AnyRuleset, { state, seat }: Glimpse, seed: string, most: number): Twins {
  const lot = new FastChance(seed);
  let positions: [unknown, unknown] = [state, ruleset.redeal(state, seat, lot)];
  let steps = 0;
  for (let tries = 0; steps < most && tries < TRIES && ruleset.actors(positions[0]).length > 0; tries++) {
    const actor = one(ruleset.actors(positions[0]), lot);
    const action = one(ruleset.legalActions(positions[0], actor), lot) as ActionShape;
    const [first, told] = step(ruleset, positions[0], actor, action, seat, `${lot.int(2 ** 32)}`);
    const second = likewise(ruleset, positions[1], actor, action, seat, told, lot);
    if (second === null) continue;
    positions = [first, second];
    steps++;
  }
  return { seat, positions, steps };
}

export function stepsAhead(ruleset: AnyRuleset, { state }: Glimpse, seed: string, most: number): number {
  const lot = new FastChance(seed);
  let position = state;
  for (let steps = 0; steps < most; steps++) {
    const actors = ruleset.actors(position);
    if (actors.length === 0) return steps;
    const actor = one(actors, lot);
    position = ruleset.apply(position, actor, one(ruleset.legalActions(position, actor), lot), lot).state;
  }
  return most;
}

function likewise(
  ruleset: AnyRuleset,
  state: unknown,
  actor: Seat,
  action: ActionShape,
  viewer: Seat,
  expected: string,
  lot: FastChance,
): unknown {
  const legal: ActionShape[] = ruleset.legalActions(state, actor);
  const fitting = legal.filter((other) =>
    actor === viewer ? bytes(other) === bytes(action) : other.type === action.type,
  );
  if (fitting.length === 0) return null;
  for (let tries = 0; tries < TRIES; tries++) {
    const [next, told] = step(ruleset, state, actor, one(fitting, lot), viewer, `${lot.int(2 ** 32)}`);
    if (told === expected) return next;
  }
  return null;
}

function step(
  ruleset: AnyRuleset,
  state: unknown,
  actor: Seat,
  action: ActionShape,
  viewer: Seat,
  seed: string,
): [unknown, string] {
  const next = ruleset.apply(state, actor, action, new FastChance(seed));
  const told = next.events.flatMap((event: EventShape) => ruleset.redact(event, viewer) ?? []);
  return [next.state, bytes([told, ruleset.view(next.state, viewer), ruleset.actors(next.state)])];
}

/** Returns paths whose value is the same in all deals of each position, but differs between the two positions. */
export function toldApartBy(ruleset: AnyRuleset, { seat, positions }: Twins, seed: string): string[] {
  const lot = new FastChance(seed);
  const [one, other] = positions.map((state) => {
    const worlds = Array.from({ length: WORLDS }, () => leavesOf(ruleset.redeal(state, seat, lot)));
    const paths = new Set(worlds.flatMap((leaves) => [...leaves.keys()]));
    const fixed = [...paths].filter((path) => worlds.every((leaves) => leaves.get(path) === worlds[0]?.get(path)));
    return new Map(fixed.map((path) => [path, worlds[0]?.get(path)]));
  }) as [Map<string, unknown>, Map<string, unknown>];
  return [...one].flatMap(([path, value]) => (other.has(path) && other.get(path) !== value ? [path] : []));
}
