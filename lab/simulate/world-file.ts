import { readFileSync } from 'node:fs';
import { type Catalogue, type RulesetVersion, versionIn, versionsOf } from '#rules/catalogue.ts';
import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import { randomPolicy } from '#rules/kernel/search/policy.ts';
import { simulateGame } from '#rules/kernel/search/simulation.ts';
import { counted } from '#rules/kernel/tabletop/phrases.ts';
import { Mistake } from '../../src/cli/flags.ts';
import { assertBounded } from '../flag-values.ts';

/** What simulated games begin from. */
export interface Beginning {
  entry: RulesetVersion;
  seats: number;
  options: unknown;
  /** positions to play on from, in turn; none: whole games are played */
  worlds: unknown[];
}

/** Reads an answer of `sampleWorlds`, or one world `{ruleset, rulesVersion, options, state, …}`. Throws a `Mistake`. */
export function beginningIn(catalogue: Catalogue, path: string): Beginning {
  const { ruleset: id, rulesVersion, options: sent, ...rest } = contentsOf(path);
  const listed = typeof id === 'string' ? catalogue.get(id) : undefined;
  if (listed === undefined) {
    throw new Mistake(`${path} is of ruleset ${JSON.stringify(id)}; there are ${[...catalogue.keys()].join(', ')}.`);
  }
  const entry = versionIn(catalogue, listed.ruleset.id, rulesVersion);
  if (entry === undefined) {
    const here = versionsOf(listed).map(({ ruleset }) => ruleset.rulesVersion);
    const versions = `${JSON.stringify(rulesVersion)} of ${id}, and this build plays version ${here.join(' and ')}`;
    throw new Mistake(`${path} is of rules version ${versions}.`);
  }
  const { ruleset } = entry;
  const options = entry.inputs.options(sent);
  if (!options.ok) throw new Mistake(`The options in ${path} do not fit ${ruleset.name}.`);
  assertBounded(ruleset, options.value);
  const worlds = worldsIn(path, rest);
  const seats = worlds.map((world, i) => seatsOf(ruleset, options.value, world, `World ${i + 1} of ${path}`));
  if (new Set(seats).size > 1) throw new Mistake(`The worlds in ${path} do not have the same number of seats.`);
  return { entry, seats: seats[0] as number, options: options.value, worlds };
}

function contentsOf(path: string): Record<string, unknown> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new Mistake(`--from cannot read ${path}: ${(error as Error).message}.`);
  }
  try {
    const contents: unknown = JSON.parse(text);
    if (isRecord(contents)) return contents;
  } catch {}
  throw new Mistake(`${path} does not hold a JSON object.`);
}

function worldsIn(path: string, { worlds, state }: Record<string, unknown>): unknown[] {
  const listed = Array.isArray(worlds) ? worlds : [{ state }];
  const states = listed.map((world: unknown) => (isRecord(world) ? world.state : undefined));
  if (states.length > 0 && states.every(isRecord)) return states;
  throw new Mistake(`${path} holds neither a "state" nor "worlds" that each have one.`);
}

/** How many seats a world has. A file may hold anything, so it is looked over and played to its end once. */
function seatsOf(ruleset: AnyRuleset, options: unknown, world: unknown, name: string): number {
  const { min, max } = ruleset.seats;
  try {
    const faults = ruleset.invariants?.(world) ?? [];
    if (faults.length > 0) throw new Error(faults.join('; '));
    if (ruleset.actors(world).length === 0) throw new Mistake(`${name} is over: there is nothing to play on.`);
    const players = Array.from({ length: max }, () => randomPolicy);
    const plan = { ruleset, options, players, seed: 'seats', worlds: [world] };
    const seats = simulateGame(plan, 0).outcome.scores.length;
    if (seats < min) throw new Error(`it has ${counted(seats, 'seat')}`);
    return seats;
  } catch (error) {
    if (error instanceof Mistake) throw error;
    throw new Mistake(`${name} is not a position that ${ruleset.name} can play on from: ${(error as Error).message}.`);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
